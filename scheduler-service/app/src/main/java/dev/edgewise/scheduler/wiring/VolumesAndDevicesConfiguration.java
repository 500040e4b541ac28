package dev.edgewise.scheduler.wiring;

import dev.edgewise.common.WriteGate;
import dev.edgewise.common.boot.InvalidConfigurationException;
import dev.edgewise.common.time.Ticker;
import dev.edgewise.scheduler.binding.volumes.PreBindSteps;
import dev.edgewise.scheduler.binding.volumes.ResourceClaimReserver;
import dev.edgewise.scheduler.binding.volumes.ResourceClaimWriter;
import dev.edgewise.scheduler.binding.volumes.VolumeBinder;
import dev.edgewise.scheduler.binding.volumes.VolumeWriter;
import dev.edgewise.scheduler.cycle.ConcurrentBindings;
import dev.edgewise.scheduler.cycle.PreBind;
import dev.edgewise.scheduler.cycle.PreBindStep;
import dev.edgewise.scheduler.state.ClusterState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;

/** Configures volumes and devices of claims for pods. */
@Configuration(proxyBeanMethods = false)
class VolumesAndDevicesConfiguration {
    /** Volumes take seconds to be made; looking costs next to nothing. */
    private static final Duration CHECK_EVERY = Duration.ofMillis(250);

    /**
     * Volumes first: they may take minutes, and a claim should not be held for a pod that gets none.
     *
     * @param ofModules steps of modules, which come last
     */
    @Bean
    @Primary
    PreBind preBind(
            ClusterState state,
            VolumeWriter volumes,
            ResourceClaimWriter claims,
            WriteGate gate,
            VolumeProperties properties,
            ConcurrentBindings bindings,
            List<PreBindStep> ofModules,
            Ticker ticker) {
        requireRoomForOthers(properties.maxConcurrentWaits(), bindings.most());
        var settings =
                new VolumeBinder.Settings(properties.bindTimeout(), CHECK_EVERY, properties.maxConcurrentWaits());
        List<PreBind> steps = new ArrayList<>();
        steps.add(new VolumeBinder(state, volumes, settings, ticker));
        steps.add(new ResourceClaimReserver(state, claims, gate));
        steps.addAll(ofModules);
        return new PreBindSteps(steps);
    }

    /** Requires more binding threads than pods that wait for volumes, as each of these pods occupies one. */
    static void requireRoomForOthers(int maxConcurrentWaits, int concurrency) {
        if (maxConcurrentWaits >= concurrency) {
            throw new InvalidConfigurationException(
                    "edgewise.scheduler.volumes.max-concurrent-waits is " + maxConcurrentWaits
                            + ": it must be below edgewise.scheduler.bind.concurrency, " + concurrency
                            + ", or pods that wait for volumes could keep all others from being bound.",
                    "Lower the first or raise the second.");
        }
    }
}
