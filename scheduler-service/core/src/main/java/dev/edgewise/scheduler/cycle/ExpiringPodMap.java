package dev.edgewise.scheduler.cycle;

import dev.edgewise.common.time.Ticker;
import dev.edgewise.scheduler.model.Pod;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A map by pods that forgets an entry some time after it was written, and where there are too many the oldest one of
 * the namespace that has most: a tenant with many pods does not make others' pods forgotten. Thread-safe.
 */
final class ExpiringPodMap<V> {
    private final Duration remembered;
    private final int most;
    private final Ticker ticker;
    /** The entries by the uid of their pod; the latest one is at the end. */
    private final Map<String, Written<V>> entries = new LinkedHashMap<>();
    /** The uids of each namespace in the same order. */
    private final Map<String, Set<String>> byNamespace = new HashMap<>();
    /** The number of entries of each namespace; the largest is at the end. */
    private final TreeSet<Count> counts =
            new TreeSet<>(Comparator.comparingInt(Count::entries).thenComparing(Count::namespace));

    private record Written<V>(V value, String namespace, long at) {}

    private record Count(int entries, String namespace) {}

    /** @param most how many entries there are at most */
    ExpiringPodMap(Duration remembered, int most, Ticker ticker) {
        this.remembered = remembered;
        this.most = most;
        this.ticker = ticker;
    }

    synchronized void put(Pod pod, V value) {
        remove(pod);
        entries.put(pod.uid(), new Written<>(value, pod.namespace(), ticker.nanos()));
        Set<String> own = byNamespace.computeIfAbsent(pod.namespace(), name -> new LinkedHashSet<>());
        own.add(pod.uid());
        recount(pod.namespace(), own.size() - 1, own.size());
        Map.Entry<String, Written<V>> oldest = oldest();
        while (isOver(oldest.getValue())) {
            remove(oldest.getKey());
            oldest = oldest();
        }
        if (entries.size() > most) {
            Count largest = counts.last();
            remove(largest.entries() == 1 ? oldest.getKey() : oldestOf(largest.namespace()));
        }
    }

    synchronized @Nullable V get(Pod pod) {
        Written<V> written = entries.get(pod.uid());
        return written == null || isOver(written) ? null : written.value();
    }

    synchronized void remove(Pod pod) {
        remove(pod.uid());
    }

    synchronized void clear() {
        entries.clear();
        byNamespace.clear();
        counts.clear();
    }

    synchronized int size() {
        return entries.size();
    }

    private void remove(String uid) {
        Written<V> written = entries.remove(uid);
        Set<String> own = written == null ? null : byNamespace.get(written.namespace());
        if (written == null || own == null) {
            return;
        }
        own.remove(uid);
        recount(written.namespace(), own.size() + 1, own.size());
        if (own.isEmpty()) {
            byNamespace.remove(written.namespace());
        }
    }

    private void recount(String namespace, int before, int now) {
        counts.remove(new Count(before, namespace));
        if (now > 0) {
            counts.add(new Count(now, namespace));
        }
    }

    private Map.Entry<String, Written<V>> oldest() {
        return entries.entrySet().iterator().next();
    }

    private String oldestOf(String namespace) {
        return byNamespace.getOrDefault(namespace, Set.of()).iterator().next();
    }

    private boolean isOver(Written<V> written) {
        return ticker.since(written.at()).compareTo(remembered) >= 0;
    }
}
