package dev.edgewise.energy.readings;

import dev.edgewise.common.signal.ObservationMetadata;
import dev.edgewise.common.signal.energy.EnergyLevel;
import dev.edgewise.common.signal.energy.EnergyReading;
import dev.edgewise.common.signal.json.EnergyReadingJsonCodec;
import dev.edgewise.common.signal.publish.PublishedRows;
import dev.edgewise.energy.levels.LevelSettings;
import dev.edgewise.energy.levels.LevelTracker;
import dev.edgewise.energy.nodes.EnergyNode;
import dev.edgewise.energy.sources.EnergySourceKind;
import java.time.Instant;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The current readings. How old one is counts by the monotonic clock from its arrival on. Safe for many threads. */
public final class CurrentReadings implements PublishedRows<EnergyReading> {
    private static final class Entry {
        final LevelTracker tracker;

        @Nullable
        Measurement measured;

        @Nullable
        ObservationMetadata observed;

        @Nullable
        EnergyReading reading;

        Instant validUntil = Instant.MIN;

        Entry(LevelSettings levels) {
            this.tracker = new LevelTracker(levels);
        }
    }

    private final LevelSettings levels;
    private final Map<String, Entry> entries = new HashMap<>();
    /** Cached view of the readings; null after a change. */
    private @Nullable NavigableMap<String, EnergyReading> sorted;

    private boolean complete;

    public CurrentReadings(LevelSettings levels) {
        this.levels = levels;
    }

    /**
     * A source serves the node, and may not have said anything of it yet: until then the level is that of the label.
     *
     * @param until when that ends if the source says nothing
     */
    public synchronized void expect(EnergyNode node, Instant until) {
        node.labelled().ifPresent(level -> entry(node.name()).tracker.resume(level, until));
    }

    /** Notes that all sources were read since this process writes. */
    public synchronized void complete() {
        complete = true;
    }

    /** Whether what is known here is all there is to know. */
    public synchronized boolean isComplete() {
        return complete;
    }

    /**
     * Takes what a source says of a node, unless it is older than the current reading.
     *
     * @param moment now, by the monotonic clock
     * @param now by the wall clock
     * @return whether the reading changed
     */
    public synchronized boolean take(
            EnergyNode node, EnergySourceKind source, Measurement measured, Instant moment, Instant now) {
        Entry entry = entry(node.name());
        if (entry.reading != null && isOlder(measured, entry.reading, now)) {
            return false;
        }
        node.labelled().ifPresent(level -> entry.tracker.resume(level, moment));
        if (entry.reading != null) {
            entry.tracker.resume(entry.reading.level(), moment);
        }
        ObservationMetadata observed = observed(entry, source, measured, moment, now);
        Optional<EnergyLevel> level = measured.stated() == null
                ? entry.tracker.update(measured.percent(), entry.validUntil, moment)
                : entry.tracker.state(measured.stated(), entry.validUntil, moment);
        entry.measured = measured;
        if (level.isEmpty()) {
            return false;
        }
        EnergyReading reading = new EnergyReading(level.get(), measured.percent(), observed, measured.battery());
        if (reading.equals(entry.reading)) {
            return false;
        }
        entry.reading = reading;
        sorted = null;
        return true;
    }

    private static ObservationMetadata observed(
            Entry entry, EnergySourceKind source, Measurement measured, Instant moment, Instant now) {
        ObservationMetadata known = entry.observed;
        if (known == null || !measured.equals(entry.measured) || !known.source().equals(source.published())) {
            known = new ObservationMetadata(measured.at(), source.published(), measured.validFor());
            entry.observed = known;
            entry.validUntil = validUntil(known, moment, now);
        }
        return known;
    }

    /**
     * Whether the measurement is older than the reading. Readings of the future are never newer: the clock was set
     * back.
     */
    private static boolean isOlder(Measurement measured, EnergyReading reading, Instant now) {
        Instant at = reading.observed().at();
        return measured.at().isBefore(at) && !at.isAfter(now);
    }

    /**
     * Takes over what was published before this process wrote, of nodes of which nothing is known here. The level of a
     * stale reading is not taken over: the label is what was written last.
     */
    public synchronized void adopt(Map<String, EnergyReading> published, Instant moment, Instant now) {
        published.forEach((node, reading) -> {
            if (find(EnergyReadingJsonCodec.ROW, node).isEmpty()) {
                boolean isStale = reading.observed().staleAt(now);
                Entry entry = isStale ? entry(node) : new Entry(levels);
                entry.reading = reading;
                if (!isStale) {
                    entry.validUntil = validUntil(reading.observed(), moment, now);
                    entry.tracker.resume(reading.level(), entry.validUntil);
                }
                entries.put(node, entry);
                sorted = null;
            }
        });
    }

    private Entry entry(String node) {
        return entries.computeIfAbsent(node, name -> new Entry(levels));
    }

    private static Instant validUntil(ObservationMetadata observed, Instant moment, Instant now) {
        return observed.staleAt(now)
                ? Instant.MIN
                : moment.plus(observed.validFor().minus(observed.age(now)));
    }

    /** Forgets all nodes but these; returns those that were forgotten. */
    public synchronized Set<String> retain(Predicate<String> nodes) {
        Set<String> gone = new HashSet<>(entries.keySet());
        gone.removeIf(nodes);
        if (!gone.isEmpty()) {
            entries.keySet().removeAll(gone);
            sorted = null;
        }
        return gone;
    }

    /** Forgets everything, as another process writes. */
    public synchronized void clear() {
        entries.clear();
        sorted = null;
        complete = false;
    }

    /** Returns the state by node, for nodes that have a reading, or had a label when a reading was expected. */
    public synchronized Map<String, NodeEnergyState> known(Instant moment) {
        Map<String, NodeEnergyState> known = new HashMap<>();
        entries.forEach((node, entry) -> known.put(
                node,
                new NodeEnergyState(entry.tracker.at(moment), entry.reading == null ? 0 : entry.reading.percent())));
        return known;
    }

    /** Valid readings and those that are not any more, sorted by node; the same as before if none has changed. */
    public synchronized NavigableMap<String, EnergyReading> readings() {
        NavigableMap<String, EnergyReading> known = sorted;
        if (known == null) {
            NavigableMap<String, EnergyReading> readings = new TreeMap<>();
            entries.forEach((node, entry) -> {
                if (entry.reading != null) {
                    readings.put(node, entry.reading);
                }
            });
            known = Collections.unmodifiableNavigableMap(readings);
            sorted = known;
        }
        return known;
    }

    @Override
    public Collection<String> names() {
        return List.of(EnergyReadingJsonCodec.ROW);
    }

    @Override
    public Map<String, EnergyReading> row(String name) {
        return readings();
    }

    @Override
    public synchronized Optional<EnergyReading> find(String row, String node) {
        Entry entry = entries.get(node);
        return entry == null ? Optional.empty() : Optional.ofNullable(entry.reading);
    }
}
