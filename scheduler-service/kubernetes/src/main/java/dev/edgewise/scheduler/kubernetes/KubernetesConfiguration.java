package dev.edgewise.scheduler.kubernetes;

import dev.edgewise.common.WriteGate;
import dev.edgewise.common.boot.LifecyclePhase;
import dev.edgewise.common.time.Ticker;
import dev.edgewise.kubernetes.access.OwnNamespace;
import dev.edgewise.kubernetes.access.RequiredAccess;
import dev.edgewise.kubernetes.api.ApiServerClient;
import dev.edgewise.kubernetes.api.Retries;
import dev.edgewise.kubernetes.events.PodEventWriter;
import dev.edgewise.kubernetes.lease.LeaseSettings;
import dev.edgewise.kubernetes.lease.ReplicaIdentity;
import dev.edgewise.kubernetes.watch.ClusterWatch;
import dev.edgewise.scheduler.binding.volumes.ResourceClaimWriter;
import dev.edgewise.scheduler.binding.volumes.VolumeWriter;
import dev.edgewise.scheduler.cycle.Binder;
import dev.edgewise.scheduler.cycle.EventDetails;
import dev.edgewise.scheduler.cycle.PodMistakeReporter;
import dev.edgewise.scheduler.cycle.SchedulingLoop;
import dev.edgewise.scheduler.plugins.recovery.BalloonWriter;
import dev.edgewise.scheduler.plugins.recovery.FailoverWriter;
import dev.edgewise.scheduler.plugins.recovery.ReserveWriter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.random.RandomGenerator;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The adapters to the Kubernetes API. */
@Configuration(proxyBeanMethods = false)
class KubernetesConfiguration {
    /** How long bindings under way may take at the end. */
    private static final Duration DRAIN = Duration.ofSeconds(10);
    /** How long events and evictions under way may take at the end. */
    private static final Duration FLUSH = Duration.ofSeconds(3);

    @Bean
    BindingsInFlight bindTraffic() {
        return new BindingsInFlight();
    }

    /**
     * Creates the binder. It asks whether a pod was bound until the answer is known: if the capacity were released
     * before, an outage of the API server would leave the node overcommitted. All replicas of one election bind under
     * one name; without an election, each process has its own.
     */
    @Bean
    Binder binder(
            ApiServerClient api,
            RandomGenerator random,
            BindingsInFlight traffic,
            ReplicaIdentity identity,
            WriteGate gate,
            ObjectProvider<LeaseSettings> leases,
            ObjectProvider<ObservationRegistry> observations) {
        LeaseSettings lease = leases.getIfAvailable();
        String name = lease == null ? identity.name() : lease.namespace() + '/' + lease.name();
        Binder binder = new KubernetesBinder(api, Retries.untilAnswered(random), traffic, name, gate);
        ObservationRegistry registry = observations.getIfAvailable(() -> ObservationRegistry.NOOP);
        return assigned -> Observation.createNotStarted("edgewise.scheduling.bind", registry)
                .highCardinalityKeyValue("pod", assigned.key().toString())
                .observeChecked(() -> binder.bind(assigned));
    }

    @Bean
    KubernetesEventRecorder recorder(
            ApiServerClient api,
            RandomGenerator random,
            BindingsInFlight traffic,
            ReplicaIdentity identity,
            EventDetails details,
            Clock clock,
            MeterRegistry meters) {
        Retries patient = Retries.throughARestart(random);
        return new KubernetesEventRecorder(api, patient, traffic, identity.name(), details, clock, meters);
    }

    @Bean
    LifecyclePhase recorderPhase(KubernetesEventRecorder recorder) {
        return new LifecyclePhase(LifecyclePhase.ANNOUNCE, () -> {}, () -> recorder.stop(FLUSH));
    }

    @Bean
    MisspellingEventRecorder spellingRecorder(
            ApiServerClient api,
            Retries retries,
            BindingsInFlight traffic,
            ReplicaIdentity identity,
            Clock clock,
            KubernetesEventRecorder recorder) {
        PodEventWriter events = new PodEventWriter(api, retries, clock, identity.name(), recorder.dropped());
        return new MisspellingEventRecorder(events, traffic, recorder.dropped());
    }

    @Bean
    LifecyclePhase spellingRecorderPhase(MisspellingEventRecorder recorder) {
        return new LifecyclePhase(LifecyclePhase.ANNOUNCE, () -> {}, () -> recorder.stop(FLUSH));
    }

    @Bean
    KubernetesPreemptionWriter evictor(
            ApiServerClient api,
            Retries retries,
            KubernetesReservations reservations,
            BindingsInFlight traffic,
            KubernetesEventRecorder recorder,
            Clock clock,
            MeterRegistry meters) {
        KubernetesMover mover = new KubernetesMover(api, reservations, pause -> LockSupport.parkNanos(pause.toNanos()));
        return new KubernetesPreemptionWriter(api, retries, mover, reservations, traffic, recorder, clock, meters);
    }

    @Bean
    LifecyclePhase evictorPhase(KubernetesPreemptionWriter evictor) {
        return new LifecyclePhase(LifecyclePhase.EVICT, () -> {}, () -> evictor.stop(FLUSH));
    }

    @Bean
    KubernetesReservations kubernetesReservations(ApiServerClient api, Retries retries) {
        return new KubernetesReservations(api, retries);
    }

    @Bean
    FailoverWriter failoverWriter(
            ApiServerClient api,
            Retries retries,
            KubernetesReservations reservations,
            KubernetesEventRecorder recorder,
            Clock clock) {
        return new KubernetesFailoverWriter(api, retries, reservations, recorder, clock);
    }

    @Bean
    ReserveWriter reserveWriter(KubernetesReservations reservations, OwnNamespace namespace) {
        return new KubernetesReserveWriter(reservations, namespace.name());
    }

    @Bean
    BalloonWriter balloonWriter(
            ApiServerClient api, Retries retries, OwnNamespace namespace, BalloonProperties properties) {
        return new KubernetesBalloons(
                api, retries, new BalloonManifest(namespace.name(), properties.image(), properties.priorityClass()));
    }

    @Bean
    RequiredAccess bindingAccess() {
        return SchedulerRequiredAccess.binding();
    }

    @Bean
    VolumeWriter volumeWriter(ApiServerClient api, Retries retries, WriteGate gate) {
        return new KubernetesVolumeWriter(api, retries, gate);
    }

    @Bean
    ResourceClaimWriter claimWriter(ApiServerClient api, Retries retries, WriteGate gate) {
        return new KubernetesResourceClaimWriter(api, retries, gate);
    }

    /** The leader starts without catching up if there is no election, as no other replica led before. */
    @Bean
    SchedulingLeader schedulingLeader(
            SchedulingLoop loop,
            ClusterWatch watch,
            KubernetesPreemptionWriter evictor,
            List<PodMistakeReporter> announcers,
            Ticker ticker,
            ObjectProvider<LeaseSettings> leases) {
        boolean elected = leases.getIfAvailable() != null;
        return new SchedulingLeader(
                loop,
                () -> elected ? watch.caughtUp() : CompletableFuture.completedFuture(null),
                () -> evictor.stop(FLUSH),
                announcers,
                ticker,
                DRAIN);
    }

    @Bean
    LeaderHealth leadershipHealthIndicator(SchedulingLeader leader, ClusterWatch watch) {
        return new LeaderHealth(leader::catchingUp, watch::isRefused);
    }
}
