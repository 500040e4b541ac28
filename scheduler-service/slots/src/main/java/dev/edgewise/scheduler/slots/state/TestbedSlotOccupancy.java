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
 * The slots of one testbed and the pods that are in them, or are about to be. Immutable. A pod is in a slot by the
 * annotation of its binding. One that another scheduler has bound has no such annotation: it is in the lowest of its
 * slots on its node that no other pod is in. A pod stays in its slot until it is gone, also when its run is over.
 */
public final class TestbedSlotOccupancy {
    /** The slots; null while the testbed is not known, but pods name it. */
    private final @Nullable TestbedSlots slots;

    private final PMap<PodKey, PodWithSlotAnnotation> bound;
    private final PMap<PodKey, PodWithSlotAnnotation> waiting;
    private final Map<Integer, PodWithSlotAnnotation> taken;
    /** The slots that pods get which another scheduler is about to bind. */
    private final Map<Integer, PodWithSlotAnnotation> expected;
    /** The free slots whose room is kept. */
    private final PSet<Integer> held;

    static final TestbedSlotOccupancy EMPTY = new TestbedSlotOccupancy(
            null, HashTreePMap.empty(), HashTreePMap.empty(), Map.of(), Map.of(), HashTreePSet.empty());

    private TestbedSlotOccupancy(
            @Nullable TestbedSlots slots,
            PMap<PodKey, PodWithSlotAnnotation> bound,
            PMap<PodKey, PodWithSlotAnnotation> waiting,
            Map<Integer, PodWithSlotAnnotation> taken,
            Map<Integer, PodWithSlotAnnotation> expected,
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
    public Collection<PodWithSlotAnnotation> bound() {
        return bound.values();
    }

    /** The pod in the slot, bound or assumed there; null if none is. */
    public @Nullable PodWithSlotAnnotation taker(int position) {
        return taken.get(position);
    }

    /** The pod that another scheduler is to bind into the slot; null if none is. */
    public @Nullable PodWithSlotAnnotation expected(int position) {
        return expected.get(position);
    }

    /** Returns whether the room of the slot is kept by a placeholder. */
    public boolean isHeld(int position) {
        return held.contains(position);
    }

    /** Returns the slot that the pod is in, or {@link PodWithSlotAnnotation#NONE}. */
    public int positionOf(PodKey pod, String uid) {
        return position(taken, pod, uid);
    }

    /**
     * Returns the slot that is kept for the pod, which another scheduler places, or {@link PodWithSlotAnnotation#NONE}.
     */
    int expectedPositionOf(PodKey pod, String uid) {
        return position(expected, pod, uid);
    }

    private static int position(Map<Integer, PodWithSlotAnnotation> users, PodKey pod, String uid) {
        for (Map.Entry<Integer, PodWithSlotAnnotation> entry : users.entrySet()) {
            if (entry.getValue().pod().equals(pod) && entry.getValue().uid().equals(uid)) {
                return entry.getKey();
            }
        }
        return PodWithSlotAnnotation.NONE;
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

    TestbedSlotOccupancy withBound(PodWithSlotAnnotation user) {
        return user.equals(bound.get(user.pod())) ? this : assigned(slots, bound.plus(user.pod(), user), waiting);
    }

    /** Another version of the pod stays. */
    TestbedSlotOccupancy withoutBound(PodWithSlotAnnotation user) {
        return user.equals(bound.get(user.pod())) ? assigned(slots, bound.minus(user.pod()), waiting) : this;
    }

    TestbedSlotOccupancy withWaiting(PodWithSlotAnnotation user) {
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

    /**
     * Gives waiting pods of other schedulers the lowest free slots on usable nodes; a pod keeps the slot that it has.
     */
    TestbedSlotOccupancy matched(Predicate<String> usable) {
        TestbedSlots now = slots;
        Map<Integer, PodWithSlotAnnotation> matched = new TreeMap<>();
        if (now != null && !waiting.isEmpty()) {
            IntPredicate isFree = position -> isUsable(now, position, usable) && !taken.containsKey(position);
            expected.forEach((position, user) -> {
                boolean stays = user.equals(waiting.get(user.pod())) && now.mayJoin(user, position);
                if (stays && isFree.test(position)) {
                    matched.put(position, user);
                }
            });
            for (PodWithSlotAnnotation user : oldestFirst(waiting.values())) {
                if (position(matched, user.pod(), user.uid()) == PodWithSlotAnnotation.NONE) {
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
            @Nullable TestbedSlots now,
            PMap<PodKey, PodWithSlotAnnotation> bounds,
            PMap<PodKey, PodWithSlotAnnotation> waits) {
        Map<Integer, PodWithSlotAnnotation> assigned = new TreeMap<>();
        if (now != null) {
            List<PodWithSlotAnnotation> silent = new ArrayList<>();
            for (PodWithSlotAnnotation user : oldestFirst(bounds.values())) {
                int position = user.position();
                if (position == PodWithSlotAnnotation.NONE) {
                    silent.add(user);
                } else if (now.isAt(position, user.node()) && now.mayStay(user, position)) {
                    assigned.putIfAbsent(position, user);
                }
            }
            assignSilent(now, silent, assigned);
        }
        Map<Integer, PodWithSlotAnnotation> stillExpected = new TreeMap<>(expected);
        stillExpected
                .entrySet()
                .removeIf(entry -> assigned.containsKey(entry.getKey())
                        || !entry.getValue().equals(waits.get(entry.getValue().pod())));
        return new TestbedSlotOccupancy(now, bounds, waits, assigned, stillExpected, held);
    }

    /** A pod stays in its slot, and first takes the one that was kept for it. */
    private void assignSilent(
            TestbedSlots now, List<PodWithSlotAnnotation> silent, Map<Integer, PodWithSlotAnnotation> assigned) {
        List<PodWithSlotAnnotation> others = new ArrayList<>();
        for (PodWithSlotAnnotation user : silent) {
            int had = positionOf(user.pod(), user.uid());
            int kept = had == PodWithSlotAnnotation.NONE ? expectedPositionOf(user.pod(), user.uid()) : had;
            boolean isThere = now.isAt(kept, user.node()) && now.mayStay(user, kept);
            if (isThere && !assigned.containsKey(kept)) {
                assigned.put(kept, user);
            } else {
                others.add(user);
            }
        }
        for (PodWithSlotAnnotation user : others) {
            put(assigned, user, position -> now.mayStay(user, position) && now.isAt(position, user.node()));
        }
    }

    private static void put(
            Map<Integer, PodWithSlotAnnotation> users, PodWithSlotAnnotation user, IntPredicate allowed) {
        for (int position : user.positions()) {
            if (!users.containsKey(position) && allowed.test(position)) {
                users.put(position, user);
                return;
            }
        }
    }

    private static List<PodWithSlotAnnotation> oldestFirst(Collection<PodWithSlotAnnotation> users) {
        return users.stream().sorted(PodWithSlotAnnotation.OLDEST_FIRST).toList();
    }
}
