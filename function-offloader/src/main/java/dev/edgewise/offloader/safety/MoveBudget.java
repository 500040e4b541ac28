package dev.edgewise.offloader.safety;

import dev.edgewise.offloader.safety.MoveRefusal.Reason;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Limits the number of moves: of one workload, off one node, in all, and to one node at once. Immutable. */
public final class MoveBudget {
    private final SafetySettings settings;
    /** Oldest first. */
    private final List<Move> recent;
    /** The time at which a move of the workload last began, however it ended. */
    private final Map<Workload, Long> begun;
    /**
     * The time at which a move of the namespace last began, kept without an end: turns must not depend on how long
     * others are remembered.
     */
    private final Map<String, Long> turns;

    private final Map<String, Integer> underWay;
    /** UIDs of the pods whose move is not over. */
    private final Set<String> moving;

    private record Move(Workload workload, String pod, String from, long at) {}

    private MoveBudget(
            SafetySettings settings,
            List<Move> recent,
            Map<Workload, Long> begun,
            Map<String, Long> turns,
            Map<String, Integer> underWay,
            Set<String> moving) {
        this.settings = settings;
        this.recent = Collections.unmodifiableList(recent);
        this.begun = Collections.unmodifiableMap(begun);
        this.turns = Collections.unmodifiableMap(turns);
        this.underWay = Collections.unmodifiableMap(underWay);
        this.moving = Collections.unmodifiableSet(moving);
    }

    static MoveBudget unspent(SafetySettings settings) {
        return new MoveBudget(settings, List.of(), Map.of(), Map.of(), Map.of(), Set.of());
    }

    /**
     * Returns why the pod cannot move now; empty if it can.
     *
     * @param now reading of a monotonic clock, in ns
     */
    Optional<MoveRefusal> check(MovablePod pod, String target, long now) {
        Long last = begun.get(pod.workload());
        if (last != null && counts(last, now)) {
            return refuse(
                    Reason.WORKLOAD_RATE,
                    "a move of its workload began "
                            + Duration.ofNanos(now - last).toSeconds() + " s ago: one begins in "
                            + settings.workloadWindow().toSeconds() + " s");
        }
        if (moving.contains(pod.uid())) {
            return refuse(Reason.WORKLOAD_RATE, "a move of this pod is not over yet");
        }
        return checkRates(pod, target, now);
    }

    private boolean counts(long begunAt, long now) {
        return now - begunAt < settings.workloadWindow().toNanos();
    }

    private boolean isRecent(Move move, long now) {
        return now - move.at() < settings.rateWindow().toNanos();
    }

    private Optional<MoveRefusal> checkRates(MovablePod pod, String target, long now) {
        int off = 0;
        int total = 0;
        for (Move move : recent) {
            if (isRecent(move, now)) {
                total++;
                off += move.from().equals(pod.node()) ? 1 : 0;
            }
        }
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
    MoveBudget begin(MovablePod pod, String target, long now) {
        List<Move> moves = new ArrayList<>(recent(now));
        moves.add(new Move(pod.workload(), pod.uid(), pod.node(), now));
        Map<Workload, Long> workloads = new HashMap<>(begun(now));
        workloads.put(pod.workload(), now);
        Map<String, Long> namespaces = new HashMap<>(turns);
        namespaces.put(pod.workload().namespace(), now);
        Map<String, Integer> arriving = new HashMap<>(underWay);
        arriving.merge(target, 1, Integer::sum);
        Set<String> pods = new HashSet<>(moving);
        pods.add(pod.uid());
        return new MoveBudget(settings, moves, workloads, namespaces, arriving, pods);
    }

    private List<Move> recent(long now) {
        return recent.stream().filter(move -> isRecent(move, now)).toList();
    }

    private Map<Workload, Long> begun(long now) {
        Map<Workload, Long> counting = new HashMap<>(begun);
        counting.values().removeIf(at -> !counts(at, now));
        return counting;
    }

    /** Adds the moves that count still. */
    void addMarks(List<MoveLimitEntry> to, long now) {
        begun(now)
                .forEach((workload, at) -> to.add(
                        new MoveLimitEntry(MoveLimitEntry.Kind.BEGUN, workload, "", "", Duration.ofNanos(now - at))));
        recent(now)
                .forEach(move -> to.add(new MoveLimitEntry(
                        MoveLimitEntry.Kind.MOVED,
                        move.workload(),
                        move.pod(),
                        move.from(),
                        Duration.ofNanos(now - move.at()))));
    }

    /** Counts a move that another leader began, once. */
    MoveBudget restore(MoveLimitEntry mark, long now) {
        long at = now - mark.age().toNanos();
        if (mark.kind() == MoveLimitEntry.Kind.BEGUN) {
            Map<Workload, Long> workloads = new HashMap<>(begun);
            workloads.merge(mark.workload(), at, Math::max);
            Map<String, Long> namespaces = new HashMap<>(turns);
            namespaces.merge(mark.workload().namespace(), at, Math::max);
            return new MoveBudget(settings, recent, workloads, namespaces, underWay, moving);
        }
        if (recent.stream().anyMatch(move -> move.pod().equals(mark.pod()))) {
            return this;
        }
        List<Move> moves = new ArrayList<>(recent);
        moves.add(new Move(mark.workload(), mark.pod(), mark.node(), at));
        moves.sort(Comparator.comparingLong(Move::at));
        return new MoveBudget(settings, moves, begun, turns, underWay, moving);
    }

    /** Workloads of which another pod may not move yet. */
    Set<Workload> movedLately(long now) {
        return Set.copyOf(begun(now).keySet());
    }

    /** The attempts of each namespace that had any. */
    Map<String, NamespaceMoves> attempts(long now) {
        Map<String, Integer> lately = new HashMap<>();
        movedLately(now).forEach(workload -> lately.merge(workload.namespace(), 1, Integer::sum));
        Map<String, NamespaceMoves> attempts = new HashMap<>();
        turns.forEach((namespace, last) ->
                attempts.put(namespace, new NamespaceMoves(lately.getOrDefault(namespace, 0), last)));
        return attempts;
    }

    /** Ends the move to that node, whether the pod landed or not. */
    MoveBudget end(MovablePod pod, String target) {
        Set<String> pods = new HashSet<>(moving);
        pods.remove(pod.uid());
        Map<String, Integer> arriving = new HashMap<>(underWay);
        arriving.computeIfPresent(target, (node, count) -> count > 1 ? count - 1 : null);
        return new MoveBudget(settings, recent, begun, turns, arriving, pods);
    }

    /** Ends a move for which no pod has left: others may have its share. Its workload waits nevertheless. */
    MoveBudget undo(MovablePod pod, String target) {
        MoveBudget ended = end(pod, target);
        List<Move> moves =
                recent.stream().filter(move -> !move.pod().equals(pod.uid())).toList();
        return new MoveBudget(settings, moves, begun, turns, ended.underWay, ended.moving);
    }

    private String perWindow(int count, String what, int most) {
        return count + " pods " + what + " in the last " + settings.rateWindow().toSeconds() + " s: at most " + most;
    }

    private static Optional<MoveRefusal> refuse(Reason reason, String message) {
        return Optional.of(new MoveRefusal(reason, message));
    }
}
