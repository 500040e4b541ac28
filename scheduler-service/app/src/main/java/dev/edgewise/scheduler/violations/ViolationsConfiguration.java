package dev.edgewise.scheduler.violations;

import dev.edgewise.common.boot.LifecyclePhase;
import dev.edgewise.common.boot.ProgressLoop;
import dev.edgewise.common.time.Ticker;
import dev.edgewise.scheduler.cycle.SchedulingLoopAccess;
import dev.edgewise.scheduler.plugins.ProfileSet;
import dev.edgewise.scheduler.plugins.delay.BoundPodDelayCheck;
import dev.edgewise.scheduler.plugins.delay.DelayPlugin;
import dev.edgewise.scheduler.plugins.delay.DelayRules;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Keeps the list of broken needs current, on every replica. */
@Configuration(proxyBeanMethods = false)
class ViolationsConfiguration {
    private static final Duration PAUSE = Duration.ofMillis(250);
    /** Twice that in each step: decisions have the processor most of the time. */
    private static final Duration TURN = Duration.ofMillis(25);

    @Bean
    ViolationTracker drift(DelayRules rules, ProfileSet profiles, Ticker ticker, MeterRegistry meters) {
        Set<String> judging = profiles.byName().values().stream()
                .filter(profile -> profile.filters().stream().anyMatch(DelayPlugin.class::isInstance))
                .map(profile -> profile.name())
                .collect(Collectors.toSet());
        ViolationTracker drift = new ViolationTracker(
                new BoundPodDelayCheck(rules),
                pod -> judging.contains(pod.spec().schedulerName()),
                ticker);
        Gauge.builder("edgewise.delay.violations", drift, known -> known.violations()
                        .size())
                .description("Number of bound pods whose delay needs are broken")
                .register(meters);
        Gauge.builder("edgewise.delay.pending", drift, ViolationTracker::pending)
                .description("Number of bound pods whose delay needs are to be judged again, as something has changed")
                .register(meters);
        return drift;
    }

    @Bean
    ProgressLoop driftLoop(
            ViolationTracker drift, SchedulingLoopAccess decisions, Ticker ticker, MeterRegistry meters) {
        return new ProgressLoop("drift", () -> drift.refresh(decisions.snapshot(), TURN), PAUSE, ticker, meters);
    }

    @Bean
    LifecyclePhase driftPhase(ProgressLoop driftLoop) {
        return LifecyclePhase.of(LifecyclePhase.PUBLISH, driftLoop);
    }
}
