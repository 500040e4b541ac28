package dev.edgewise.common.signal.publish;

import dev.edgewise.common.StepLoop;
import dev.edgewise.common.signal.SignalKind;
import dev.edgewise.common.signal.SignalStores;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The values of one kind of signal that this service writes. They apply here immediately, and in the store as soon as
 * it is available; values published before this process started are taken over, and values that the store lost are
 * written again. A bean of it is started and stopped automatically. Thread-safe.
 */
public final class PublishedSignals<V> implements PublishedRows<V> {
    private static final Logger LOG = LoggerFactory.getLogger(PublishedSignals.class);
    private static final Duration STEP = Duration.ofSeconds(1);

    private final Map<String, Map<String, V>> values = new TreeMap<>();
    /** Fields by row that were put and are not in the store yet: what is stored of them is older. */
    private final Map<String, Set<String>> unsaved = new HashMap<>();

    private Predicate<String> keptRows = row -> true;
    private Predicate<String> keptFields = field -> true;

    private final SignalKind<V> kind;
    private final WriterElection turn;
    private final SignalPublisher<V> publisher;
    private final PeriodicResync resync = new PeriodicResync(STEP);
    private volatile @Nullable StepLoop loop;

    public PublishedSignals(SignalKind<V> kind, SignalStores stores, WriterElection turn, MeterRegistry meters) {
        this.kind = kind;
        this.turn = turn;
        this.publisher = new SignalPublisher<>(
                kind.name(), this, stores.of(kind), turn, new Takeover(), new SignalWriteMetrics(meters, kind.name()));
    }

    /**
     * Sets one value.
     *
     * @return whether it is in the store already; if not, it will be as soon as the store is there
     * @throws NotActiveWriterException if another process writes; the value is not taken then
     */
    public boolean put(String row, String field, V value) {
        turn.requireNoOther();
        V before = set(row, field, value);
        publisher.changed(Map.of(row, Set.of(field)));
        boolean stored = publish();
        if (!stored && turn.other().isPresent()) {
            restore(row, field, before);
            turn.requireNoOther();
        }
        return stored;
    }

    private synchronized @Nullable V set(String row, String field, V value) {
        unsaved.computeIfAbsent(row, unknown -> new HashSet<>()).add(field);
        return values.computeIfAbsent(row, unknown -> new TreeMap<>()).put(field, value);
    }

    private synchronized void restore(String row, String field, @Nullable V before) {
        saved(Map.of(row, Set.of(field)));
        Map<String, V> held = values.computeIfAbsent(row, unknown -> new TreeMap<>());
        if (before == null) {
            held.remove(field);
        } else {
            held.put(field, before);
        }
        values.values().removeIf(Map::isEmpty);
    }

    private boolean publish() {
        Map<String, Set<String>> waiting = waiting();
        boolean stored = publisher.publish();
        if (stored) {
            saved(waiting);
        }
        return stored;
    }

    private synchronized Map<String, Set<String>> waiting() {
        Map<String, Set<String>> copy = new HashMap<>();
        unsaved.forEach((row, fields) -> copy.put(row, Set.copyOf(fields)));
        return copy;
    }

    private synchronized void saved(Map<String, Set<String>> fields) {
        fields.forEach(
                (row, names) -> unsaved.getOrDefault(row, new HashSet<>()).removeAll(names));
        unsaved.values().removeIf(Set::isEmpty);
    }

    /**
     * Keeps only the rows and fields of these names from now on, as when nodes were deleted; also of what is taken over
     * later.
     *
     * @param rows asked for again with each call, and when rows are taken over
     * @param fields the same, of the fields of each row
     * @return whether the store has it already
     */
    public boolean retain(Predicate<String> rows, Predicate<String> fields) {
        Set<String> changed = new HashSet<>();
        synchronized (this) {
            keptRows = rows;
            keptFields = fields;
            values.forEach((row, held) -> {
                if (!rows.test(row) || held.keySet().removeIf(fields.negate())) {
                    changed.add(row);
                }
            });
            values.keySet().removeIf(rows.negate());
            values.values().removeIf(Map::isEmpty);
            unsaved.keySet().removeIf(rows.negate());
            unsaved.values().forEach(names -> names.removeIf(fields.negate()));
            unsaved.values().removeIf(Set::isEmpty);
        }
        publisher.changed(changed);
        return publish();
    }

    @Override
    public synchronized Collection<String> names() {
        return Set.copyOf(values.keySet());
    }

    @Override
    public synchronized Map<String, V> row(String name) {
        return Map.copyOf(values.getOrDefault(name, Map.of()));
    }

    @Override
    public synchronized Optional<V> find(String row, String field) {
        return Optional.ofNullable(values.getOrDefault(row, Map.of()).get(field));
    }

    public String signal() {
        return kind.name();
    }

    /** Reason why nothing can be written to the store now; empty if none is known. */
    public Optional<String> trouble() {
        return publisher.trouble();
    }

    public synchronized void start() {
        if (loop == null) {
            StepLoop steps = new StepLoop("publish-" + kind.name());
            steps.repeat(this::step, STEP);
            loop = steps;
        }
    }

    /** Writes what waits, then gives the turn back. */
    public void stop() {
        StepLoop steps = loop;
        if (steps != null) {
            loop = null;
            steps.stopAfter(this::step);
            turn.release();
        }
    }

    private void step() {
        try {
            publisher.rewriteIfForgotten();
            publisher.changed(resync.next(this::names));
            publish();
        } catch (Throwable e) {
            // Otherwise the loop would end silently, also at an Error.
            LOG.error("Publishing failed with an unexpected error; signal={}", kind.name(), e);
        }
    }

    private final class Takeover implements SignalPublisher.Adoption<V> {
        @Override
        public void adopt(String row, Map<String, V> published) {
            synchronized (PublishedSignals.this) {
                Map<String, V> taken = new TreeMap<>(keptRows.test(row) ? published : Map.of());
                taken.keySet().removeIf(keptFields.negate());
                Map<String, V> held = values.getOrDefault(row, Map.of());
                unsaved.getOrDefault(row, Set.of()).forEach(field -> taken.put(field, held.get(field)));
                if (taken.isEmpty()) {
                    values.remove(row);
                } else {
                    values.put(row, taken);
                }
            }
        }

        @Override
        public Set<String> adopted() {
            synchronized (PublishedSignals.this) {
                return Set.copyOf(unsaved.keySet());
            }
        }

        /** Keeps what is held readable; the next writer reads what the one before wrote. */
        @Override
        public void forget() {}
    }
}
