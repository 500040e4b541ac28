package dev.edgewise.rewards.learning;

import dev.edgewise.common.PodType;
import dev.edgewise.rewards.estimates.Decay;
import dev.edgewise.rewards.estimates.Sums;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Everything that the learner knows, and when what must be looked at again. */
final class LearnerState {
    private static final int GONE_KEPT = 10_000;
    /** A namespace may have so many cells for each type that it may have. */
    private static final int NODES_PER_TYPE = 100;
    /** Or, in large clusters, as many as this number of types has that run on all nodes. */
    private static final int TYPES_ON_ALL_NODES = 20;
    /** Of all cells together, so that they fit into memory: about 40 bytes each. */
    private static final int KEYS = 500_000;

    private static final int FEWEST_KEYS = 4;

    final LearnerSettings settings;
    final Decay decay;
    final TreeMap<String, TypeState> types = new TreeMap<>();
    final Map<String, NodeState> nodes = new HashMap<>();
    final Map<Long, PodState> pods = new HashMap<>();
    final ShownOutcomes shown = new ShownOutcomes();

    private final Map<Long, Boolean> gone = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Boolean> eldest) {
            return size() > GONE_KEPT;
        }
    };

    private final Map<String, Integer> typesOfNamespace = new HashMap<>();
    private final Map<String, Integer> cellsOfNamespace = new HashMap<>();
    private final PriorityQueue<Due> due = new PriorityQueue<>((a, b) -> Long.compare(a.at(), b.at()));
    private int existing;
    private int cells;

    private record Due(long at, Cell cell) {}

    LearnerState(LearnerSettings settings) {
        this.settings = settings;
        this.decay = new Decay(settings.halfLife(), settings.meanTimeToFailure());
    }

    NodeState node(String name) {
        return nodes.computeIfAbsent(name, NodeState::new);
    }

    void exists(NodeState node, boolean exists) {
        existing += (exists ? 1 : 0) - (node.exists ? 1 : 0);
        node.exists = exists;
    }

    /** Whether there is such a node now. */
    boolean exists(String node) {
        NodeState known = nodes.get(node);
        return known != null && known.exists;
    }

    int existingNodes() {
        return existing;
    }

    /** What is known of a type on a node, made if there is nothing yet; null if the namespace has as many types or cells as it may. */
    @Nullable
    Cell cell(String type, String node, long now) {
        Cell known = known(type, node);
        if (known != null) {
            return known;
        }
        int there = cellsOfNamespace.getOrDefault(PodType.namespace(type), 0);
        if (there >= mostCells()) {
            return null;
        }
        TypeState of = types.containsKey(type) ? types.get(type) : newType(type);
        return of == null ? null : newCell(of, node(node), now);
    }

    /** The cell of what was written before: it was within the limits then, and how many nodes there are is not known yet. */
    Cell writtenCell(String type, String node, long now) {
        Cell known = known(type, node);
        if (known != null) {
            return known;
        }
        TypeState of = types.get(type);
        return newCell(of == null ? addType(type) : of, node(node), now);
    }

    /** Of a namespace. */
    private int mostCells() {
        return Math.max(settings.limits().typesPerNamespace() * NODES_PER_TYPE, TYPES_ON_ALL_NODES * existing);
    }

    /** This many idempotency keys a cell keeps: its share of all. */
    int keysOfACell() {
        return Math.max(FEWEST_KEYS, Math.min(TypeNodeLedger.KEYS, KEYS / Math.max(1, cells)));
    }

    private Cell newCell(TypeState type, NodeState node, long now) {
        cellsOfNamespace.merge(type.namespace, 1, Integer::sum);
        cells++;
        Cell cell = new Cell(type, node, decay, now);
        type.cells.put(node.name, cell);
        node.cells.add(cell);
        return cell;
    }

    private @Nullable TypeState newType(String name) {
        int there = typesOfNamespace.getOrDefault(PodType.namespace(name), 0);
        return there >= settings.limits().typesPerNamespace() ? null : addType(name);
    }

    private TypeState addType(String name) {
        typesOfNamespace.merge(PodType.namespace(name), 1, Integer::sum);
        TypeState type = new TypeState(name);
        types.put(name, type);
        return type;
    }

    /** Removes what is known of a type on a node, with the type and the node if there is nothing else of them. */
    void remove(Cell cell) {
        cell.type.cells.remove(cell.node.name);
        cell.type.replace(cell.share, Sums.NONE);
        shown.remove(cell);
        cells--;
        cell.node.cells.remove(cell);
        if (!cell.standing.isOpen()) {
            cell.type.closed--;
        }
        if (cell.type.cells.isEmpty()) {
            types.remove(cell.type.name);
            less(typesOfNamespace, cell.type.namespace);
        }
        less(cellsOfNamespace, cell.type.namespace);
        if (cell.node.cells.isEmpty() && !cell.node.exists) {
            nodes.remove(cell.node.name);
        }
    }

    private static void less(Map<String, Integer> counts, String namespace) {
        counts.computeIfPresent(namespace, (name, count) -> count == 1 ? null : count - 1);
    }

    @Nullable
    Cell known(String type, String node) {
        TypeState known = types.get(type);
        return known == null ? null : known.cells.get(node);
    }

    /** Remembers for a while that a pod is gone, as older facts of it may still come. */
    void gone(long print) {
        gone.put(print, true);
    }

    boolean isGone(long print) {
        return gone.containsKey(print);
    }

    /** Has it looked at no later than that. */
    void lookAt(Cell cell, long at) {
        if (at < cell.due) {
            cell.due = at;
            due.add(new Due(at, cell));
        }
    }

    /** The next one that is due, which then is not any more; null if none is. */
    @Nullable
    Cell nextDue(long now) {
        while (!due.isEmpty() && due.element().at() <= now) {
            Due next = due.remove();
            if (next.at() == next.cell().due) {
                next.cell().due = Long.MAX_VALUE;
                return next.cell();
            }
        }
        return null;
    }

    boolean has(Cell cell) {
        return cell.type.cells.get(cell.node.name) == cell;
    }
}
