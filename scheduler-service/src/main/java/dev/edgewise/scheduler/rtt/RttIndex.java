package dev.edgewise.scheduler.rtt;

import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.pcollections.HashTreePMap;
import org.pcollections.PMap;

/** The rows of all nodes. Immutable: a change gives a new index that shares every row but the changed one. */
public final class RttIndex {
    private final NodeIds ids;
    private final PMap<String, RttRow> rows;

    private RttIndex(NodeIds ids, PMap<String, RttRow> rows) {
        this.ids = ids;
        this.rows = rows;
    }

    public static RttIndex empty() {
        return new RttIndex(new NodeIds(), HashTreePMap.empty());
    }

    /** This index with the row of one node replaced; an empty row takes it away. */
    public RttIndex with(String from, Map<String, Rtt> times) {
        return new RttIndex(ids, times.isEmpty() ? rows.minus(from) : rows.plus(from, RttRow.of(ids, times)));
    }

    /** The times from that node, or null if none are known. */
    public @Nullable RttRow from(String node) {
        return rows.get(node);
    }

    public Set<String> sources() {
        return rows.keySet();
    }
}
