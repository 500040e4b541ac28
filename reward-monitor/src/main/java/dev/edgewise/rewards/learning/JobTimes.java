package dev.edgewise.rewards.learning;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.OptionalLong;

/** How long the latest Jobs' pods of a type took, and where. */
final class JobTimes {
    private static final int KEPT = 64;
    /** Fewer say nothing of what is usual. */
    private static final int ENOUGH = 5;

    private final Deque<JobTime> latest = new ArrayDeque<>(0);

    private record JobTime(String node, long millis) {}

    void add(String node, long millis) {
        latest.addLast(new JobTime(node, millis));
        if (latest.size() > KEPT) {
            latest.removeFirst();
        }
    }

    /** The median on other nodes, in ms; empty if there are too few. */
    OptionalLong medianElsewhere(String node) {
        long[] others = latest.stream()
                .filter(each -> !each.node().equals(node))
                .mapToLong(JobTime::millis)
                .sorted()
                .toArray();
        return others.length < ENOUGH ? OptionalLong.empty() : OptionalLong.of(others[others.length / 2]);
    }
}
