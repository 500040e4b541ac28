package dev.edgewise.scheduler.config;

import dev.edgewise.common.security.ReviewApi;
import dev.edgewise.scheduler.MemoryThrift;
import dev.edgewise.scheduler.cluster.ClusterFeed;
import dev.edgewise.scheduler.kubernetes.BindTraffic;
import dev.edgewise.scheduler.kubernetes.KubernetesAnnouncer;
import dev.edgewise.scheduler.kubernetes.KubernetesBinder;
import dev.edgewise.scheduler.kubernetes.KubernetesEvictor;
import dev.edgewise.scheduler.kubernetes.access.ApiReviews;
import dev.edgewise.scheduler.kubernetes.api.ApiRequests;
import dev.edgewise.scheduler.kubernetes.api.Retries;
import dev.edgewise.scheduler.kubernetes.http.ApiServer;
import dev.edgewise.scheduler.kubernetes.watch.ClusterWatch;
import dev.edgewise.scheduler.kubernetes.watch.DeviceKinds;
import dev.edgewise.scheduler.kubernetes.watch.SelectorKinds;
import dev.edgewise.scheduler.kubernetes.watch.StorageKinds;
import dev.edgewise.scheduler.kubernetes.watch.WatchedKind;
import dev.edgewise.scheduler.kubernetes.watch.WatchedKinds;
import io.fabric8.kubernetes.client.Config;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.file.Path;
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
    /** How long the API server may take to answer one request; not longer than a deposed leader's last one may live. */
    private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(5);

    private static final Duration REVIEW_TIMEOUT = Duration.ofSeconds(3);
    /** How long what is still to be told, or evicted, may take at the end. */
    private static final Duration FLUSH = Duration.ofSeconds(3);

    @Bean
    Config kubernetesConfig(KubernetesProperties properties) {
        Path home = Path.of(System.getProperty("user.home"));
        return new ClusterAccess(properties.kubeconfig(), System.getenv(), home).config();
    }

    /** Outlives the steps below, which end what uses it. */
    @Bean(destroyMethod = "close")
    ApiServer apiServer(Config kubernetesConfig) {
        return ClusterAccess.server(kubernetesConfig);
    }

    @Bean
    ApiRequests apiRequests(ApiServer server) {
        return new ApiRequests(server, REQUEST_TIMEOUT);
    }

    /** Callers' tokens and rights are reviewed over these: who calls waits less than those whose pods are bound. */
    @Bean
    ReviewApi reviewApi(ApiServer server, Config kubernetesConfig) {
        String own = kubernetesConfig.getNamespace();
        return new ApiReviews(new ApiRequests(server, REVIEW_TIMEOUT), own == null ? "default" : own);
    }

    @Bean
    Retries retries(RandomGenerator random) {
        return Retries.standard(random);
    }

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
            Identity identity,
            Clock clock,
            MeterRegistry meters) {
        Retries patient = Retries.throughARestart(random);
        return new KubernetesAnnouncer(api, patient, traffic, identity.name(), clock, meters);
    }

    @Bean
    Step announcerStep(KubernetesAnnouncer announcer) {
        return new Step(Step.ANNOUNCE, announcer::start, () -> announcer.stop(FLUSH));
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
    Step evictorStep(KubernetesEvictor evictor) {
        return new Step(Step.EVICT, evictor::start, () -> evictor.stop(FLUSH));
    }

    @Bean(destroyMethod = "")
    ClusterWatch clusterWatch(ApiRequests api, ClusterFeed feed, MeterRegistry meters) {
        List<WatchedKind<?>> surroundings = new ArrayList<>(WatchedKinds.surroundings(feed));
        surroundings.addAll(StorageKinds.all(feed));
        surroundings.addAll(SelectorKinds.all(feed));
        surroundings.addAll(DeviceKinds.all(feed));
        return new ClusterWatch(api, surroundings, WatchedKinds.pods(feed), ClusterWatch.Settings.DEFAULT, meters);
    }

    @Bean
    Step clusterWatchStep(ClusterWatch watch, StartCheck check) {
        return new Step(
                Step.WATCH,
                () -> {
                    check.run();
                    watch.synced().thenRunAsync(MemoryThrift::startIsOver);
                    watch.start();
                },
                watch::stop);
    }

    @Bean
    CacheSync cacheSync(ClusterWatch watch) {
        return watch::isSynced;
    }

    @Bean
    ClusterHealth clusterHealthIndicator(ClusterWatch watch) {
        return new ClusterHealth(watch);
    }
}
