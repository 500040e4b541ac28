package dev.edgewise.networkprobe.rtt;

import dev.edgewise.common.signal.RoundTripTime;
import dev.edgewise.common.signal.publish.PublishedRows;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The round-trip times in force, of all sources. Of several values of a pair the one put by hand holds; else what was measured
 * and still holds; else what does not answer any more; else an estimate that holds; else what was measured once; the newer first.
 */
final class RttBook implements PublishedRows<RoundTripTime> {
    private final RttTable table;
    private final List<RttSource> sources;
    private final Clock clock;

    RttBook(RttTable table, List<RttSource> sources, Clock clock) {
        this.table = table;
        this.sources = List.copyOf(sources);
        this.clock = clock;
    }

    /** The nodes from which round-trip times are known. */
    @Override
    public SortedSet<String> names() {
        SortedSet<String> senders = new TreeSet<>(table.senders());
        sources.forEach(source -> senders.addAll(source.senders()));
        return senders;
    }

    /** What holds from one node, by receiver; not to be changed. */
    @Override
    public Map<String, RoundTripTime> row(String from) {
        if (sources.isEmpty()) {
            return table.row(from);
        }
        Instant now = clock.instant();
        Map<String, RoundTripTime> row = new TreeMap<>(table.row(from));
        for (RttSource source : sources) {
            source.row(from).forEach((to, value) -> row.merge(to, value, (a, b) -> better(a, b, now)));
        }
        return row;
    }

    @Override
    public Optional<RoundTripTime> find(String from, String to) {
        Instant now = clock.instant();
        RoundTripTime best = table.row(from).get(to);
        for (RttSource source : sources) {
            RoundTripTime other = source.find(from, to);
            if (other != null) {
                best = best == null ? other : better(best, other, now);
            }
        }
        return Optional.ofNullable(best);
    }

    private static RoundTripTime better(RoundTripTime one, RoundTripTime other, Instant now) {
        int order = Integer.compare(rank(one, now), rank(other, now));
        if (order == 0) {
            order = one.observed().at().compareTo(other.observed().at());
        }
        return order >= 0 ? one : other;
    }

    private static int rank(RoundTripTime value, Instant now) {
        if (value.observed().source().equals(RttTable.MANUAL)) {
            return 4;
        }
        boolean holds = !value.observed().staleAt(now);
        if (value.estimate() != null) {
            return holds ? 1 : 0;
        }
        return holds ? 3 : value.loss() == 1 ? 2 : 0;
    }
}
