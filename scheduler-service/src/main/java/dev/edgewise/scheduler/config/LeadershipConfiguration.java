package dev.edgewise.scheduler.config;

import dev.edgewise.common.time.Ticker;
import dev.edgewise.kubernetes.lease.LeaseSettings;
import dev.edgewise.kubernetes.lease.ReplicaIdentity;
import dev.edgewise.kubernetes.watch.ClusterWatch;
import dev.edgewise.scheduler.cycle.SchedulingLoop;
import dev.edgewise.scheduler.cycle.UnreadablePods;
import dev.edgewise.scheduler.kubernetes.KubernetesEvictor;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What this service does while it leads. */
@Configuration(proxyBeanMethods = false)
class LeadershipConfiguration {
    /** How long bindings under way may take at the end. */
    private static final Duration DRAIN = Duration.ofSeconds(10);
    /** How long preemptions under way may take at the end. */
    private static final Duration FLUSH = Duration.ofSeconds(3);

    /** One name for all who stand in one election; without an election, this process's own. */
    @Bean
    BinderName binderName(ObjectProvider<LeaseSettings> leases, ReplicaIdentity identity) {
        LeaseSettings lease = leases.getIfAvailable();
        return new BinderName(lease == null ? identity.name() : lease.namespace() + '/' + lease.name());
    }

    /** Where nobody else led before, there is nothing to catch up with. */
    @Bean
    SchedulingLeader schedulingLeader(
            SchedulingLoop loop,
            ClusterWatch watch,
            KubernetesEvictor evictor,
            UnreadablePods unreadable,
            Ticker ticker,
            ObjectProvider<LeaseSettings> leases) {
        boolean elected = leases.getIfAvailable() != null;
        return new SchedulingLeader(
                loop,
                () -> elected ? watch.caughtUp() : CompletableFuture.completedFuture(null),
                () -> evictor.stop(FLUSH),
                unreadable,
                ticker,
                DRAIN);
    }

    @Bean
    LeaderHealth leadershipHealthIndicator(SchedulingLeader leader) {
        return new LeaderHealth(leader::catchingUp);
    }
}
