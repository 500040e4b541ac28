package dev.edgewise.scheduler.config;

import dev.edgewise.common.security.SecurityProperties;
import dev.edgewise.common.time.Ticker;
import dev.edgewise.scheduler.cycle.Mandate;
import dev.edgewise.scheduler.cycle.SchedulingLoop;
import dev.edgewise.scheduler.cycle.UnreadablePods;
import dev.edgewise.scheduler.kubernetes.KubernetesEvictor;
import dev.edgewise.scheduler.kubernetes.access.Access;
import dev.edgewise.scheduler.kubernetes.access.AccessCheck;
import dev.edgewise.scheduler.kubernetes.access.SchedulerAccess;
import dev.edgewise.scheduler.kubernetes.api.ApiRequests;
import dev.edgewise.scheduler.kubernetes.api.Retries;
import dev.edgewise.scheduler.kubernetes.http.ApiServer;
import dev.edgewise.scheduler.kubernetes.lease.Fence;
import dev.edgewise.scheduler.kubernetes.lease.LeaderElection;
import dev.edgewise.scheduler.kubernetes.lease.LeaseSettings;
import dev.edgewise.scheduler.kubernetes.watch.ClusterWatch;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Who decides: this replica at once, or the one that holds the Lease. */
@Configuration(proxyBeanMethods = false)
class LeadershipConfiguration {
    /** How long bindings under way may take at the end. */
    private static final Duration DRAIN = Duration.ofSeconds(10);
    /** How long preemptions under way may take at the end. */
    private static final Duration FLUSH = Duration.ofSeconds(3);

    private static final String SWITCH = "edgewise.leader-election";

    @Bean
    Identity identity() {
        return Identity.ofThisProcess();
    }

    @Bean
    StartCheck startCheck(
            ApiServer server,
            ApiRequests api,
            Retries retries,
            LeaderElectionProperties lease,
            ElectionProperties election,
            SecurityProperties security) {
        List<Access> needed = new ArrayList<>(SchedulerAccess.watching());
        needed.addAll(SchedulerAccess.binding());
        if (election.leaderElection()) {
            needed.addAll(SchedulerAccess.leading(lease.namespace(), lease.name()));
        }
        if (security.reviewsTokens()) {
            needed.addAll(SchedulerAccess.reviewing());
        }
        return new StartCheck(new AccessCheck(api, retries), needed, server.toString());
    }

    @Bean
    Step scheduleStep(ClusterWatch watch, Leadership leadership) {
        return new Step(Step.SCHEDULE, () -> watch.synced().thenRun(leadership::seek), leadership::leave);
    }

    @Bean
    LeadershipHealth leadershipHealthIndicator(Leadership leadership) {
        return new LeadershipHealth(leadership::catchingUp);
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnProperty(name = SWITCH, havingValue = "false")
    static class Alone {
        @Bean
        Mandate mandate() {
            return Mandate.UNLIMITED;
        }

        @Bean
        BinderName binderName(Identity identity) {
            return new BinderName(identity.name());
        }

        @Bean
        Leadership leadership(
                SchedulingLoop loop,
                ClusterWatch watch,
                KubernetesEvictor evictor,
                UnreadablePods unreadable,
                Ticker ticker) {
            return new Leadership(loop, watch::caughtUp, () -> evictor.stop(FLUSH), unreadable, ticker, DRAIN, null);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnProperty(name = SWITCH, havingValue = "true", matchIfMissing = true)
    static class Elected {
        @Bean
        Fence mandate(Ticker ticker, Clock clock) {
            return new Fence(ticker, clock);
        }

        /** One name for all who stand in this election. */
        @Bean
        BinderName binderName(LeaderElectionProperties lease) {
            return new BinderName(lease.namespace() + '/' + lease.name());
        }

        @Bean
        Leadership leadership(
                SchedulingLoop loop,
                ClusterWatch watch,
                KubernetesEvictor evictor,
                UnreadablePods unreadable,
                Ticker ticker,
                Fence fence,
                ApiServer server,
                LeaderElectionProperties lease,
                Identity identity,
                Clock clock,
                RandomGenerator random) {
            LeaseSettings settings = lease.settings(identity);
            ApiRequests api = new ApiRequests(server, settings.requestTimeout());
            return new Leadership(
                    loop,
                    watch::caughtUp,
                    () -> evictor.stop(FLUSH),
                    unreadable,
                    ticker,
                    DRAIN,
                    candidate -> new LeaderElection(api, settings, clock, random, fence, candidate));
        }
    }
}
