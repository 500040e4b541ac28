package dev.edgewise.networkprobe.sources;

import dev.edgewise.common.signal.RoundTripTime;
import dev.edgewise.common.signal.publish.PublishedRows;
import dev.edgewise.networkprobe.nodes.NaturalOrder;
import java.time.Clock;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The effective round-trip times, of all sources. Precedence of several values of a pair: the source with the highest
 * precedence, then a valid measurement, then a path that does not answer, then a valid estimate, then a measurement
 * that has expired; among equals the newest.
 */
public final class EffectiveRttMerger implements PublishedRows<RoundTripTime> {
    private final List<RttSource> sources;
    private final Clock clock;

    public EffectiveRttMerger(List<RttSource> sources, Clock clock) {
        this.sources = List.copyOf(sources);
        this.clock = clock;
    }

    /** The nodes from which round-trip times are known. */
    @Override
    public SortedSet<String> names() {
        SortedSet<String> senders = new TreeSet<>(NaturalOrder.INSTANCE);
        sources.forEach(source -> senders.addAll(source.senders()));
        return senders;
    }

    /** All nodes that a pair has. */
    public SortedSet<String> nodes() {
        SortedSet<String> nodes = names();
        sources.forEach(source ->
                source.senders().forEach(from -> nodes.addAll(source.row(from).keySet())));
        return nodes;
    }

    @Override
    public SortedMap<String, RoundTripTime> row(String from) {
        Comparator<RoundTripTime> order = order(clock.instant());
        SortedMap<String, RoundTripTime> row = new TreeMap<>(NaturalOrder.INSTANCE);
        sources.forEach(source -> source.row(from)
                .forEach((to, value) -> row.merge(to, value, (a, b) -> order.compare(a, b) >= 0 ? a : b)));
        return row;
    }

    @Override
    public Optional<RoundTripTime> find(String from, String to) {
        return sources.stream()
                .map(source -> source.find(from, to))
                .filter(Objects::nonNull)
                .max(order(clock.instant()));
    }

    public int size() {
        return sources.stream().mapToInt(RttSource::size).sum();
    }

    private static Comparator<RoundTripTime> order(Instant now) {
        return Comparator.<RoundTripTime>comparingInt(value -> precedence(value))
                .thenComparingInt(value -> rank(value, now))
                .thenComparing(value -> value.observed().at());
    }

    private static int precedence(RoundTripTime value) {
        return RttSourceKind.ofPublished(value.observed().source())
                .map(RttSourceKind::precedence)
                .orElse(0);
    }

    private static int rank(RoundTripTime value, Instant now) {
        boolean holds = !value.observed().staleAt(now);
        if (value.estimate() != null) {
            return holds ? 1 : 0;
        }
        return holds ? 3 : value.loss() == 1 ? 2 : 0;
    }
}
