package dev.edgewise.networkprobe.sources;

import dev.edgewise.common.signal.RoundTripTime;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/**
 * A source that keeps what it knows of each directed pair. Safe for many threads; subclasses hold its monitor.
 *
 * @param <V> what is kept of a pair
 */
public abstract class PairSource<V> implements RttSource {
    /** Values by sender, then receiver. */
    protected final Map<String, Map<String, V>> rows = new HashMap<>();

    private final ChangedPairs changed = new ChangedPairs();
    private final String source;

    /** @param source the name that its values are published with */
    protected PairSource(String source) {
        this.source = source;
    }

    /** The effective value of a pair; null if there is none. */
    protected abstract @Nullable RoundTripTime validValue(V pair);

    /** Takes over a value of this source that was published before this process started. */
    protected abstract void adopt(String from, String to, RoundTripTime value, Instant now);

    protected final Map<String, V> known(String from) {
        return rows.getOrDefault(from, Map.of());
    }

    /** Takes a pair as changed, if it is; returns the condition. */
    protected final boolean markIf(boolean isChanged, String from, String to) {
        if (isChanged) {
            changed.add(from, to);
        }
        return isChanged;
    }

    protected final synchronized void removeIf(BiPredicate<String, String> gone) {
        rows.forEach((from, row) -> row.keySet().removeIf(to -> markIf(gone.test(from, to), from, to)));
        rows.values().removeIf(Map::isEmpty);
    }

    /** Forgets nodes that left the cluster. */
    public final void remove(Set<String> nodes) {
        removeIf((from, to) -> nodes.contains(from) || nodes.contains(to));
    }

    @Override
    public synchronized Map<String, Set<String>> poll(Instant now) {
        return changed.drain();
    }

    @Override
    public synchronized void adopt(String from, Map<String, RoundTripTime> published, Instant now) {
        published.forEach((to, value) -> {
            if (value.observed().source().equals(source)) {
                adopt(from, to, value, now);
            }
        });
    }

    @Override
    public synchronized void reset() {
        rows.clear();
        changed.drain();
    }

    @Override
    public final synchronized Set<String> senders() {
        return Set.copyOf(rows.keySet());
    }

    /** All nodes that a pair has. */
    public final synchronized Set<String> nodes() {
        Set<String> nodes = new HashSet<>(rows.keySet());
        rows.values().forEach(row -> nodes.addAll(row.keySet()));
        return nodes;
    }

    @Override
    public final synchronized int size() {
        return rows.values().stream().mapToInt(Map::size).sum();
    }

    @Override
    public final synchronized Map<String, RoundTripTime> row(String from) {
        Map<String, RoundTripTime> values = new HashMap<>();
        known(from).forEach((to, pair) -> {
            RoundTripTime value = validValue(pair);
            if (value != null) {
                values.put(to, value);
            }
        });
        return values;
    }

    @Override
    public final synchronized @Nullable RoundTripTime find(String from, String to) {
        V pair = known(from).get(to);
        return pair == null ? null : validValue(pair);
    }
}
