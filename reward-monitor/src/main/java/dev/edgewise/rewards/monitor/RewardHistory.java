package dev.edgewise.rewards.monitor;

import com.github.benmanes.caffeine.cache.Caffeine;
import dev.edgewise.common.signal.reward.QuarantineStatus;
import dev.edgewise.common.signal.reward.Reward;
import dev.edgewise.common.signal.reward.RewardRowNames;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The history of rewards: the latest values of the 5,000 types on nodes that changed last, one in 30 s, and each change
 * of state. A restart loses it. Safe for many threads.
 */
public final class RewardHistory {
    static final Duration STEP = Duration.ofSeconds(30);
    static final int MOST_POINTS = 60;

    private static final int MOST_CELLS = 5_000;

    /** A value at a time. */
    public record Point(Instant at, double value, QuarantineStatus state) {}

    private record TypeNodeState(String type, String node) {}

    private final Map<TypeNodeState, Deque<Point>> cells = Caffeine.newBuilder()
            .maximumSize(MOST_CELLS)
            .executor(Runnable::run)
            .<TypeNodeState, Deque<Point>>build()
            .asMap();

    /** Adds rewards that changed, by row and field. */
    synchronized void record(Map<String, Map<String, Optional<Reward>>> changes, Instant now) {
        changes.forEach((row, fields) -> RewardRowNames.type(row)
                .ifPresent(type -> fields.forEach((node, reward) -> {
                    if (!node.equals(RewardRowNames.ALL)) {
                        reward.ifPresentOrElse(
                                known -> add(
                                        new TypeNodeState(type, node), new Point(now, known.value(), known.state())),
                                () -> cells.remove(new TypeNodeState(type, node)));
                    }
                })));
    }

    private void add(TypeNodeState cell, Point point) {
        Deque<Point> points = cells.computeIfAbsent(cell, unknown -> new ArrayDeque<>());
        Point last = points.peekLast();
        if (last != null
                && last.state() == point.state()
                && last.at().plus(STEP).isAfter(point.at())) {
            return;
        }
        points.addLast(point);
        if (points.size() > MOST_POINTS) {
            points.removeFirst();
        }
    }

    /** Returns the values of a type on a node, oldest first; empty if none is known. */
    public synchronized List<Point> of(String type, String node) {
        return List.copyOf(cells.getOrDefault(new TypeNodeState(type, node), new ArrayDeque<>()));
    }
}
