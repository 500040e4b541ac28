package dev.edgewise.scheduler.config;

import dev.edgewise.scheduler.cluster.ClusterFeed;
import dev.edgewise.scheduler.kubernetes.watch.ClusterWatch;
import dev.edgewise.scheduler.kubernetes.watch.WatchedKinds;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.file.Path;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The adapters to the Kubernetes API. */
@Configuration(proxyBeanMethods = false)
class KubernetesConfiguration {
    @Bean(destroyMethod = "close")
    KubernetesClient kubernetesClient() {
        ClusterAccess access = new ClusterAccess(System.getenv(), Path.of(System.getProperty("user.home")));
        return new KubernetesClientBuilder().withConfig(access.config()).build();
    }

    @Bean(destroyMethod = "")
    ClusterWatch clusterWatch(KubernetesClient client, ClusterFeed feed, MeterRegistry meters) {
        return new ClusterWatch(
                client,
                WatchedKinds.surroundings(feed),
                WatchedKinds.pods(feed),
                ClusterWatch.Settings.DEFAULT,
                meters);
    }

    @Bean
    Step clusterWatchStep(ClusterWatch watch) {
        return new Step(
                Step.WATCH,
                () -> {
                    StartReport.on(watch);
                    watch.start();
                },
                watch::stop);
    }

    @Bean
    CacheSync cacheSync(ClusterWatch watch) {
        return watch::isSynced;
    }

    @Bean
    ClusterHealth clusterHealthIndicator(CacheSync sync) {
        return new ClusterHealth(sync);
    }
}
