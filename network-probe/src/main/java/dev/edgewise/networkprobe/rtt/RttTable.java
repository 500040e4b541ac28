package dev.edgewise.networkprobe.rtt;

import dev.edgewise.common.signal.Observed;
import dev.edgewise.common.signal.RoundTripTime;
import dev.edgewise.networkprobe.matrix.DelayMatrix;
import dev.edgewise.networkprobe.matrix.NamedMatrix;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The round-trip times in force, by sender and receiver. A pair put by hand covers the file's until the file says something
 * else of that pair than it did. A value that is said again keeps the time of its observation, so that only what changed is
 * published. All methods that change return the rows that are not what they were. Safe for many threads.
 */
final class RttTable {
    static final String STATIC = Observed.STATIC;
    static final String MANUAL = Observed.MANUAL;

    /** A value put by hand, and what the file said then: null if nothing, unknown if no file was read yet. */
    private record Override(RoundTripTime value, boolean fileKnown, @Nullable Long fileMicros) {}

    private final Duration validFor;
    private final Map<Pair, Override> overrides = new HashMap<>();
    private SortedMap<String, SortedMap<String, RoundTripTime>> fileRows = new TreeMap<>();
    private volatile Map<String, SortedMap<String, RoundTripTime>> rows = Map.of();
    private boolean loaded;

    RttTable(Duration validFor) {
        this.validFor = validFor;
    }

    /** The nodes that a row begins with; immutable and not affected by later changes. */
    Set<String> senders() {
        return rows.keySet();
    }

    int size() {
        return rows.values().stream().mapToInt(Map::size).sum();
    }

    /** One row; empty if there is none. */
    Map<String, RoundTripTime> row(String from) {
        return rows.getOrDefault(from, new TreeMap<>());
    }

    /** Takes what the file says now. */
    synchronized Set<String> load(NamedMatrix matrix, Instant now) {
        Observed observed = new Observed(now, STATIC, validFor);
        SortedMap<String, SortedMap<String, RoundTripTime>> read = new TreeMap<>();
        for (int from = 0; from < matrix.names().size(); from++) {
            read.put(matrix.names().get(from), row(matrix, from, observed));
        }
        fileRows = read;
        loaded = true;
        overrides.entrySet().removeIf(entry -> {
            Override override = entry.getValue();
            return override.fileKnown && !Objects.equals(override.fileMicros, fileMicros(entry.getKey()));
        });
        overrides.replaceAll((pair, override) -> new Override(override.value, true, fileMicros(pair)));
        return changed();
    }

    /** Confirms all values of which half the validity is over. */
    synchronized Set<String> renew(Instant now) {
        Instant old = now.minus(validFor.dividedBy(2));
        Observed byFile = new Observed(now, STATIC, validFor);
        Observed byHand = new Observed(now, MANUAL, validFor);
        Map<Observed, Boolean> isOld = new HashMap<>();
        fileRows.replaceAll((from, row) -> {
            if (row.values().stream().noneMatch(value -> isDue(value, old, now))) {
                return row;
            }
            SortedMap<String, RoundTripTime> renewed = new TreeMap<>(row);
            renewed.replaceAll((to, value) -> isDue(value, old, now) ? value.observed(byFile) : value);
            return renewed;
        });
        overrides.replaceAll((pair, override) -> isDue(override.value, old, now)
                ? new Override(override.value.observed(byHand), override.fileKnown, override.fileMicros)
                : override);
        return changed();
    }

    /** Whether a value was confirmed long ago; or in the future, as the clock was set back since. */
    private static boolean isDue(RoundTripTime value, Instant old, Instant now) {
        Instant at = value.observed().at();
        return at.isBefore(old) || at.isAfter(now);
    }

    /** Puts a pair by hand; the same value again changes nothing. */
    synchronized Set<String> put(Pair pair, RoundTripTime value) {
        Override before = overrides.get(pair);
        if (before == null || !before.value.observed(value.observed()).equals(value)) {
            overrides.put(pair, new Override(value, loaded, fileMicros(pair)));
        }
        return changed();
    }

    /** Takes back all that was put by hand of nodes that there are no more. */
    synchronized Set<String> keep(Predicate<String> exists) {
        boolean any = overrides.keySet().removeIf(pair -> !exists.test(pair.from()) || !exists.test(pair.to()));
        return any ? changed() : Set.of();
    }

    /** Takes back what was put by hand. */
    synchronized Set<String> remove(Pair pair) {
        overrides.remove(pair);
        return changed();
    }

    /**
     * Takes over a row that was published before this process started, once {@link #adopted}: pairs put by hand, unless put again since; and, if no file
     * was read yet, those of the file, which so stay in force.
     */
    synchronized void adopt(String from, Map<String, RoundTripTime> published, boolean hasFile) {
        published.forEach((to, value) -> {
            if (value.observed().source().equals(MANUAL)) {
                Pair pair = new Pair(from, to);
                overrides.putIfAbsent(pair, new Override(value, loaded, fileMicros(pair)));
            } else if (hasFile && !loaded && value.observed().source().equals(STATIC)) {
                fileRows.computeIfAbsent(from, name -> new TreeMap<>()).put(to, value);
            }
        });
    }

    /** Forgets all but what the file says: what was put by hand, or was taken over before a file was read. */
    synchronized void forgetAdopted() {
        if (!loaded) {
            fileRows = new TreeMap<>();
        }
        overrides.clear();
        changed();
    }

    /** All that is to be adopted was: it is in force. */
    synchronized Set<String> adopted() {
        return changed();
    }

    private SortedMap<String, RoundTripTime> row(NamedMatrix matrix, int from, Observed observed) {
        DelayMatrix delays = matrix.delays();
        Map<String, RoundTripTime> before = Optional.<Map<String, RoundTripTime>>ofNullable(
                        fileRows.get(matrix.names().get(from)))
                .orElse(Map.of());
        SortedMap<String, RoundTripTime> row = new TreeMap<>();
        for (int to = 0; to < delays.size(); to++) {
            if (to != from) {
                String name = matrix.names().get(to);
                RoundTripTime known = before.get(name);
                long micros = delays.micros(from, to);
                row.put(
                        name,
                        known != null && known.p50Micros() == micros
                                ? known
                                : RoundTripTime.ofMicros(micros, observed));
            }
        }
        return row;
    }

    private @Nullable Long fileMicros(Pair pair) {
        SortedMap<String, RoundTripTime> row = fileRows.get(pair.from());
        RoundTripTime value = row == null ? null : row.get(pair.to());
        return value == null ? null : value.p50Micros();
    }

    private Set<String> changed() {
        Map<String, SortedMap<String, RoundTripTime>> now = new HashMap<>(fileRows);
        Set<String> copied = new TreeSet<>();
        overrides.forEach((pair, override) -> {
            if (copied.add(pair.from())) {
                now.put(pair.from(), new TreeMap<>(now.getOrDefault(pair.from(), new TreeMap<>())));
            }
            now.computeIfAbsent(pair.from(), from -> new TreeMap<>()).put(pair.to(), override.value);
        });
        now.values().removeIf(Map::isEmpty);
        Set<String> names = new TreeSet<>(rows.keySet());
        names.addAll(now.keySet());
        Map<String, SortedMap<String, RoundTripTime>> before = rows;
        names.removeIf(name -> Objects.equals(before.get(name), now.get(name)));
        rows = Map.copyOf(now);
        return names;
    }
}
