package dev.edgewise.offloader.safety;

import dev.edgewise.offloader.safety.MoveRefusal.Reason;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Keeps the nodes on which a workload's pods stay for a while, and the nodes that they do not return to, so that
 * nothing moves back and forth. Immutable.
 */
public final class MoveCoolDowns {
    private final Duration coolDown;
    private final Map<Place, Long> since;
    private final Map<Place, Long> left;

    private record Place(Workload workload, String node) {}

    private MoveCoolDowns(Duration coolDown, Map<Place, Long> since, Map<Place, Long> left) {
        this.coolDown = coolDown;
        this.since = Collections.unmodifiableMap(since);
        this.left = Collections.unmodifiableMap(left);
    }

    static MoveCoolDowns none(SafetySettings settings) {
        return new MoveCoolDowns(settings.coolDown(), Map.of(), Map.of());
    }

    /**
     * Adds a workload with a pod that was moved off the node and is back on it, or may be soon, or could not be
     * evicted.
     *
     * @param now reading of a monotonic clock, in ns
     */
    MoveCoolDowns begin(Workload workload, String node, long now) {
        return new MoveCoolDowns(coolDown, with(since, new Place(workload, node), now, now), left);
    }

    /**
     * Adds a workload with a pod that leaves a node on which it must not run, whatever the node's energy.
     *
     * @param now reading of a monotonic clock, in ns
     */
    MoveCoolDowns leave(Workload workload, String node, long now) {
        return new MoveCoolDowns(coolDown, since, with(left, new Place(workload, node), now, now));
    }

    /** Returns a copy without the places whose time is over. */
    private Map<Place, Long> with(Map<Place, Long> places, Place place, long at, long now) {
        Map<Place, Long> copy = new HashMap<>(places);
        copy.values().removeIf(begun -> isOver(begun, now));
        copy.merge(place, at, Math::max);
        return copy;
    }

    /** Returns why pods of the workload do not go to that node for its energy now; empty if they may. */
    Optional<MoveRefusal> checkReturn(Workload workload, String node, long now) {
        Long at = left.get(new Place(workload, node));
        if (at == null || isOver(at, now)) {
            return Optional.empty();
        }
        return Optional.of(new MoveRefusal(
                Reason.COOL_DOWN,
                "a pod of its workload had to leave " + node + ": none goes there for energy for "
                        + secondsLeft(at, now) + " s more"));
    }

    /** Returns why pods of the workload stay on that node now; empty if they need not. */
    public Optional<MoveRefusal> check(MovablePod pod, long now) {
        Long at = since.get(new Place(pod.workload(), pod.node()));
        if (at == null || isOver(at, now)) {
            return Optional.empty();
        }
        return Optional.of(new MoveRefusal(
                Reason.COOL_DOWN,
                "a pod of its workload came back to this node, was not replaced in time, or its eviction was refused: "
                        + "its pods stay for "
                        + secondsLeft(at, now)
                        + " s more"));
    }

    /** Adds the places whose time is not over. */
    void addMarks(List<MoveLimitEntry> to, long now) {
        addMarks(MoveLimitEntry.Kind.STAYS, since, to, now);
        addMarks(MoveLimitEntry.Kind.LEFT, left, to, now);
    }

    private void addMarks(MoveLimitEntry.Kind kind, Map<Place, Long> places, List<MoveLimitEntry> to, long now) {
        places.forEach((place, at) -> {
            if (!isOver(at, now)) {
                to.add(new MoveLimitEntry(kind, place.workload(), "", place.node(), Duration.ofNanos(now - at)));
            }
        });
    }

    /** Adds a place that another leader began with. */
    MoveCoolDowns restore(MoveLimitEntry mark, long now) {
        Place place = new Place(mark.workload(), mark.node());
        long at = now - mark.age().toNanos();
        return mark.kind() == MoveLimitEntry.Kind.STAYS
                ? new MoveCoolDowns(coolDown, with(since, place, at, now), left)
                : new MoveCoolDowns(coolDown, since, with(left, place, at, now));
    }

    private long secondsLeft(long at, long now) {
        return coolDown.minusNanos(now - at).toSeconds();
    }

    private boolean isOver(long at, long now) {
        return now - at >= coolDown.toNanos();
    }
}
