package dev.edgewise.global.kubernetes;

import dev.edgewise.common.boot.LifecyclePhase;
import dev.edgewise.common.boot.ProgressLoop;
import dev.edgewise.common.security.Permission;
import dev.edgewise.common.time.Ticker;
import dev.edgewise.global.callback.CallbackProgressStore;
import dev.edgewise.global.model.GlobalRequestObjectNames;
import dev.edgewise.global.replica.LiveReplicas;
import dev.edgewise.kubernetes.access.RequiredAccess;
import dev.edgewise.kubernetes.api.ApiServerClient;
import dev.edgewise.kubernetes.http.ApiServerObjectMappers;
import dev.edgewise.kubernetes.watch.ClusterWatch;
import dev.edgewise.kubernetes.watch.ModuleWatchedKinds;
import dev.edgewise.kubernetes.watch.ServiceWatchedKinds;
import dev.edgewise.kubernetes.watch.WatchedKind;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Beans for the requests of the management cluster. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(RequestRetentionProperties.class)
class KubernetesConfiguration {
    @Bean
    RecentManifests recentManifests() {
        return new RecentManifests();
    }

    @Bean
    GlobalRequestCache requestCache(RecentManifests manifests, Ticker ticker) {
        return new GlobalRequestCache(manifests, ticker);
    }

    /** The members come first: a request whose clusters are not known yet would fail. */
    @Bean
    ServiceWatchedKinds clusterKinds(GlobalRequestCache cache, List<ModuleWatchedKinds> modules) {
        List<WatchedKind<?>> first = new ArrayList<>();
        modules.forEach(module -> first.addAll(module.kinds()));
        WatchedKind<GlobalRequestObject> requests = new WatchedKind<>(
                GlobalRequestObjectNames.PLURAL,
                GlobalRequestPaths.API + "/" + GlobalRequestObjectNames.PLURAL,
                "",
                "",
                GlobalRequestObject.class,
                all -> true,
                cache::watched,
                cache::gone,
                null,
                null);
        return new ServiceWatchedKinds(first, List.of(requests), ApiServerObjectMappers.lenient());
    }

    @Bean
    RequiredAccess requestAccess() {
        return new RequiredAccess(List.of(
                everywhere("get", GlobalRequestObjectNames.PLURAL),
                everywhere("create", GlobalRequestObjectNames.PLURAL),
                everywhere("patch", GlobalRequestObjectNames.PLURAL),
                everywhere("delete", GlobalRequestObjectNames.PLURAL),
                everywhere("patch", GlobalRequestObjectNames.PLURAL + "/status"),
                Permission.everywhere("get", "", "configmaps"),
                Permission.everywhere("create", "", "events")));
    }

    private static Permission everywhere(String verb, String resource) {
        return Permission.everywhere(verb, GlobalRequestObjectNames.GROUP, resource);
    }

    @Bean
    StoredRequests requestStore(ApiServerClient api, GlobalRequestCache cache, ObjectProvider<ClusterWatch> watch) {
        return new StoredRequests(api, cache, () -> watch.getObject().isSynced());
    }

    @Bean
    RequestWriter requestWriter(ApiServerClient api, GlobalRequestCache cache, Clock clock) {
        return new RequestWriter(api, cache, clock);
    }

    @Bean
    KubernetesManifestDocumentReader manifestTexts(ApiServerClient api, RecentManifests recent) {
        return new KubernetesManifestDocumentReader(api, recent);
    }

    @Bean
    ApiServerAttemptConfirmation attemptConfirmation(ApiServerClient api) {
        return new ApiServerAttemptConfirmation(api);
    }

    @Bean
    StoredCallbacks callbackRecords(ApiServerClient api, GlobalRequestCache cache, LiveReplicas replicas) {
        return new StoredCallbacks(api, cache, replicas);
    }

    @Bean
    ProgressLoop recordsLoop(
            ApiServerClient api,
            GlobalRequestCache cache,
            CallbackProgressStore callbacks,
            RequestRetentionProperties properties,
            Clock clock,
            Ticker ticker,
            MeterRegistry meters) {
        Counter removed = Counter.builder("edgewise.global.records.deleted")
                .description("Records of failed and cancelled requests that were kept long enough")
                .register(meters);
        EndedRequestRemover remover =
                new EndedRequestRemover(api, cache, callbacks, properties.keptFor(), clock, removed);
        return new ProgressLoop("records", remover::step, Duration.ofMinutes(1), ticker, meters);
    }

    @Bean
    LifecyclePhase recordsPhase(ProgressLoop recordsLoop) {
        return LifecyclePhase.of(LifecyclePhase.LEAD, recordsLoop);
    }
}
