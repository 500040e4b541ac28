package dev.edgewise.scheduler.config;

import dev.edgewise.common.boot.LifecyclePhase;
import dev.edgewise.kubernetes.access.RequiredAccess;
import dev.edgewise.kubernetes.api.ApiRequests;
import dev.edgewise.kubernetes.api.Retries;
import dev.edgewise.kubernetes.lease.ReplicaIdentity;
import dev.edgewise.kubernetes.watch.ClusterKinds;
import dev.edgewise.kubernetes.watch.ClusterWatch;
import dev.edgewise.kubernetes.watch.WatchedKind;
import dev.edgewise.scheduler.cluster.ClusterFeed;
import dev.edgewise.scheduler.kubernetes.BindTraffic;
import dev.edgewise.scheduler.kubernetes.KubernetesAnnouncer;
import dev.edgewise.scheduler.kubernetes.KubernetesBinder;
import dev.edgewise.scheduler.kubernetes.KubernetesEvictor;
import dev.edgewise.scheduler.kubernetes.access.SchedulerAccess;
import dev.edgewise.scheduler.kubernetes.watch.DeviceKinds;
import dev.edgewise.scheduler.kubernetes.watch.LeanMapper;
import dev.edgewise.scheduler.kubernetes.watch.SelectorKinds;
import dev.edgewise.scheduler.kubernetes.watch.StorageKinds;
import dev.edgewise.scheduler.kubernetes.watch.WatchedKinds;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The adapters to the Kubernetes API. */
@Configuration(proxyBeanMethods = false)
class KubernetesConfiguration {
    /** How long what is still to be told, or evicted, may take at the end. */
    private static final Duration FLUSH = Duration.ofSeconds(3);

    @Bean
    BindTraffic bindTraffic() {
        return new BindTraffic();
    }

    /**
     * Whether a pod was bound is asked until it is known: if its room were given away before, an outage of the API server
     * would leave the node overcommitted.
     */
    @Bean
    KubernetesBinder binder(ApiRequests api, RandomGenerator random, BindTraffic traffic, BinderName name) {
        return new KubernetesBinder(api, Retries.untilAnswered(random), traffic, name.value());
    }

    @Bean
    KubernetesAnnouncer announcer(
            ApiRequests api,
            RandomGenerator random,
            BindTraffic traffic,
            ReplicaIdentity identity,
            Clock clock,
            MeterRegistry meters) {
        Retries patient = Retries.throughARestart(random);
        return new KubernetesAnnouncer(api, patient, traffic, identity.name(), clock, meters);
    }

    @Bean
    LifecyclePhase announcerStep(KubernetesAnnouncer announcer) {
        return new LifecyclePhase(LifecyclePhase.ANNOUNCE, announcer::start, () -> announcer.stop(FLUSH));
    }

    @Bean
    KubernetesEvictor evictor(
            ApiRequests api,
            Retries retries,
            BindTraffic traffic,
            KubernetesAnnouncer announcer,
            Clock clock,
            MeterRegistry meters) {
        return new KubernetesEvictor(api, retries, traffic, announcer, clock, meters);
    }

    @Bean
    LifecyclePhase evictorStep(KubernetesEvictor evictor) {
        return new LifecyclePhase(LifecyclePhase.EVICT, evictor::start, () -> evictor.stop(FLUSH));
    }

    @Bean
    ClusterKinds clusterKinds(ClusterFeed feed) {
        List<WatchedKind<?>> first = new ArrayList<>(WatchedKinds.surroundings(feed));
        first.addAll(StorageKinds.all(feed));
        first.addAll(SelectorKinds.all(feed));
        first.addAll(DeviceKinds.all(feed));
        return new ClusterKinds(first, List.of(WatchedKinds.pods(feed)), LeanMapper.create());
    }

    @Bean
    RequiredAccess bindingAccess() {
        return SchedulerAccess.binding();
    }

    @Bean
    CacheSync cacheSync(ClusterWatch watch) {
        return watch::isSynced;
    }
}
