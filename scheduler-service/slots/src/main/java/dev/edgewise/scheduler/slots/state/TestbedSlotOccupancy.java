package dev.edgewise.scheduler.slots.state;

import dev.edgewise.scheduler.model.PodKey;
import dev.edgewise.scheduler.slots.model.SlotPlace;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.pcollections.HashTreePMap;
import org.pcollections.HashTreePSet;
import org.pcollections.PMap;
import org.pcollections.PSet;

/**
 * The slots of one testbed and the pods that are in them, or are about to be. Immutable. A pod is in a slot by the annotation of its binding. One that another scheduler
 * has bound has no such annotation: it is in the lowest of its slots on its node that no other pod is in. A pod stays in its slot until it is gone, also when its run is over.
 */
public final class TestbedSlotOccupancy {
    /** The slots; null while the testbed is not known, but pods name it. */
    private final @Nullable TestbedSlots slots;

    private final PMap<PodKey, SlotPodRequest> bound;
    private final PMap<PodKey, SlotPodRequest> waiting;
    private final Map<Integer, SlotPodRequest> taken;
    /** The slots that pods get which another scheduler is about to bind. */
    private final Map<Integer, SlotPodRequest> expected;
    /** The free slots whose room is kept. */
    private final PSet<Integer> held;

    static final TestbedSlotOccupancy EMPTY = new TestbedSlotOccupancy(
            null, HashTreePMap.empty(), HashTreePMap.empty(), Map.of(), Map.of(), HashTreePSet.empty());

    private TestbedSlotOccupancy(
            @Nullable TestbedSlots slots,
            PMap<PodKey, SlotPodRequest> bound,
            PMap<PodKey, SlotPodRequest> waiting,
            Map<Integer, SlotPodRequest> taken,
            Map<Integer, SlotPodRequest> expected,
            PSet<Integer> held) {
        this.slots = slots;
        this.bound = bound;
        this.waiting = waiting;
        this.taken = taken;
        this.expected = expected;
        this.held = held;
    }

    /** The slots; null while the testbed is not known. */
    public @Nullable TestbedSlots slots() {
        return slots;
    }

    /** Returns all pods that have a node and name slots of the testbed. */
    public Collection<SlotPodRequest> bound() {
        return bound.values();
    }

    /** The pod in the slot, bound or assumed there; null if none is. */
    public @Nullable SlotPodRequest taker(int position) {
        return taken.get(position);
    }

    /** The pod that another scheduler is to bind into the slot; null if none is. */
    public @Nullable SlotPodRequest expected(int position) {
        return expected.get(position);
    }

    /** Returns whether the room of the slot is kept by a placeholder. */
    public boolean isHeld(int position) {
        return held.contains(position);
    }

    /** Returns the slot that the pod is in, or {@link SlotPodRequest#NONE}. */
    public int positionOf(PodKey pod, String uid) {
        return position(taken, pod, uid);
    }

    /** Returns the slot that is kept for the pod, which another scheduler places, or {@link SlotPodRequest#NONE}. */
    int expectedPositionOf(PodKey pod, String uid) {
        return position(expected, pod, uid);
    }

    private static int position(Map<Integer, SlotPodRequest> users, PodKey pod, String uid) {
        for (Map.Entry<Integer, SlotPodRequest> entry : users.entrySet()) {
            if (entry.getValue().pod().equals(pod) && entry.getValue().uid().equals(uid)) {
                return entry.getKey();
            }
        }
        return SlotPodRequest.NONE;
    }

    boolean isEmpty() {
        return slots == null && bound.isEmpty() && waiting.isEmpty();
    }

    boolean hasWaiting() {
        return !waiting.isEmpty();
    }

    TestbedSlotOccupancy on(@Nullable TestbedSlots changed) {
        return Objects.equals(changed, slots) ? this : assigned(changed, bound, waiting);
    }

    TestbedSlotOccupancy withBound(SlotPodRequest user) {
        return user.equals(bound.get(user.pod())) ? this : assigned(slots, bound.plus(user.pod(), user), waiting);
    }

    /** Another version of the pod stays. */
    TestbedSlotOccupancy withoutBound(SlotPodRequest user) {
        return user.equals(bound.get(user.pod())) ? assigned(slots, bound.minus(user.pod()), waiting) : this;
    }

    TestbedSlotOccupancy withWaiting(SlotPodRequest user) {
        return user.equals(waiting.get(user.pod())) ? this : assigned(slots, bound, waiting.plus(user.pod(), user));
    }

    TestbedSlotOccupancy withoutWaiting(PodKey pod) {
        return waiting.containsKey(pod) ? assigned(slots, bound, waiting.minus(pod)) : this;
    }

    /**
     * Notes which slots of a node have their room.
     *
     * @param ofNode the slots on the node
     * @param with the free ones of these whose room is kept
     */
    TestbedSlotOccupancy holding(Set<Integer> ofNode, Set<Integer> with) {
        PSet<Integer> changed = held;
        for (int position : ofNode) {
            changed = with.contains(position) ? changed.plus(position) : changed.minus(position);
        }
        return changed == held ? this : new TestbedSlotOccupancy(slots, bound, waiting, taken, expected, changed);
    }

    /** Gives waiting pods of other schedulers the lowest free slots on usable nodes; a pod keeps the slot that it has. */
    TestbedSlotOccupancy matched(Predicate<String> usable) {
        TestbedSlots now = slots;
        Map<Integer, SlotPodRequest> matched = new TreeMap<>();
        if (now != null && !waiting.isEmpty()) {
            IntPredicate isFree = position -> isUsable(now, position, usable) && !taken.containsKey(position);
            expected.forEach((position, user) -> {
                boolean stays = user.equals(waiting.get(user.pod())) && now.mayJoin(user, position);
                if (stays && isFree.test(position)) {
                    matched.put(position, user);
                }
            });
            for (SlotPodRequest user : oldestFirst(waiting.values())) {
                if (position(matched, user.pod(), user.uid()) == SlotPodRequest.NONE) {
                    put(matched, user, position -> now.mayJoin(user, position) && isFree.test(position));
                }
            }
        }
        return matched.equals(expected) ? this : new TestbedSlotOccupancy(slots, bound, waiting, taken, matched, held);
    }

    private static boolean isUsable(TestbedSlots slots, int position, Predicate<String> usable) {
        SlotPlace place = slots.place(position);
        return place != null && usable.test(place.node());
    }

    private TestbedSlotOccupancy assigned(
            @Nullable TestbedSlots now, PMap<PodKey, SlotPodRequest> bounds, PMap<PodKey, SlotPodRequest> waits) {
        Map<Integer, SlotPodRequest> assigned = new TreeMap<>();
        if (now != null) {
            List<SlotPodRequest> silent = new ArrayList<>();
            for (SlotPodRequest user : oldestFirst(bounds.values())) {
                int position = user.position();
                if (position == SlotPodRequest.NONE) {
                    silent.add(user);
                } else if (now.isAt(position, user.node()) && now.mayStay(user, position)) {
                    assigned.putIfAbsent(position, user);
                }
            }
            assignSilent(now, silent, assigned);
        }
        Map<Integer, SlotPodRequest> stillExpected = new TreeMap<>(expected);
        stillExpected
                .entrySet()
                .removeIf(entry -> assigned.containsKey(entry.getKey())
                        || !entry.getValue().equals(waits.get(entry.getValue().pod())));
        return new TestbedSlotOccupancy(now, bounds, waits, assigned, stillExpected, held);
    }

    /** A pod stays in its slot, and first takes the one that was kept for it. */
    private void assignSilent(TestbedSlots now, List<SlotPodRequest> silent, Map<Integer, SlotPodRequest> assigned) {
        List<SlotPodRequest> others = new ArrayList<>();
        for (SlotPodRequest user : silent) {
            int had = positionOf(user.pod(), user.uid());
            int kept = had == SlotPodRequest.NONE ? expectedPositionOf(user.pod(), user.uid()) : had;
            boolean isThere = now.isAt(kept, user.node()) && now.mayStay(user, kept);
            if (isThere && !assigned.containsKey(kept)) {
                assigned.put(kept, user);
            } else {
                others.add(user);
            }
        }
        for (SlotPodRequest user : others) {
            put(assigned, user, position -> now.mayStay(user, position) && now.isAt(position, user.node()));
        }
    }

    private static void put(Map<Integer, SlotPodRequest> users, SlotPodRequest user, IntPredicate allowed) {
        for (int position : user.positions()) {
            if (!users.containsKey(position) && allowed.test(position)) {
                users.put(position, user);
                return;
            }
        }
    }

    private static List<SlotPodRequest> oldestFirst(Collection<SlotPodRequest> users) {
        return users.stream().sorted(SlotPodRequest.OLDEST_FIRST).toList();
    }
}
