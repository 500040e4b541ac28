package dev.edgewise.scheduler.state.affinity;

import dev.edgewise.scheduler.model.Requirement;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The nodes by their value of one label, as places. A requirement is judged for all of them by a look-up. */
final class NodesByLabelValue {
    private static final BitSet NO_NODE = new BitSet(0);

    private final BitSet present = new BitSet();
    private final Map<String, BitSet> byValue = new HashMap<>();
    /** Nodes whose value is at least this integer; found when it is first asked for. */
    private volatile @Nullable NavigableMap<Long, BitSet> atLeast;

    /** Adds the value of a node. Called before any question. */
    void add(int place, String value) {
        present.set(place);
        byValue.computeIfAbsent(value, unseen -> new BitSet()).set(place);
    }

    /** Takes away the nodes that do not meet the requirement; see {@link Requirement#matchesValue}. */
    void retain(BitSet nodes, Requirement requirement) {
        List<String> values = requirement.values();
        switch (requirement.operator()) {
            case IN -> nodes.and(values.size() == 1 ? with(values.get(0)) : withAny(values));
            case NOT_IN -> values.forEach(value -> nodes.andNot(with(value)));
            case EXISTS -> nodes.and(present);
            case DOES_NOT_EXIST -> nodes.andNot(present);
            case GT, LT -> compare(nodes, requirement);
        }
    }

    private BitSet with(String value) {
        return byValue.getOrDefault(value, NO_NODE);
    }

    private BitSet withAny(List<String> values) {
        BitSet any = new BitSet();
        values.forEach(value -> any.or(with(value)));
        return any;
    }

    private void compare(BitSet nodes, Requirement requirement) {
        List<String> values = requirement.values();
        Long bound = values.size() == 1 ? Requirement.integer(values.get(0)) : null;
        NavigableMap<Long, BitSet> numbers = bound == null || byValue.isEmpty() ? new TreeMap<>() : atLeast();
        if (bound == null || numbers.isEmpty()) {
            nodes.clear();
        } else if (requirement.operator() == Requirement.Operator.GT) {
            nodes.and(setOf(numbers.higherEntry(bound)));
        } else {
            nodes.and(setOf(numbers.firstEntry()));
            nodes.andNot(setOf(numbers.ceilingEntry(bound)));
        }
    }

    private static BitSet setOf(Map.@Nullable Entry<Long, BitSet> entry) {
        return entry == null ? NO_NODE : entry.getValue();
    }

    private NavigableMap<Long, BitSet> atLeast() {
        NavigableMap<Long, BitSet> known = atLeast;
        if (known == null) {
            known = new TreeMap<>();
            for (Map.Entry<String, BitSet> value : byValue.entrySet()) {
                Long number = Requirement.integer(value.getKey());
                if (number != null) {
                    known.computeIfAbsent(number, unseen -> new BitSet()).or(value.getValue());
                }
            }
            BitSet larger = NO_NODE;
            for (BitSet nodes : known.descendingMap().values()) {
                nodes.or(larger);
                larger = nodes;
            }
            atLeast = known;
        }
        return known;
    }
}
