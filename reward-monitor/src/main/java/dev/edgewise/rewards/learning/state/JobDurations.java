package dev.edgewise.rewards.learning.state;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.OptionalLong;

/** The durations of the latest Jobs' pods of a type, with their nodes. */
final class JobDurations {
    private static final int KEPT = 64;
    /** A median of fewer durations shows nothing. */
    private static final int ENOUGH = 5;

    private final Deque<JobDuration> latest = new ArrayDeque<>(0);

    private record JobDuration(String node, long millis) {}

    void add(String node, long millis) {
        latest.addLast(new JobDuration(node, millis));
        if (latest.size() > KEPT) {
            latest.removeFirst();
        }
    }

    /** Returns the median on other nodes, in ms; empty if there are too few. */
    OptionalLong medianElsewhere(String node) {
        long[] others = latest.stream()
                .filter(each -> !each.node().equals(node))
                .mapToLong(JobDuration::millis)
                .sorted()
                .toArray();
        return others.length < ENOUGH ? OptionalLong.empty() : OptionalLong.of(others[others.length / 2]);
    }
}
