package dev.edgewise.offloader.safety;

import dev.edgewise.offloader.safety.Refusal.Reason;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Nodes on which a workload's pods are left alone for a while, and such as they do not return to, so that nothing moves back and forth. For one thread at a time. */
public final class CoolDowns {
    private final Duration coolDown;
    private final Map<Place, Long> since = new HashMap<>();
    private final Map<Place, Long> left = new HashMap<>();

    private record Place(Workload workload, String node) {}

    public CoolDowns(SafetySettings settings) {
        this.coolDown = settings.coolDown();
    }

    CoolDowns(CoolDowns other) {
        coolDown = other.coolDown;
        since.putAll(other.since);
        left.putAll(other.left);
    }

    /**
     * A pod of the workload that was moved off the node is back on it, or may be soon, or could not be evicted.
     *
     * @param now reading of a monotonic clock, in ns
     */
    public void begin(Workload workload, String node, long now) {
        since.values().removeIf(at -> isOver(at, now));
        since.put(new Place(workload, node), now);
    }

    /**
     * A pod of the workload leaves a node that is none for it, whatever its energy.
     *
     * @param now reading of a monotonic clock, in ns
     */
    void leave(Workload workload, String node, long now) {
        left.values().removeIf(at -> isOver(at, now));
        left.put(new Place(workload, node), now);
    }

    /** Why pods of the workload do not go to that node for its energy now; empty if they may. */
    Optional<Refusal> checkReturn(Workload workload, String node, long now) {
        Long at = left.get(new Place(workload, node));
        if (at == null || isOver(at, now)) {
            return Optional.empty();
        }
        return Optional.of(new Refusal(
                Reason.COOL_DOWN,
                "a pod of its workload had to leave " + node + ": none goes there for energy for "
                        + secondsLeft(at, now) + " s more"));
    }

    /** Why pods of the workload stay on that node now; empty if they need not. */
    public Optional<Refusal> check(MovablePod pod, long now) {
        Long at = since.get(new Place(pod.workload(), pod.node()));
        if (at == null || isOver(at, now)) {
            return Optional.empty();
        }
        return Optional.of(new Refusal(
                Reason.COOL_DOWN,
                "a pod of its workload came back to this node, was not replaced in time, or its eviction was refused: "
                        + "its pods stay for "
                        + secondsLeft(at, now)
                        + " s more"));
    }

    /** Adds what is not over yet. */
    void addMarks(List<Mark> to, long now) {
        addMarks(Mark.Kind.STAYS, since, to, now);
        addMarks(Mark.Kind.LEFT, left, to, now);
    }

    private void addMarks(Mark.Kind kind, Map<Place, Long> places, List<Mark> to, long now) {
        places.forEach((place, at) -> {
            if (!isOver(at, now)) {
                to.add(new Mark(kind, place.workload(), "", place.node(), Duration.ofNanos(now - at)));
            }
        });
    }

    /** Takes over what another leader began. */
    void restore(Mark mark, long now) {
        Map<Place, Long> places = mark.kind() == Mark.Kind.STAYS ? since : left;
        places.merge(new Place(mark.workload(), mark.node()), now - mark.age().toNanos(), Math::max);
    }

    private long secondsLeft(long at, long now) {
        return coolDown.minusNanos(now - at).toSeconds();
    }

    private boolean isOver(long at, long now) {
        return now - at >= coolDown.toNanos();
    }
}
