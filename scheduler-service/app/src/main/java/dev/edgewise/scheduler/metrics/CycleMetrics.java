package dev.edgewise.scheduler.metrics;

import dev.edgewise.scheduler.cycle.CycleObserver;
import dev.edgewise.scheduler.framework.Decision;
import dev.edgewise.scheduler.model.Pod;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import java.time.Duration;
import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts and times scheduling attempts under kube-scheduler's names; logs each decision, and each unexpected error with
 * its cause.
 */
final class CycleMetrics implements CycleObserver {
    private static final Logger LOG = LoggerFactory.getLogger(CycleMetrics.class);

    /** The number from which attempts share one value of the tag, as in kube-scheduler. */
    private static final int MANY_ATTEMPTS = 16;

    private final MeterRegistry registry;
    private final ObservationRegistry observations;
    private final DecisionLogger decisions;
    private final Timer algorithm;
    private final DistributionSummary attemptsToSchedule;
    private final DistributionSummary victims;
    private final Counter preemptionAttempts;
    private final Counter errors;

    CycleMetrics(MeterRegistry registry, ObservationRegistry observations, DecisionLogger decisions) {
        this.registry = registry;
        this.observations = observations;
        this.decisions = decisions;
        this.algorithm = HistogramBuckets.ATTEMPT
                .timer("scheduler.scheduling.algorithm.duration", "Scheduling algorithm latency")
                .register(registry);
        this.attemptsToSchedule = HistogramBuckets.ATTEMPTS
                .summary("scheduler.pod.scheduling.attempts", "Number of attempts to successfully schedule a pod")
                .register(registry);
        this.victims = HistogramBuckets.VICTIMS
                .summary("scheduler.preemption.victims", "Number of selected preemption victims")
                .register(registry);
        this.preemptionAttempts = Counter.builder("scheduler.preemption.attempts")
                .description("Total preemption attempts in the cluster till now")
                .register(registry);
        this.errors = Counter.builder("edgewise.scheduling.errors")
                .description("Errors of the scheduler itself; each is logged with its cause")
                .register(registry);
    }

    @Override
    public void attempt(Pod pod, Runnable attempt) {
        Observation.createNotStarted("edgewise.scheduling.attempt", observations)
                .highCardinalityKeyValue("pod", pod.key().toString())
                .observe(attempt);
    }

    @Override
    public void concluded(Decision decision, int attempt, Duration took) {
        decisions.concluded(decision, attempt, took);
    }

    @Override
    public void decided(Decision decision, Duration took) {
        algorithm.record(took);
        HistogramBuckets.CANDIDATES
                .summary("edgewise.decision.candidates", "Feasible nodes that a decision scored")
                .tag("profile", decision.profile())
                .register(registry)
                .record(decision.feasible());
    }

    @Override
    public void attempted(String profile, Result result, Duration took) {
        String outcome = result.name().toLowerCase(Locale.ROOT);
        Counter.builder("scheduler.schedule.attempts")
                .description("Number of attempts to schedule pods, by the result")
                .tags("result", outcome, "profile", profile)
                .register(registry)
                .increment();
        HistogramBuckets.ATTEMPT
                .timer("scheduler.scheduling.attempt.duration", "Scheduling attempt latency, with binding")
                .tags("result", outcome, "profile", profile)
                .register(registry)
                .record(took);
    }

    @Override
    public void scheduled(int attempts, Duration waited) {
        attemptsToSchedule.record(attempts);
        HistogramBuckets.WAITING
                .timer("scheduler.pod.scheduling.sli.duration", "From entering the queue to being bound")
                .tag("attempts", attempts < MANY_ATTEMPTS ? Integer.toString(attempts) : MANY_ATTEMPTS + "+")
                .register(registry)
                .record(waited);
    }

    @Override
    public void stepped(Step step, String profile, boolean success, Duration took) {
        HistogramBuckets.STEP
                .timer("scheduler.framework.extension.point.duration", "Latency of a step of an attempt")
                .tags("extension_point", name(step), "status", success ? "Success" : failure(step), "profile", profile)
                .register(registry)
                .record(took);
    }

    @Override
    public void preempted(int victimCount) {
        preemptionAttempts.increment();
        if (victimCount > 0) {
            victims.record(victimCount);
        }
    }

    @Override
    public void attemptFailed(Pod pod, RuntimeException cause) {
        errors.increment();
        LOG.error("Scheduling a pod failed with an unexpected error; pod={}", pod.key(), cause);
    }

    private static String name(Step step) {
        return switch (step) {
            case PRE_BIND -> "PreBind";
            case BIND -> "Bind";
            case POST_FILTER -> "PostFilter";
        };
    }

    private static String failure(Step step) {
        return step == Step.POST_FILTER ? "Unschedulable" : "Error";
    }
}
