package dev.edgewise.scheduler.slots.state;

import dev.edgewise.scheduler.facts.FactChange;
import dev.edgewise.scheduler.model.Node;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodKey;
import dev.edgewise.scheduler.slots.model.SlotPlace;
import dev.edgewise.scheduler.slots.state.SlotCapacityPlaceholders.NodeSlot;
import dev.edgewise.scheduler.state.ClusterState;
import dev.edgewise.scheduler.state.NodeCapacityCalculator;
import dev.edgewise.scheduler.state.NodeState;
import dev.edgewise.scheduler.state.StateExtension;
import dev.edgewise.scheduler.state.StateExtensionContext;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the room of each slot that no pod is in, and gives the pods that another scheduler places a slot each while
 * they wait. {@link SlotIndex} says which pod is in which slot. For a pod that names no slots, it reads the annotations
 * once, and on a node with slots the node once.
 */
public final class SlotCapacityStateExtension implements StateExtension {
    private final StateExtensionContext state;
    private final Predicate<String> bindsItself;
    private final SlotCapacityPlaceholders rooms;
    /** The positions on each node, by testbed. */
    private final Map<String, Map<String, Set<Integer>>> byNode = new HashMap<>();
    /** The slots of each testbed, and the pods in them, when its nodes were last settled. */
    private final Map<String, TestbedSlotOccupancy> settled = new HashMap<>();
    /** The nodes with slots that lack room, as they were after they were last settled. */
    private final Map<String, @Nullable NodeState> lackingAt = new HashMap<>();
    /** The pods in slots whose binding is not confirmed. */
    private final Set<PodKey> assumed = new HashSet<>();

    private SlotCapacityStateExtension(StateExtensionContext state, Predicate<String> bindsItself) {
        this.state = state;
        this.bindsItself = bindsItself;
        this.rooms = new SlotCapacityPlaceholders(state.placeholders());
    }

    /**
     * Lets the state hold slots.
     *
     * @param bindsItself whether the scheduler of that name binds pods without naming the slot that they take
     */
    public static SlotCapacityStateExtension register(ClusterState cluster, Predicate<String> bindsItself) {
        cluster.register(SlotIndex.FACT);
        return cluster.register(state -> new SlotCapacityStateExtension(state, bindsItself));
    }

    /**
     * Keeps room that has become free without a change of a pod or node, such as by the end of a Reservation. To be
     * called in a step of the state.
     */
    public void settleLacking() {
        List<String> lacking = rooms.lacking();
        lackingAt.keySet().retainAll(lacking);
        for (String node : lacking) {
            // Each change of a node makes another object of it.
            if (lackingAt.get(node) != state.node(node)) {
                settle(node);
                lackingAt.put(node, state.node(node));
            }
        }
    }

    @Override
    public void factChanged(FactChange<?> change) {
        change.ifOf(SlotIndex.FACT, (before, after) -> {
            Set<String> uids = new HashSet<>(settled.keySet());
            uids.addAll(after.uids());
            uids.forEach(this::follow);
        });
        change.ifOf(SlotPausePodsByNode.FACT, (before, after) -> after.changedNodes(before)
                .forEach(this::settle));
    }

    @Override
    public void nodeChanged(@Nullable Node before, @Nullable Node after) {
        Node any = after == null ? before : after;
        if (any != null && (byNode.containsKey(any.name()) || hasPausePods(any.name()))) {
            settle(any.name());
            List.copyOf(byNode.getOrDefault(any.name(), Map.of()).keySet()).forEach(this::match);
        }
    }

    @Override
    public void podChanged(@Nullable Pod before, @Nullable Pod after, boolean isAssumed) {
        PodWithSlotAnnotation left = before == null ? null : PodWithSlotAnnotation.of(before);
        PodWithSlotAnnotation come = after == null ? null : PodWithSlotAnnotation.of(after);
        if (left != null || come != null) {
            noteAssumed(left, come, isAssumed);
            noteWaiting(before, left, after, come);
            takePlace(after, come);
            if (left != null) {
                follow(left.testbedUid());
            }
            if (come != null && (left == null || !come.testbedUid().equals(left.testbedUid()))) {
                follow(come.testbedUid());
            }
        }
        if (!byNode.isEmpty()) {
            settleIfTight(before);
            settleIfTight(after);
        }
    }

    private void noteAssumed(
            @Nullable PodWithSlotAnnotation left, @Nullable PodWithSlotAnnotation come, boolean isAssumed) {
        PodKey pod = come != null ? come.pod() : Objects.requireNonNull(left).pod();
        boolean changes = come != null && isAssumed ? assumed.add(pod) : assumed.remove(pod);
        String node = come == null ? null : come.node();
        if (changes && node != null && hasPausePods(node)) {
            settle(node);
        }
    }

    private void noteWaiting(
            @Nullable Pod before,
            @Nullable PodWithSlotAnnotation left,
            @Nullable Pod after,
            @Nullable PodWithSlotAnnotation come) {
        PodWithSlotAnnotation waited = before != null && isForeign(before) ? left : null;
        PodWithSlotAnnotation waits = after != null && isForeign(after) && !after.terminating() ? come : null;
        SlotIndex index = state.get(SlotIndex.FACT);
        if (waited != null && !waited.equals(waits)) {
            index = index.with(waited.testbedUid(), view -> view.withoutWaiting(waited.pod()));
        }
        if (waits != null) {
            index = index.with(waits.testbedUid(), view -> view.withWaiting(waits));
        }
        state.show(SlotIndex.FACT, index);
    }

    private boolean isForeign(Pod pod) {
        return pod.spec().nodeName() == null && bindsItself.test(pod.spec().schedulerName());
    }

    /** Lets a pod take the place of the placeholder of its slot, which frees no room. */
    private void takePlace(@Nullable Pod after, @Nullable PodWithSlotAnnotation come) {
        if (after == null || come == null || come.node() == null) {
            return;
        }
        int position = state.get(SlotIndex.FACT).positionOf(come.testbedUid(), come.pod(), come.uid());
        if (rooms.isKept(come.node(), SlotCapacityPlaceholders.name(come.testbedUid(), position))) {
            state.placeholders().noteTaken(after);
        }
    }

    /** Settles the node of a pod if its slots lack room or it has more pods than room, which is seldom. */
    private void settleIfTight(@Nullable Pod pod) {
        String node = pod == null ? null : pod.spec().nodeName();
        if (node == null || !byNode.containsKey(node)) {
            return;
        }
        NodeState now = state.node(node);
        if (now != null && (rooms.isLacking(node) || NodeCapacityCalculator.isOvercommitted(now))) {
            settle(node);
        }
    }

    private boolean hasPausePods(String node) {
        return !state.get(SlotPausePodsByNode.FACT).on(node).isEmpty();
    }

    /** Settles the nodes on which slots of the testbed have changed. */
    private void follow(String uid) {
        TestbedSlotOccupancy now = state.get(SlotIndex.FACT).testbed(uid);
        TestbedSlotOccupancy before = settled.getOrDefault(uid, TestbedSlotOccupancy.EMPTY);
        if (now == before) {
            return;
        }
        Set<String> nodes = changedNodes(before, now);
        if (before.slots() != now.slots()) {
            place(uid, before.slots(), false);
            place(uid, now.slots(), true);
        }
        remember(uid, now);
        nodes.forEach(this::settle);
        match(uid);
    }

    private void remember(String uid, TestbedSlotOccupancy view) {
        if (view.isEmpty()) {
            settled.remove(uid);
        } else {
            settled.put(uid, view);
        }
    }

    private void place(String uid, @Nullable TestbedSlots testbed, boolean come) {
        List<SlotPlace> places = testbed == null ? List.of() : testbed.places();
        for (int position = 0; position < places.size(); position++) {
            String node = places.get(position).node();
            if (come) {
                byNode.computeIfAbsent(node, any -> new TreeMap<>())
                        .computeIfAbsent(uid, any -> new TreeSet<>())
                        .add(position);
            } else {
                Map<String, Set<Integer>> there = byNode.getOrDefault(node, new HashMap<>());
                there.remove(uid);
                if (there.isEmpty()) {
                    byNode.remove(node);
                }
            }
        }
    }

    private static Set<String> changedNodes(TestbedSlotOccupancy before, TestbedSlotOccupancy now) {
        Set<String> nodes = new TreeSet<>();
        TestbedSlots was = before.slots();
        TestbedSlots is = now.slots();
        boolean isOther = was == null || is == null || !was.room().equals(is.room()) || was.held() != is.held();
        int most = Math.max(
                was == null ? 0 : was.places().size(),
                is == null ? 0 : is.places().size());
        for (int position = 0; position < most; position++) {
            SlotPlace from = was == null ? null : was.place(position);
            SlotPlace to = is == null ? null : is.place(position);
            boolean changes = isOther
                    || !Objects.equals(from, to)
                    || !Objects.equals(before.taker(position), now.taker(position));
            if (changes && from != null) {
                nodes.add(from.node());
            }
            if (changes && to != null) {
                nodes.add(to.node());
            }
        }
        return nodes;
    }

    private void settle(String node) {
        List<NodeSlot> slots = new ArrayList<>();
        byNode.getOrDefault(node, Map.of()).forEach((uid, positions) -> {
            TestbedSlotOccupancy view = state.get(SlotIndex.FACT).testbed(uid);
            TestbedSlots testbed = view.slots();
            for (int position : positions) {
                SlotPlace place = testbed == null ? null : testbed.place(position);
                if (testbed != null && place != null && place.node().equals(node)) {
                    slots.add(new NodeSlot(testbed, position, place, view.taker(position)));
                }
            }
        });
        Set<NodeSlot> held = rooms.settle(
                node,
                state.node(node),
                slots,
                state.get(SlotPausePodsByNode.FACT).on(node),
                assumed::contains);
        Map<String, Set<Integer>> heldOf = new HashMap<>();
        held.forEach(slot -> heldOf.computeIfAbsent(slot.testbed().uid(), any -> new HashSet<>())
                .add(slot.position()));
        byNode.getOrDefault(node, Map.of())
                .forEach((uid, positions) -> showHeld(uid, positions, heldOf.getOrDefault(uid, Set.of())));
    }

    private void showHeld(String uid, Set<Integer> ofNode, Set<Integer> held) {
        show(uid, state.get(SlotIndex.FACT).testbed(uid).holding(ofNode, held));
    }

    /** Gives pods that another scheduler places their slots. */
    private void match(String uid) {
        show(uid, state.get(SlotIndex.FACT).testbed(uid).matched(this::isUsable));
    }

    private void show(String uid, TestbedSlotOccupancy view) {
        SlotIndex index = state.get(SlotIndex.FACT);
        boolean isFollowed = settled.getOrDefault(uid, TestbedSlotOccupancy.EMPTY) == index.testbed(uid);
        state.show(SlotIndex.FACT, index.with(uid, any -> view));
        if (isFollowed) {
            remember(uid, view);
        }
    }

    private boolean isUsable(String name) {
        NodeState node = state.node(name);
        return node != null && !node.node().unschedulable() && !node.node().isLost();
    }
}
