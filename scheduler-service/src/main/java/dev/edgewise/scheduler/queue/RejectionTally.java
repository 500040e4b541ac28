package dev.edgewise.scheduler.queue;

import java.util.HashMap;
import java.util.Map;

/** How many waiting pods each filter rejected, kept as they come and go. */
final class RejectionTally {
    private record FilterOf(String profile, String filter) {}

    private final Map<FilterOf, Integer> counts = new HashMap<>();

    void add(Rejected rejected) {
        count(rejected, 1);
    }

    void remove(Rejected rejected) {
        count(rejected, -1);
    }

    int count(String profile, String filter) {
        return counts.getOrDefault(new FilterOf(profile, filter), 0);
    }

    private void count(Rejected rejected, int by) {
        for (String filter : rejected.filters()) {
            counts.merge(new FilterOf(rejected.profile(), filter), by, (a, b) -> a + b == 0 ? null : a + b);
        }
    }
}
