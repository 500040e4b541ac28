package dev.edgewise.scheduler.signals.rtt;

import dev.edgewise.scheduler.facts.FactKey;
import dev.edgewise.scheduler.facts.FactUpdateRule;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.pcollections.HashTreePMap;
import org.pcollections.PMap;

/** The rows of all nodes. Immutable: a change gives a new index that shares every row but the changed one. */
public final class RttIndex {
    public static final FactKey<RttIndex> FACT = FactKey.of("round-trip times", empty(), new FactUpdateRule<>() {
        @Override
        public RttIndex withoutNode(RttIndex index, String node) {
            return index.forgetting();
        }
    });

    /** Minimum number of deleted names that are worth a new table. */
    private static final int LEAST_GONE = 256;

    private final NodeNameNumbering ids;
    private final PMap<String, RttRow> rows;
    private final Object mark = new Object();
    private final Caches caches;
    private final int gone;

    /**
     * Separate caches, so that many single nodes, each merged quickly, do not evict workloads, whose many rows take
     * long.
     */
    private record Caches(NearestDistancesCache single, NearestDistancesCache several) {
        Caches() {
            this(new NearestDistancesCache(), new NearestDistancesCache());
        }
    }

    private RttIndex(NodeNameNumbering ids, PMap<String, RttRow> rows, Caches caches, int gone) {
        this.ids = ids;
        this.rows = rows;
        this.caches = caches;
        this.gone = gone;
    }

    public static RttIndex empty() {
        return new RttIndex(new NodeNameNumbering(), HashTreePMap.empty(), new Caches(), 0);
    }

    /** This index with the row of one node replaced; an empty row takes it away. */
    public RttIndex with(String from, Map<String, Rtt> times) {
        PMap<String, RttRow> changed = times.isEmpty() ? rows.minus(from) : rows.plus(from, RttRow.of(ids, times));
        return new RttIndex(ids, changed, caches, gone);
    }

    /**
     * This index once one more node was deleted. When they are many, new rows get numbers from a new table, which knows
     * no deleted node; the old table goes with the last row that was made by it, a round of measurements later.
     */
    public RttIndex forgetting() {
        if (gone < LEAST_GONE || gone < ids.size() / 2) {
            return new RttIndex(ids, rows, caches, gone + 1);
        }
        return new RttIndex(new NodeNameNumbering(), rows, new Caches(), 0);
    }

    /** The times from that node, or null if none are known. */
    public @Nullable RttRow from(String node) {
        return rows.get(node);
    }

    /**
     * Returns how far all nodes are from the nearest of some.
     *
     * @param origins by name; worked out once for the same name or, where they are several, the same object, until one
     *     of their rows changes
     */
    public NearestDistances nearest(Map<String, ?> origins, RttQualityRequirements quality) {
        NearestDistancesCache cache = origins.size() <= 1 ? caches.single : caches.several;
        return cache.get(origins, quality, this);
    }

    /** Returns the numbers of these nodes. */
    public NodeNumbers numbers(List<String> nodes) {
        return new NodeNumbers(ids, nodes);
    }

    NodeNameNumbering ids() {
        return ids;
    }

    /** Returns an object with this index's identity, for keys that must not keep its rows in memory. */
    Object mark() {
        return mark;
    }

    /** All rows, by the node that they are from. */
    public Map<String, RttRow> rows() {
        return rows;
    }
}
