package dev.edgewise.scheduler.slots.kubernetes;

import dev.edgewise.scheduler.model.Node;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.Resources;
import dev.edgewise.scheduler.slots.decide.NodeFacts;
import dev.edgewise.scheduler.slots.state.SlotIndex;
import dev.edgewise.scheduler.slots.state.SlotUser;
import dev.edgewise.scheduler.state.NodeState;
import dev.edgewise.scheduler.state.Snapshot;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads from the state of the scheduler what decisions about slots need of nodes. For one thread. */
final class NodeFactsReader {
    /** The beginning of the names of the pods that stand for slots in the state. */
    private static final String PLACEHOLDERS = "/slot/";

    /** When each lost node was first seen to be lost. A new leader counts from when it first sees it. */
    private final Map<String, Instant> lostSince = new HashMap<>();

    /**
     * Returns the nodes with one of the labels, and those of these names.
     *
     * @param keys node labels of testbeds
     * @param names of nodes that have slots
     * @param testbeds uids of the testbeds whose pods in slots are not among the others
     */
    List<NodeFacts> read(Snapshot snapshot, Set<String> keys, Set<String> names, Set<String> testbeds, Instant now) {
        SlotIndex slots = snapshot.get(SlotIndex.FACT);
        List<NodeFacts> facts = new ArrayList<>();
        Set<String> lost = new HashSet<>();
        for (NodeState state : snapshot.nodes()) {
            Node node = state.node();
            if (node.isLost()) {
                lost.add(node.name());
            }
            if (names.contains(node.name()) || keys.stream().anyMatch(node.labels()::containsKey)) {
                facts.add(facts(state, slots, keys, testbeds, now));
            }
        }
        lostSince.keySet().retainAll(lost);
        return facts;
    }

    private NodeFacts facts(NodeState state, SlotIndex slots, Set<String> keys, Set<String> testbeds, Instant now) {
        Node node = state.node();
        Map<String, String> labels = new HashMap<>(node.labels());
        labels.keySet().retainAll(keys);
        return new NodeFacts(
                node.name(),
                labels,
                node.allocatable(),
                others(state, slots, testbeds),
                node.unschedulable(),
                node.taints(),
                lostSince(node, now));
    }

    private @Nullable Instant lostSince(Node node, Instant now) {
        return node.isLost() ? lostSince.computeIfAbsent(node.name(), first -> now) : null;
    }

    /** Returns the requests of all pods that are not in slots of the testbeds, and stand for no slot. */
    private static Resources others(NodeState state, SlotIndex slots, Set<String> testbeds) {
        Resources sum = Resources.NONE;
        for (Pod pod : state.pods()) {
            SlotUser user = SlotUser.of(pod);
            boolean isInSlot = user != null
                    && testbeds.contains(user.testbedUid())
                    && slots.positionOf(user.testbedUid(), user.pod(), user.uid()) != SlotUser.NONE;
            if (!isInSlot && !isPlaceholder(pod)) {
                sum = sum.plus(pod.spec().requests().needed());
            }
        }
        return sum;
    }

    /** Returns whether it stands for a slot in the state: no namespace of a pod has a slash. */
    private static boolean isPlaceholder(Pod pod) {
        return pod.namespace().indexOf('/') >= 0 && pod.key().name().startsWith(PLACEHOLDERS);
    }
}
