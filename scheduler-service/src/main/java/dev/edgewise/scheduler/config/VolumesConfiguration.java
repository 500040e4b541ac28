package dev.edgewise.scheduler.config;

import dev.edgewise.common.WriteGate;
import dev.edgewise.common.boot.InvalidConfigurationException;
import dev.edgewise.common.time.Ticker;
import dev.edgewise.kubernetes.api.ApiRequests;
import dev.edgewise.kubernetes.api.Retries;
import dev.edgewise.scheduler.claims.VolumeBinder;
import dev.edgewise.scheduler.cluster.ClusterState;
import dev.edgewise.scheduler.kubernetes.volumes.KubernetesVolumeWriter;
import java.time.Duration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What gives pods their volumes. */
@Configuration(proxyBeanMethods = false)
class VolumesConfiguration {
    /** Volumes take seconds to be made; looking costs next to nothing. */
    private static final Duration CHECK_EVERY = Duration.ofMillis(250);

    @Bean
    VolumeBinder volumeBinder(
            ClusterState state,
            ApiRequests api,
            Retries retries,
            WriteGate gate,
            VolumeProperties properties,
            BindProperties bind,
            Ticker ticker) {
        requireRoomForOthers(properties, bind);
        var settings = new VolumeBinder.Settings(properties.bindTimeout(), CHECK_EVERY, properties.mostWaiting());
        return new VolumeBinder(state, new KubernetesVolumeWriter(api, retries, gate), settings, ticker);
    }

    /** Each pod that waits for volumes has one of the threads that bind. */
    static void requireRoomForOthers(VolumeProperties properties, BindProperties bind) {
        if (properties.mostWaiting() >= bind.concurrency()) {
            throw new InvalidConfigurationException(
                    "edgewise.scheduler.volumes.most-waiting is " + properties.mostWaiting()
                            + ": it must be below edgewise.scheduler.bind.concurrency, " + bind.concurrency()
                            + ", or pods that wait for volumes could keep all others from being bound.",
                    "Lower the first or raise the second.");
        }
    }
}
