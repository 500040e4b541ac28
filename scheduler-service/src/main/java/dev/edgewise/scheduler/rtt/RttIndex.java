package dev.edgewise.scheduler.rtt;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.pcollections.HashTreePMap;
import org.pcollections.PMap;

/** The rows of all nodes. Immutable: a change gives a new index that shares every row but the changed one. */
public final class RttIndex {
    /** Fewer names than that are not worth a new table. */
    private static final int LEAST_GONE = 256;

    private final NodeIds ids;
    private final PMap<String, RttRow> rows;
    private final NearestCache nearest;
    private final int gone;

    private RttIndex(NodeIds ids, PMap<String, RttRow> rows, NearestCache nearest, int gone) {
        this.ids = ids;
        this.rows = rows;
        this.nearest = nearest;
        this.gone = gone;
    }

    public static RttIndex empty() {
        return new RttIndex(new NodeIds(), HashTreePMap.empty(), new NearestCache(), 0);
    }

    /** This index with the row of one node replaced; an empty row takes it away. */
    public RttIndex with(String from, Map<String, Rtt> times) {
        PMap<String, RttRow> changed = times.isEmpty() ? rows.minus(from) : rows.plus(from, RttRow.of(ids, times));
        return new RttIndex(ids, changed, nearest, gone);
    }

    /**
     * This index once one more node was deleted. When they are many, new rows get numbers from a new table, which knows no
     * deleted node; the old table goes with the last row that was made by it, a round of measurements later.
     */
    public RttIndex forgetting() {
        if (gone < LEAST_GONE || gone < ids.size() / 2) {
            return new RttIndex(ids, rows, nearest, gone + 1);
        }
        return new RttIndex(new NodeIds(), rows, new NearestCache(), 0);
    }

    /** The times from that node, or null if none are known. */
    public @Nullable RttRow from(String node) {
        return rows.get(node);
    }

    /**
     * How far all nodes are from the nearest of some.
     *
     * @param origins by name; worked out once for the same object, until one of their rows changes
     */
    public Nearest nearest(Map<String, ?> origins, Quality quality) {
        if (origins.size() != 1) {
            return nearest.get(origins, quality, this);
        }
        String origin = origins.keySet().iterator().next();
        RttRow row = from(origin);
        return row == null
                ? NearestBuilder.build(ids, List.of(origin), new @Nullable RttRow[] {null}, quality)
                : row.nearest(origin, quality, ids);
    }

    /** Under which numbers these nodes are known. */
    public NodeNumbers numbers(List<String> nodes) {
        return new NodeNumbers(ids, nodes);
    }

    NodeIds ids() {
        return ids;
    }

    public Set<String> sources() {
        return rows.keySet();
    }
}
