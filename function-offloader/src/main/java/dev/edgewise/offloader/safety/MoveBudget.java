package dev.edgewise.offloader.safety;

import dev.edgewise.offloader.safety.Refusal.Reason;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** How many moves there may be: of one workload, off one node, in all, and to one node at once. For one thread at a time. */
public final class MoveBudget {
    private final SafetySettings settings;
    /** Oldest first. */
    private final Deque<Move> recent = new ArrayDeque<>();
    /** When a move of the workload last began, whatever became of it. */
    private final Map<Workload, Long> begun = new HashMap<>();
    /** The same of namespaces, for good: whose turn it is next is not to depend on how long others are remembered. */
    private final Map<String, Long> turns = new HashMap<>();

    private final Map<String, Integer> underWay = new HashMap<>();
    /** UIDs of the pods whose move is not over. */
    private final Set<String> moving = new HashSet<>();

    private record Move(Workload workload, String pod, String from, long at) {}

    public MoveBudget(SafetySettings settings) {
        this.settings = settings;
    }

    /** A copy that counts on its own. */
    MoveBudget(MoveBudget other) {
        this(other.settings);
        recent.addAll(other.recent);
        begun.putAll(other.begun);
        turns.putAll(other.turns);
        underWay.putAll(other.underWay);
        moving.addAll(other.moving);
    }

    /**
     * Why the pod can't move now; empty if it can.
     *
     * @param now reading of a monotonic clock, in ns
     */
    public Optional<Refusal> check(MovablePod pod, String target, long now) {
        forget(now);
        Long last = begun.get(pod.workload());
        if (last != null) {
            return refuse(
                    Reason.WORKLOAD_RATE,
                    "a move of its workload began "
                            + Duration.ofNanos(now - last).toSeconds() + " s ago: one begins in "
                            + settings.workloadWindow().toSeconds() + " s");
        }
        if (moving.contains(pod.uid())) {
            return refuse(Reason.WORKLOAD_RATE, "a move of this pod is not over yet");
        }
        return checkRates(pod, target);
    }

    private Optional<Refusal> checkRates(MovablePod pod, String target) {
        int off = 0;
        for (Move move : recent) {
            off += move.from().equals(pod.node()) ? 1 : 0;
        }
        int total = recent.size();
        if (off >= settings.fromNode()) {
            return refuse(Reason.NODE_RATE, perWindow(off, "left its node", settings.fromNode()));
        }
        if (total >= settings.total()) {
            return refuse(Reason.TOTAL_RATE, perWindow(total, "moved in the cluster", settings.total()));
        }
        int arriving = underWay.getOrDefault(target, 0);
        return arriving >= settings.toNode()
                ? refuse(
                        Reason.TARGET_BUSY,
                        arriving + " pods are on their way to " + target + ": at most " + settings.toNode()
                                + " at once")
                : Optional.empty();
    }

    /** Counts a move that begins. */
    public void begin(MovablePod pod, String target, long now) {
        recent.addLast(new Move(pod.workload(), pod.uid(), pod.node(), now));
        begun.put(pod.workload(), now);
        turns.put(pod.workload().namespace(), now);
        underWay.merge(target, 1, Integer::sum);
        moving.add(pod.uid());
    }

    /** Adds what counts still. */
    void addMarks(List<Mark> to, long now) {
        forget(now);
        begun.forEach(
                (workload, at) -> to.add(new Mark(Mark.Kind.BEGUN, workload, "", "", Duration.ofNanos(now - at))));
        recent.forEach(move -> to.add(new Mark(
                Mark.Kind.MOVED, move.workload(), move.pod(), move.from(), Duration.ofNanos(now - move.at()))));
    }

    /** Counts a move that another leader began, once. */
    void restore(Mark mark, long now) {
        long at = now - mark.age().toNanos();
        if (mark.kind() == Mark.Kind.BEGUN) {
            begun.merge(mark.workload(), at, Math::max);
            turns.merge(mark.workload().namespace(), at, Math::max);
        } else if (recent.stream().noneMatch(move -> move.pod().equals(mark.pod()))) {
            List<Move> all = new ArrayList<>(recent);
            all.add(new Move(mark.workload(), mark.pod(), mark.node(), at));
            all.sort(Comparator.comparingLong(Move::at));
            recent.clear();
            recent.addAll(all);
        }
    }

    /** Workloads of which another pod may not move yet. */
    Set<Workload> movedLately(long now) {
        forget(now);
        return Set.copyOf(begun.keySet());
    }

    /** Of each namespace that had any. */
    Map<String, Attempts> attempts(long now) {
        Map<String, Integer> lately = new HashMap<>();
        movedLately(now).forEach(workload -> lately.merge(workload.namespace(), 1, Integer::sum));
        Map<String, Attempts> attempts = new HashMap<>();
        turns.forEach(
                (namespace, last) -> attempts.put(namespace, new Attempts(lately.getOrDefault(namespace, 0), last)));
        return attempts;
    }

    /** The move to that node is over, whether the pod landed or not. */
    public void end(MovablePod pod, String target) {
        moving.remove(pod.uid());
        underWay.computeIfPresent(target, (node, count) -> count > 1 ? count - 1 : null);
    }

    /** The move is over, and no pod has left: others may have its share. Its workload waits nevertheless. */
    public void undo(MovablePod pod, String target) {
        end(pod, target);
        recent.removeIf(move -> move.pod().equals(pod.uid()));
    }

    private void forget(long now) {
        long rate = settings.rateWindow().toNanos();
        while (!recent.isEmpty() && now - recent.getFirst().at() >= rate) {
            recent.removeFirst();
        }
        begun.values().removeIf(at -> now - at >= settings.workloadWindow().toNanos());
    }

    private String perWindow(int count, String what, int most) {
        return count + " pods " + what + " in the last " + settings.rateWindow().toSeconds() + " s: at most " + most;
    }

    private static Optional<Refusal> refuse(Reason reason, String message) {
        return Optional.of(new Refusal(reason, message));
    }
}
