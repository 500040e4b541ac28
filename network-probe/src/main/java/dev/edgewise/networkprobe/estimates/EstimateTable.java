package dev.edgewise.networkprobe.estimates;

import dev.edgewise.common.signal.EstimatedRange;
import dev.edgewise.common.signal.RoundTripTime;
import dev.edgewise.networkprobe.estimation.Estimate;
import dev.edgewise.networkprobe.estimation.Neighbour;
import dev.edgewise.networkprobe.protocol.ProtocolLimits;
import dev.edgewise.networkprobe.sources.ChangedPairs;
import dev.edgewise.networkprobe.sources.RttSource;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The effective estimates: for each node those of its nearest receivers that it did not measure. As with measured
 * pairs, one changes only when it moved or is about to expire. Safe for many threads.
 */
public final class EstimateTable implements RttSource {
    /** An estimate without an upper bound is published with the longest round trip that agents measure. */
    private static final long NO_BOUND = ProtocolLimits.MAX_RTT_MICROS;

    private static final double MOVED_SHARE = 0.1;
    private static final int MOVED_MICROS = 500;
    /**
     * Factor by which a receiver may fall behind the nearest ones before it is replaced: avoids flapping at the border.
     */
    private static final double LOYALTY = 1.25;

    private final int nearest;
    private final Duration validFor;
    private final UnaryOperator<Instant> wall;
    private final Map<String, EstimateRow> rows = new HashMap<>();
    private final ChangedPairs changed = new ChangedPairs();
    private boolean adopted = true;

    /**
     * @param nearest how many estimates each node has at most, but for a quarter more while nodes at the border change
     * @param validFor how long others may rely on one
     * @param wall turns a moment into wall-clock time
     */
    public EstimateTable(int nearest, Duration validFor, UnaryOperator<Instant> wall) {
        this.wall = wall;
        this.nearest = nearest;
        this.validFor = validFor;
    }

    /** Number of the nearest receivers that it needs to know. */
    public int candidates() {
        return (int) (nearest * LOYALTY);
    }

    /**
     * Takes the estimates from a node.
     *
     * @param neighbours nearest first; those beyond {@link #candidates} do not count
     */
    public synchronized void update(String from, List<Neighbour> neighbours, Instant now) {
        EstimateRow before = rows.getOrDefault(from, EstimateRow.EMPTY);
        Instant at = wall.apply(now);
        List<EstimateRow.Cell> cells = new ArrayList<>();
        for (int i = 0; i < Math.min(neighbours.size(), candidates()); i++) {
            String to = neighbours.get(i).node();
            int place = before.find(to);
            if (i < nearest || place >= 0) {
                EstimateRow.Cell cell = cell(to, neighbours.get(i).estimate(), at);
                cells.add(place >= 0 && !isNews(before.cell(place), cell) ? before.cell(place) : cell);
            }
        }
        put(from, before, new EstimateRow(cells));
    }

    /** A pair was measured: its estimate, if there was one, is over. */
    public synchronized Optional<RoundTripTime> takeMeasured(String from, String to) {
        Optional<RoundTripTime> value = Optional.ofNullable(find(from, to));
        value.ifPresent(estimate -> rows.computeIfPresent(from, (node, row) -> row.without(Set.of(to))));
        return value;
    }

    public synchronized void removeIf(String from, Predicate<String> to) {
        EstimateRow row = rows.getOrDefault(from, EstimateRow.EMPTY);
        Set<String> gone = row.receivers().stream().filter(to).collect(Collectors.toSet());
        put(from, row, row.without(gone));
    }

    @Override
    public synchronized void adopt(String from, Map<String, RoundTripTime> published, Instant now) {
        if (rows.containsKey(from)) {
            return;
        }
        Instant wallNow = wall.apply(now);
        List<EstimateRow.Cell> cells = new ArrayList<>();
        published.forEach((to, value) -> {
            EstimatedRange range = value.estimate();
            if (range != null && !value.observed().staleAt(wallNow)) {
                cells.add(new EstimateRow.Cell(
                        to,
                        (int) value.p50Micros(),
                        (int) range.lowerMicros(),
                        (int) range.upperMicros(),
                        range.levelPercent(),
                        value.observed().at().getEpochSecond()));
            }
        });
        put(from, EstimateRow.EMPTY, new EstimateRow(cells));
        adopted |= !cells.isEmpty();
    }

    /** Whether estimates were taken over since the last call, which may be of nodes that left; true at first. */
    public synchronized boolean takeAdopted() {
        boolean was = adopted;
        adopted = false;
        return was;
    }

    @Override
    public synchronized void reset() {
        rows.clear();
        changed.drain();
    }

    public synchronized void remove(Set<String> nodes) {
        Map.copyOf(rows)
                .forEach((from, row) -> put(from, row, nodes.contains(from) ? EstimateRow.EMPTY : row.without(nodes)));
    }

    @Override
    public synchronized @Nullable RoundTripTime find(String from, String to) {
        EstimateRow row = rows.getOrDefault(from, EstimateRow.EMPTY);
        int at = row.find(to);
        return at < 0 ? null : row.value(at, validFor);
    }

    @Override
    public synchronized Map<String, RoundTripTime> row(String from) {
        return rows.getOrDefault(from, EstimateRow.EMPTY).values(validFor);
    }

    @Override
    public synchronized Set<String> senders() {
        return Set.copyOf(rows.keySet());
    }

    public synchronized Set<String> nodes() {
        Set<String> nodes = new HashSet<>(rows.keySet());
        rows.values().forEach(row -> nodes.addAll(row.receivers()));
        return nodes;
    }

    @Override
    public synchronized int size() {
        return rows.values().stream().mapToInt(EstimateRow::size).sum();
    }

    @Override
    public synchronized Map<String, Set<String>> poll(Instant now) {
        return changed.drain();
    }

    private void put(String from, EstimateRow before, EstimateRow now) {
        if (now == before) {
            return;
        }
        now.different(before).forEach(to -> changed.add(from, to));
        if (now.size() == 0) {
            rows.remove(from);
        } else {
            rows.put(from, now);
        }
    }

    private boolean isNews(EstimateRow.Cell before, EstimateRow.Cell now) {
        return moved(before.micros(), now.micros())
                || moved(before.lowerMicros(), now.lowerMicros())
                || moved(before.upperMicros(), now.upperMicros())
                || before.levelPercent() != now.levelPercent()
                // One of the future: the clock was set back.
                || now.atSeconds() < before.atSeconds()
                || now.atSeconds() - before.atSeconds() >= validFor.toSeconds() / 2;
    }

    private static boolean moved(int before, int now) {
        int by = Math.abs(before - now);
        return by > MOVED_MICROS && by > MOVED_SHARE * before;
    }

    private static EstimateRow.Cell cell(String to, Estimate estimate, Instant now) {
        return new EstimateRow.Cell(
                to,
                bounded(Math.round(estimate.micros())),
                bounded(Math.floor(estimate.lowerMicros())),
                bounded(Math.ceil(estimate.upperMicros())),
                (int) Math.round(estimate.level() * 100),
                now.getEpochSecond());
    }

    private static int bounded(double micros) {
        return (int) Math.min(micros, NO_BOUND);
    }
}
