package dev.edgewise.kubernetes.autoconfigure;

import dev.edgewise.common.boot.HeapTuning;
import dev.edgewise.common.boot.LifecyclePhase;
import dev.edgewise.common.security.Permission;
import dev.edgewise.kubernetes.access.RequiredAccess;
import dev.edgewise.kubernetes.api.ApiServerClient;
import dev.edgewise.kubernetes.http.ApiServerTransport;
import dev.edgewise.kubernetes.watch.ClusterWatch;
import dev.edgewise.kubernetes.watch.ServiceWatchedKinds;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.stream.Stream;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.context.annotation.Bean;

/** Watches what the service's {@link ServiceWatchedKinds} bean names. */
@AutoConfiguration(after = KubernetesAutoConfiguration.class)
@ConditionalOnBean(ServiceWatchedKinds.class)
public class WatchAutoConfiguration {
    @Bean(destroyMethod = "")
    ClusterWatch clusterWatch(ApiServerClient api, ServiceWatchedKinds kinds, MeterRegistry meters) {
        return new ClusterWatch(api, kinds, ClusterWatch.Settings.DEFAULT, meters);
    }

    @Bean
    LifecyclePhase clusterWatchPhase(ClusterWatch watch) {
        return new LifecyclePhase(
                LifecyclePhase.WATCH,
                () -> {
                    watch.synced().thenRunAsync(HeapTuning::startIsOver);
                    watch.start();
                },
                watch::stop);
    }

    @Bean
    ClusterSyncHealthIndicator clusterHealthIndicator(ClusterWatch watch, ApiServerTransport server) {
        return new ClusterSyncHealthIndicator(watch, server::refused);
    }

    @Bean
    ClusterReadinessPostProcessor clusterReadiness() {
        return new ClusterReadinessPostProcessor();
    }

    @Bean
    RequiredAccess watchAccess(ServiceWatchedKinds kinds) {
        return new RequiredAccess(kinds.all()
                .flatMap(kind -> Stream.of("list", "watch")
                        .map(verb -> new Permission(verb, kind.group(), kind.name(), kind.namespace())))
                .toList());
    }
}
