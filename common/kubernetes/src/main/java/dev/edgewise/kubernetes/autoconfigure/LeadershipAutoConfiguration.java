package dev.edgewise.kubernetes.autoconfigure;

import dev.edgewise.common.WriteGate;
import dev.edgewise.common.boot.LifecyclePhase;
import dev.edgewise.common.time.LocalWallClock;
import dev.edgewise.common.time.Ticker;
import dev.edgewise.kubernetes.access.OwnNamespace;
import dev.edgewise.kubernetes.access.RequiredAccess;
import dev.edgewise.kubernetes.api.ApiServerClient;
import dev.edgewise.kubernetes.http.ApiServerTransport;
import dev.edgewise.kubernetes.lease.LeaderCallbacks;
import dev.edgewise.kubernetes.lease.LeaderElection;
import dev.edgewise.kubernetes.lease.LeaderElectionParticipant;
import dev.edgewise.kubernetes.lease.LeaderWriteGate;
import dev.edgewise.kubernetes.lease.LeaseSettings;
import dev.edgewise.kubernetes.lease.ProcessTerminator;
import dev.edgewise.kubernetes.lease.ReplicaIdentity;
import dev.edgewise.kubernetes.watch.ClusterWatch;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.util.random.RandomGenerator;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Elects a leader among the replicas of a service with a {@link LeaderCallbacks} bean, once its watches are synced. */
@AutoConfiguration(after = WatchAutoConfiguration.class)
@ConditionalOnBean(LeaderCallbacks.class)
public class LeadershipAutoConfiguration {
    private static final String ENABLED = "edgewise.leader-election.enabled";

    @Bean
    ReplicaIdentity replicaIdentity() {
        return ReplicaIdentity.ofThisProcess();
    }

    @Bean
    LifecyclePhase leadershipPhase(
            LeaderElectionParticipant leadership, ObjectProvider<ClusterWatch> watches, MeterRegistry meters) {
        Gauge.builder("edgewise.leader", leadership, leads -> leads.isLeading() ? 1 : 0)
                .description("1 while this replica leads")
                .register(meters);
        ClusterWatch watch = watches.getIfAvailable();
        Runnable seek = watch == null ? leadership::seek : () -> watch.synced().thenRun(leadership::seek);
        return new LifecyclePhase(LifecyclePhase.LEAD, seek, leadership::leave);
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnProperty(name = ENABLED, havingValue = "false")
    static class Alone {
        @Bean
        WriteGate writeGate() {
            return WriteGate.ALWAYS_OPEN;
        }

        @Bean
        LeaderElectionParticipant leadership(LeaderCallbacks callbacks) {
            return new LeaderElectionParticipant(callbacks, null);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnProperty(name = ENABLED, havingValue = "true", matchIfMissing = true)
    static class Elected {
        /** Fence on this machine's own clock, which shows that the machine was suspended. */
        @Bean
        LeaderWriteGate writeGate(Ticker ticker, LocalWallClock machine) {
            return new LeaderWriteGate(ticker, machine.clock());
        }

        @Bean
        LeaseSettings leaseSettings(
                LeaderElectionProperties properties,
                OwnNamespace namespace,
                ReplicaIdentity identity,
                @Value("${spring.application.name}") String service) {
            return properties.settings(namespace.name(), service, identity);
        }

        @Bean
        RequiredAccess leadershipAccess(LeaseSettings lease) {
            return RequiredAccess.leading(lease.namespace(), lease.name());
        }

        @Bean
        LeaderElectionParticipant leadership(
                LeaderCallbacks callbacks,
                ApiServerTransport server,
                LeaseSettings lease,
                Clock clock,
                RandomGenerator random,
                LeaderWriteGate fence) {
            ApiServerClient api = new ApiServerClient(server, lease.requestTimeout());
            return new LeaderElectionParticipant(
                    callbacks,
                    new LeaderElection(api, lease, clock, random, fence, callbacks, ProcessTerminator::cannotStepDown));
        }
    }
}
