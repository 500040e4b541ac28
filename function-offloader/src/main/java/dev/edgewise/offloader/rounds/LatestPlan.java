package dev.edgewise.offloader.rounds;

import dev.edgewise.offloader.plan.MoveDecision;
import dev.edgewise.offloader.safety.MoveRefusal.Reason;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The last plan, and why there is no newer one. Safe for many threads. */
public final class LatestPlan {
    private final Timer timer;
    private final MultiGauge refusals;
    private volatile @Nullable PlanReport last;
    private final ProblemStateLogger trouble = new ProblemStateLogger("No pod is moved", "There are plans again");
    private final ProblemStateLogger violations = new ProblemStateLogger(
            "No pod is moved for violations that are not known",
            "Broken delay needs and pods in quarantine are known again");
    private final ProblemStateLogger surges =
            new ProblemStateLogger("A surge cannot continue and is retried", "All surges continue");

    public LatestPlan(MeterRegistry meters) {
        timer = Timer.builder("edgewise.offloader.plan")
                .description("How long plans took, requests to the scheduler included")
                .register(meters);
        refusals = MultiGauge.builder("edgewise.offloader.refusals")
                .description("Pods that stay for a reason, in the last plan")
                .register(meters);
        Gauge.builder("edgewise.offloader.candidates", this, LatestPlan::candidates)
                .description("Pods that are looked after, in the last plan")
                .register(meters);
        Gauge.builder(
                        "edgewise.offloader.trouble",
                        this,
                        board -> board.trouble().isPresent() ? 1 : 0)
                .description("1 while there can be no plan")
                .register(meters);
        Gauge.builder(
                        "edgewise.offloader.violation.trouble",
                        this,
                        board -> board.violationTrouble().isPresent() ? 1 : 0)
                .description("1 while it is not known which delay needs are broken, or which pods are in quarantine")
                .register(meters);
    }

    private int candidates() {
        PlanReport report = last;
        return report == null ? 0 : report.decisions().size();
    }

    void show(PlanReport report) {
        timer.record(report.took());
        last = report;
        Map<Reason, Integer> counts = new EnumMap<>(Reason.class);
        for (MoveDecision decision : report.decisions()) {
            if (decision.refusal() != null) {
                counts.merge(decision.refusal().reason(), 1, Integer::sum);
            }
        }
        refusals.register(
                Arrays.stream(Reason.values())
                        .<MultiGauge.Row<?>>map(reason -> MultiGauge.Row.of(
                                Tags.of("reason", reason.name().toLowerCase(Locale.ROOT)),
                                counts.getOrDefault(reason, 0)))
                        .toList(),
                true);
        trouble.isOver();
    }

    /** Another replica plans: what this one planned is none. */
    void standBy() {
        last = null;
        refusals.register(List.of(), true);
        trouble.forget();
        violations.forget();
        surges.forget();
    }

    void trouble(String why) {
        trouble.is(why);
    }

    /** @param why a surge cannot continue now; empty if all can */
    void surges(Optional<String> why) {
        why.ifPresentOrElse(surges::is, surges::isOver);
    }

    /** @param why it is not known which pods the scheduler would not place where they run any more; empty if it is */
    void violations(Optional<String> why) {
        why.ifPresentOrElse(violations::is, violations::isOver);
    }

    /** The last plan of this replica. */
    public Optional<PlanReport> last() {
        return Optional.ofNullable(last);
    }

    /** Returns why there is no newer plan; empty if nothing is wrong. */
    public Optional<String> trouble() {
        return trouble.now();
    }

    /** Returns why it is not known which pods the scheduler would not place where they run any more; empty if it is. */
    public Optional<String> violationTrouble() {
        return violations.now();
    }

    /** Returns why a surge cannot continue; empty if all can. */
    public Optional<String> surgeTrouble() {
        return surges.now();
    }
}
