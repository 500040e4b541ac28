package dev.edgewise.offloader.safety;

import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** All rules in front of a move, the lasting ones first, so that the reason that is shown is the one to act on. For one thread at a time. */
public final class SafetyGate {
    private final Eligibility eligibility;
    private final Streaks streaks;
    private final CoolDowns coolDowns;
    private final MoveBudget budget;

    public SafetyGate(SafetySettings settings) {
        eligibility = new Eligibility(settings);
        streaks = new Streaks(settings);
        coolDowns = new CoolDowns(settings);
        budget = new MoveBudget(settings);
    }

    /** Takes in what one plan wants; see {@link Streaks#read}. */
    public void read(Set<String> wanted, Set<String> all) {
        streaks.read(wanted, all);
    }

    /**
     * Why the pod stays; empty if it may go now.
     *
     * @param now reading of a monotonic clock, in ns
     */
    public Optional<Refusal> check(MovablePod pod, String target, long now) {
        Stream<Supplier<Optional<Refusal>>> rules = Stream.of(
                () -> eligibility.check(pod),
                () -> coolDowns.check(pod, now),
                () -> streaks.check(pod.uid()),
                () -> budget.check(pod, target, now));
        return rules.map(Supplier::get).flatMap(Optional::stream).findFirst();
    }

    /** Counts a move that begins. */
    public void begin(MovablePod pod, String target, long now) {
        budget.begin(pod, target, now);
    }

    /** The move ended with the workload's new pod on {@code node}: the target, the old node, or any other. */
    public void landed(MovablePod pod, String target, String node, long now) {
        budget.end(target);
        if (node.equals(pod.node())) {
            coolDowns.cameBack(pod.workload(), node, now);
        }
    }

    /** The move ended without a new pod, such as when its eviction was refused. */
    public void failed(String target) {
        budget.end(target);
    }
}
