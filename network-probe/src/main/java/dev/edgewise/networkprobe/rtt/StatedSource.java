package dev.edgewise.networkprobe.rtt;

import dev.edgewise.common.signal.Observed;
import dev.edgewise.common.signal.RoundTripTime;
import dev.edgewise.networkprobe.pairs.ChangedPairs;
import dev.edgewise.networkprobe.sources.Source;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Round-trip times that people state, and that hold until they state others: each is confirmed when half of its validity is over.
 * One that is stated again keeps the time of its observation, so that only what changed is published. Safe for many threads.
 */
public abstract class StatedSource implements RttSource {
    private final Source source;
    private final Duration validFor;
    private final Clock clock;
    private final Map<String, Map<String, RoundTripTime>> rows = new HashMap<>();
    private final ChangedPairs changed = new ChangedPairs();

    /** @param validFor how long others may rely on a value */
    protected StatedSource(Source source, Duration validFor, Clock clock) {
        this.source = source;
        this.validFor = validFor;
        this.clock = clock;
    }

    /** By which a value that is stated now is observed. */
    protected final Observed observed() {
        return new Observed(clock.instant(), source.published(), validFor);
    }

    /** Sets a value, or removes it. */
    protected final synchronized void set(String from, String to, @Nullable RoundTripTime value) {
        Map<String, RoundTripTime> row = rows.computeIfAbsent(from, name -> new HashMap<>());
        RoundTripTime before = value == null ? row.remove(to) : row.put(to, value);
        if (row.isEmpty()) {
            rows.remove(from);
        }
        if (before != value) {
            changed.add(from, to);
        }
    }

    @Override
    public synchronized Map<String, Set<String>> poll(Instant now) {
        Observed observed = observed();
        Instant due = observed.at().minus(validFor.dividedBy(2));
        rows.forEach((from, row) -> row.replaceAll((to, value) -> {
            Instant at = value.observed().at();
            // One of the future was confirmed before the clock was set back.
            if (!at.isBefore(due) && !at.isAfter(observed.at())) {
                return value;
            }
            changed.add(from, to);
            return value.observed(observed);
        }));
        return changed.drain();
    }

    @Override
    public synchronized void adopt(String from, Map<String, RoundTripTime> published, Instant now) {
        published.forEach((to, value) -> {
            if (value.observed().source().equals(source.published()) && find(from, to) == null) {
                set(from, to, value);
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

    @Override
    public final synchronized int size() {
        return rows.values().stream().mapToInt(Map::size).sum();
    }

    @Override
    public final synchronized Map<String, RoundTripTime> row(String from) {
        return Map.copyOf(rows.getOrDefault(from, Map.of()));
    }

    @Override
    public final synchronized @Nullable RoundTripTime find(String from, String to) {
        return rows.getOrDefault(from, Map.of()).get(to);
    }
}
