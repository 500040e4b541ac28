package dev.edgewise.networkprobe.rtt;

import dev.edgewise.common.boot.LifecyclePhase;
import dev.edgewise.common.boot.LoopHealth;
import dev.edgewise.common.boot.ProgressLoop;
import dev.edgewise.common.signal.SignalStores;
import dev.edgewise.common.signal.json.RoundTripTimeJsonCodec;
import dev.edgewise.common.signal.publish.LockedWriterElection;
import dev.edgewise.common.signal.publish.WriterElection;
import dev.edgewise.common.time.LocalWallClock;
import dev.edgewise.common.time.SteadyTime;
import dev.edgewise.common.time.Ticker;
import dev.edgewise.kubernetes.lease.ReplicaIdentity;
import dev.edgewise.networkprobe.nodes.NodeDirectory;
import dev.edgewise.networkprobe.sources.EffectiveRttMerger;
import dev.edgewise.networkprobe.sources.ManualRttSource;
import dev.edgewise.networkprobe.sources.RttSource;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Beans that combine the effective round-trip times, and publish them. */
@Configuration(proxyBeanMethods = false)
class RttConfiguration {
    private static final Status DEGRADED = new Status("DEGRADED");

    /** A round of 5,000 nodes takes a second; to write all their rows again to a slow Redis, a minute. */
    static final Duration STUCK_AFTER = Duration.ofMinutes(3);

    /** Write turn on this machine's own clock, which shows that the machine was suspended. */
    @Bean
    WriterElection writeTurn(SignalStores stores, Ticker ticker, LocalWallClock machine) {
        String identity = ReplicaIdentity.ofThisContainer().name();
        return new LockedWriterElection(
                RoundTripTimeJsonCodec.KIND.name(),
                stores.writerOf(RoundTripTimeJsonCodec.KIND),
                identity,
                new SteadyTime(ticker, machine.clock()));
    }

    /** Files name nodes that no cluster has: without a cluster, any may be there. */
    @Bean
    ManualRttSource manualSource(ManualRttProperties properties, ObjectProvider<NodeDirectory> directory, Clock clock) {
        NodeDirectory nodes = directory.getIfAvailable(NodeDirectory::new);
        return new ManualRttSource(properties.validFor(), name -> !nodes.isComplete() || nodes.contains(name), clock);
    }

    @Bean
    EffectiveRttMerger effectiveRtt(List<RttSource> sources, Clock clock, MeterRegistry meters) {
        EffectiveRttMerger rtt = new EffectiveRttMerger(sources, clock);
        Gauge.builder("edgewise.rtt.pairs", rtt, EffectiveRttMerger::size)
                .description("Pairs of nodes with an effective round-trip time")
                .register(meters);
        return rtt;
    }

    /** Zones from the cluster's nodes, else from the sources. */
    @Bean
    NodeDisplayOrder nodeZones(ObjectProvider<NodeDirectory> directory, List<RttSource> sources) {
        NodeDirectory nodes = directory.getIfAvailable(NodeDirectory::new);
        return new NodeDisplayOrder(node -> {
            String zone = nodes.zone(node);
            for (RttSource source : sources) {
                zone = zone.isEmpty() ? source.zone(node) : zone;
            }
            return zone;
        });
    }

    @Bean
    RttStorePublisher rttService(
            EffectiveRttMerger rtt,
            List<RttSource> sources,
            SignalStores stores,
            SteadyTime time,
            WriterElection turn,
            MeterRegistry meters) {
        return new RttStorePublisher(rtt, sources, stores, time, turn, meters);
    }

    @Bean
    ProgressLoop publishLoop(RttStorePublisher service, Ticker ticker, MeterRegistry meters) {
        return new ProgressLoop("rtt-publish", service::step, service.pause(), ticker, meters);
    }

    /** Phase before the web server takes reports; it ends after the last one. */
    @Bean
    LifecyclePhase publishPhase(ProgressLoop publishLoop, WriterElection turn) {
        return new LifecyclePhase(LifecyclePhase.PUBLISH, publishLoop::start, () -> {
            publishLoop.stop();
            turn.release();
        });
    }

    /**
     * {@code DEGRADED}, with the reason, while a source has a problem or the store is unreachable, or takes nothing:
     * what is known stays in use.
     */
    @Bean("rtt")
    HealthIndicator rttHealth(RttStorePublisher service, EffectiveRttMerger rtt, List<RttSource> sources) {
        return () -> {
            Optional<String> problem = sources.stream()
                    .flatMap(source -> source.problem().stream())
                    .findFirst();
            Optional<String> trouble = service.storeTrouble();
            boolean well = service.isStoreConnected() && problem.isEmpty() && trouble.isEmpty();
            Health.Builder health = Health.status(well ? Status.UP : DEGRADED)
                    .withDetail("pairs", rtt.size())
                    .withDetail("storeConnected", service.isStoreConnected())
                    .withDetail("rowsWaitingForStore", service.waiting());
            sources.forEach(source -> source.details().forEach(health::withDetail));
            trouble.ifPresent(text -> health.withDetail("storeTrouble", text));
            problem.ifPresent(text -> health.withDetail("error", text));
            return health.build();
        };
    }

    /** Readiness: a standby takes no reports, so none are sent to it. Does not ask Redis. */
    @Bean
    HealthIndicator writer(WriterElection turn) {
        return () -> turn.other()
                .map(other -> Health.outOfService().withDetail("standingByFor", other))
                .orElseGet(Health::up)
                .build();
    }

    /** Liveness: whether the loops that plan, estimate and publish go round, whether their steps succeed or not. */
    @Bean
    HealthIndicator rttLoop(List<ProgressLoop> loops) {
        return new LoopHealth(loops, STUCK_AFTER);
    }

    /** Readiness: whether the nodes of the cluster are known, where the sources need them. */
    @Bean
    HealthIndicator clusterNodes(ObjectProvider<NodeDirectory> directory) {
        return () -> {
            NodeDirectory nodes = directory.getIfAvailable();
            if (nodes == null) {
                return Health.up().withDetail("needed", false).build();
            }
            return (nodes.isComplete() ? Health.up() : Health.outOfService())
                    .withDetail("nodes", nodes.names().size())
                    .withDetail("measurable", nodes.measurable().size())
                    .build();
        };
    }
}
