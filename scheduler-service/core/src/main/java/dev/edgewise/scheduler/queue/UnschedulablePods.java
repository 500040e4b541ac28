package dev.edgewise.scheduler.queue;

import dev.edgewise.scheduler.framework.ClusterEvent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The unschedulable pods by what wakes them: an event costs as much as it wakes pods, however many others wait. */
final class UnschedulablePods {
    private final Map<ClusterEvent, Set<QueueEntry>> byEvent = new HashMap<>();
    private final TreeSet<QueueEntry> byTimeout = new TreeSet<>(QueueEntry.BY_TIMEOUT);

    void add(QueueEntry entry) {
        byTimeout.add(entry);
        for (ClusterEvent event : eventsToRegister(entry)) {
            byEvent.computeIfAbsent(event, any -> new LinkedHashSet<>()).add(entry);
        }
    }

    void remove(QueueEntry entry) {
        byTimeout.remove(entry);
        for (ClusterEvent event : eventsToRegister(entry)) {
            byEvent.getOrDefault(event, Set.of()).remove(entry);
        }
    }

    List<QueueEntry> registeredFor(ClusterEvent event) {
        Set<QueueEntry> all = new LinkedHashSet<>(byEvent.getOrDefault(event, Set.of()));
        all.addAll(byEvent.getOrDefault(ClusterEvent.ANY, Set.of()));
        return new ArrayList<>(all);
    }

    /** Returns when the next entry times out; the largest number if there is none. */
    long nextTimeout() {
        return byTimeout.isEmpty() ? Long.MAX_VALUE : byTimeout.first().timesOutAt;
    }

    @Nullable
    QueueEntry timedOut(long now) {
        return nextTimeout() <= now ? byTimeout.first() : null;
    }

    int size() {
        return byTimeout.size();
    }

    private static Set<ClusterEvent> eventsToRegister(QueueEntry entry) {
        return entry.rejected == null ? Set.of() : entry.rejected.eventsToRegister();
    }
}
