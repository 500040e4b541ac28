package dev.edgewise.scheduler.model;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Many label selectors that are matched together: the result of a label's value, or of its absence, is worked out once
 * for all of them, so that labels cost a step for each label and not for each selector. The answer is a set of the
 * selectors' positions. Remembers its answers: serves one decision, on one thread.
 */
public final class SelectorSet {
    /** Represents values that no selector lists, which are equal to all of them. No label has this value. */
    private static final String UNLISTED = "\0";

    private final BitSet satisfiable = new BitSet();
    private final Map<String, Column> byKey = new HashMap<>();
    /** Selectors that allow all keys but these to be absent, by these keys. */
    private final Map<Set<String>, BitSet> byPresentKeys = new HashMap<>();

    /** @param selectors over labels, where only In, NotIn, Exists and DoesNotExist are allowed */
    public SelectorSet(List<LabelSelector> selectors) {
        for (int i = 0; i < selectors.size(); i++) {
            satisfiable.set(i, !selectors.get(i).nothing());
            for (Requirement requirement : selectors.get(i).requirements()) {
                byKey.computeIfAbsent(requirement.key(), key -> new Column()).add(i, requirement);
            }
        }
    }

    /** The positions of the selectors that match. */
    public BitSet matching(Map<String, String> labels) {
        BitSet bearing = byPresentKeys.computeIfAbsent(presentKeys(labels), this::bearing);
        BitSet matching = (BitSet) bearing.clone();
        labels.forEach((key, value) -> {
            Column column = byKey.get(key);
            if (column != null) {
                column.dropUnmatched(value, matching);
            }
        });
        return matching;
    }

    private Set<String> presentKeys(Map<String, String> labels) {
        Set<String> present = new HashSet<>();
        for (String key : labels.keySet()) {
            if (byKey.containsKey(key)) {
                present.add(key);
            }
        }
        return present;
    }

    private BitSet bearing(Set<String> present) {
        BitSet bearing = (BitSet) satisfiable.clone();
        byKey.forEach((key, column) -> {
            if (!present.contains(key)) {
                bearing.andNot(column.needed);
            }
        });
        return bearing;
    }

    private record Asked(int selector, boolean exists, boolean negative, Set<String> values) {
        boolean matches(String value) {
            return exists || (!values.isEmpty() && values.contains(value) != negative);
        }
    }

    /** The requirements of all selectors for one key. */
    private static final class Column {
        /** The selectors that need the key, whatever its value. */
        private final BitSet needed = new BitSet();

        private final List<Asked> asked = new ArrayList<>();
        private final Set<String> listed = new HashSet<>();
        private final Map<String, BitSet> unmatched = new HashMap<>();

        void add(int selector, Requirement requirement) {
            if (!requirement.matchesValue(null)) {
                needed.set(selector);
            }
            listed.addAll(requirement.values());
            asked.add(new Asked(
                    selector,
                    requirement.operator() == Requirement.Operator.EXISTS,
                    requirement.operator() == Requirement.Operator.NOT_IN,
                    new HashSet<>(requirement.values())));
        }

        void dropUnmatched(String value, BitSet selectors) {
            String asOne = listed.contains(value) ? value : UNLISTED;
            selectors.andNot(unmatched.computeIfAbsent(asOne, this::findUnmatched));
        }

        private BitSet findUnmatched(String value) {
            BitSet found = new BitSet();
            for (Asked one : asked) {
                if (!one.matches(value)) {
                    found.set(one.selector());
                }
            }
            return found;
        }
    }
}
