package dev.edgewise.global.web;

import dev.edgewise.common.boot.LifecyclePhase;
import dev.edgewise.common.security.AccessGuard;
import dev.edgewise.common.web.StreamThreads;
import dev.edgewise.global.callback.CallbackTargets;
import dev.edgewise.global.member.MemberClusters;
import dev.edgewise.global.policy.ClusterRanker;
import dev.edgewise.global.view.RequestStore;
import java.time.Clock;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import tools.jackson.databind.json.JsonMapper;

/** The beans that the calls about requests share. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(RequestStreamsProperties.class)
class WebConfiguration {
    @Bean
    RequestStoreReadiness requestReadiness(RequestStore store) {
        return new RequestStoreReadiness(store);
    }

    @Bean
    SubmittedBody submittedBody(JsonMapper json) {
        return new SubmittedBody(json);
    }

    @Bean
    RequestSubmission requestSubmission(
            RequestStore store, MemberClusters members, CallbackTargets targets, AccessGuard guard, JsonMapper json) {
        return new RequestSubmission(store, members, targets, guard, json);
    }

    @Bean
    RequestExplainer requestExplainer(MemberClusters members, ClusterRanker ranker, Clock clock) {
        return new RequestExplainer(members, ranker, clock);
    }

    @Bean
    RequestSubscriptions requestSubscriptions() {
        return new RequestSubscriptions();
    }

    @Bean
    RequestCompletionWaiter requestWaits(RequestStore store, RequestSubscriptions subscriptions) {
        return new RequestCompletionWaiter(store, subscriptions);
    }

    @Bean
    StreamThreads requestStreams(RequestStreamsProperties properties) {
        return new StreamThreads(properties.maxStreams(), "request-events-");
    }

    @Bean
    LifecyclePhase requestStreamsPhase(
            RequestStore store, RequestSubscriptions subscriptions, StreamThreads requestStreams) {
        return new LifecyclePhase(LifecyclePhase.ANNOUNCE, () -> store.listen(subscriptions), requestStreams::stop);
    }
}
