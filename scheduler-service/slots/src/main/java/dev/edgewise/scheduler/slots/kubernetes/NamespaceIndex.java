package dev.edgewise.scheduler.slots.kubernetes;

import dev.edgewise.scheduler.slots.claims.ClaimLedger;
import dev.edgewise.scheduler.slots.model.ObjectKey;
import dev.edgewise.scheduler.slots.model.Slot;
import dev.edgewise.scheduler.slots.model.SlotPlace;
import dev.edgewise.scheduler.slots.model.Testbed;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Finds the namespaces of testbeds by their uids, their node labels and the nodes of their slots. For one thread at a
 * time.
 */
final class NamespaceIndex {
    private final Map<String, String> byUid = new HashMap<>();
    private final Map<String, Map<ObjectKey, Testbed>> byLabel = new HashMap<>();
    private final Map<String, Set<String>> bySlotsOn = new HashMap<>();
    /** The keys of the map by label; null after a change. */
    private @Nullable Set<String> labels;

    /** Takes another state of a testbed; null for one that is not there. */
    void testbed(@Nullable Testbed before, @Nullable Testbed after) {
        if (before != null) {
            byUid.remove(before.uid());
            if (before.problem() == null) {
                Map<ObjectKey, Testbed> same = byLabel.get(before.spec().nodeLabel());
                if (same != null && same.remove(before.metadata().key()) != null && same.isEmpty()) {
                    byLabel.remove(before.spec().nodeLabel());
                    labels = null;
                }
            }
        }
        if (after != null) {
            byUid.put(after.uid(), after.metadata().namespace());
            if (after.problem() == null) {
                byLabel.computeIfAbsent(after.spec().nodeLabel(), this::added)
                        .put(after.metadata().key(), after);
            }
        }
    }

    private Map<ObjectKey, Testbed> added(String label) {
        labels = null;
        return new HashMap<>();
    }

    /** Takes other layouts of a namespace; null for a ledger that is not there or cannot be read. */
    void layouts(String namespace, @Nullable ClaimLedger before, @Nullable ClaimLedger after) {
        Set<String> gone = nodes(before);
        Set<String> now = nodes(after);
        now.forEach(node ->
                bySlotsOn.computeIfAbsent(node, first -> new HashSet<>()).add(namespace));
        gone.removeAll(now);
        gone.forEach(node -> {
            Set<String> rest = bySlotsOn.get(node);
            if (rest != null && rest.remove(namespace) && rest.isEmpty()) {
                bySlotsOn.remove(node);
            }
        });
    }

    /** Returns the nodes on which the ledger places slots. */
    static Set<String> nodes(@Nullable ClaimLedger claims) {
        Set<String> names = new HashSet<>();
        if (claims != null) {
            claims.layouts()
                    .values()
                    .forEach(places -> places.stream().map(SlotPlace::node).forEach(names::add));
        }
        return names;
    }

    /** Returns the namespace of the testbed with that uid; null if there is none. */
    @Nullable
    String ofTestbed(String uid) {
        return byUid.get(uid);
    }

    /** Returns the testbeds whose nodes have one of the labels. */
    List<Testbed> testbeds(Collection<String> labels) {
        return labels.stream()
                .flatMap(label -> byLabel.getOrDefault(label, Map.of()).values().stream())
                .toList();
    }

    /** Returns the node labels of all testbeds; the same set until there is another label. */
    Set<String> labels() {
        Set<String> known = labels;
        if (known == null) {
            known = Set.copyOf(byLabel.keySet());
            labels = known;
        }
        return known;
    }

    /** Returns those of the nodes that have slots. */
    Set<String> withSlots(Collection<String> nodes) {
        return nodes.stream().filter(bySlotsOn::containsKey).collect(Collectors.toSet());
    }

    /** Returns the namespaces that have slots on the node, or testbeds whose nodes have one of the labels. */
    Set<String> at(String node, Collection<String> labels) {
        Set<String> found =
                testbeds(labels).stream().map(one -> one.metadata().namespace()).collect(Collectors.toSet());
        found.addAll(bySlotsOn.getOrDefault(node, Set.of()));
        return found;
    }

    /**
     * Returns whether other testbeds may get other nodes by the change: its own slots and conditions do not matter to
     * them.
     */
    static boolean mayMoveOthers(@Nullable Testbed before, @Nullable Testbed after) {
        if (before == null || after == null) {
            return before != after;
        }
        return !before.uid().equals(after.uid())
                || before.metadata().deleted() != after.metadata().deleted()
                || !before.spec().equals(after.spec())
                || (before.problem() == null) != (after.problem() == null)
                || !places(before).equals(places(after));
    }

    private static List<SlotPlace> places(Testbed testbed) {
        return testbed.status().slots().stream().map(Slot::place).toList();
    }
}
