package dev.edgewise.scheduler.slots.state;

import dev.edgewise.scheduler.facts.FactKey;
import dev.edgewise.scheduler.facts.FactUpdateRule;
import dev.edgewise.scheduler.framework.ClusterEvent;
import dev.edgewise.scheduler.framework.FactListener;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodKey;
import java.util.Collection;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.pcollections.HashTreePMap;
import org.pcollections.PMap;

/**
 * The slots of all testbeds, and the pods in them. Immutable. The watches of each replica add testbeds and their runs;
 * pods follow by themselves, in the state and in hypothetical snapshots.
 */
public final class SlotIndex {
    public static final FactKey<SlotIndex> FACT =
            FactKey.of("slots", new SlotIndex(HashTreePMap.empty()), new PodsInSlots());

    /** The event that slots were added or removed, or that runs got or lost slots. */
    static final ClusterEvent SLOTS_CHANGED = ClusterEvent.of("SlotUpdate");

    /** Wakes the pods that wait for slots. */
    public static final FactListener<SlotIndex> LISTENER = FactListener.of(FACT, SLOTS_CHANGED);

    private final PMap<String, TestbedSlotOccupancy> byUid;

    private SlotIndex(PMap<String, TestbedSlotOccupancy> byUid) {
        this.byUid = byUid;
    }

    /** Returns the index with that state of a testbed. */
    public SlotIndex with(TestbedSlots testbed) {
        return with(testbed.uid(), view -> view.on(testbed));
    }

    /** Returns the index without the testbed of that uid. */
    public SlotIndex without(String testbedUid) {
        return with(testbedUid, view -> view.on(null));
    }

    /** Returns the slots of the testbed of that uid, with the pods in them; none where it is not known. */
    public TestbedSlotOccupancy testbed(String uid) {
        return byUid.getOrDefault(uid, TestbedSlotOccupancy.EMPTY);
    }

    /**
     * Returns the position of the slot that the pod is in, whichever scheduler bound it, or {@link
     * PodWithSlotAnnotation#NONE}.
     */
    public int positionOf(String testbedUid, PodKey pod, String podUid) {
        return testbed(testbedUid).positionOf(pod, podUid);
    }

    Collection<String> uids() {
        return byUid.keySet();
    }

    SlotIndex with(String uid, UnaryOperator<TestbedSlotOccupancy> change) {
        TestbedSlotOccupancy before = testbed(uid);
        TestbedSlotOccupancy after = change.apply(before);
        if (after == before) {
            return this;
        }
        return new SlotIndex(after.isEmpty() ? byUid.minus(uid) : byUid.plus(uid, after));
    }

    /** The pods that have a node. */
    private static final class PodsInSlots implements FactUpdateRule<SlotIndex> {
        @Override
        public SlotIndex withPod(SlotIndex index, Pod pod) {
            PodWithSlotAnnotation user = PodWithSlotAnnotation.of(pod);
            return user == null ? index : index.with(user.testbedUid(), view -> view.withBound(user));
        }

        @Override
        public SlotIndex withoutPod(SlotIndex index, Pod pod) {
            PodWithSlotAnnotation user = PodWithSlotAnnotation.of(pod);
            return user == null ? index : index.with(user.testbedUid(), view -> view.withoutBound(user));
        }

        @Override
        public boolean isSameWith(Pod before, Pod after) {
            @Nullable PodWithSlotAnnotation user = PodWithSlotAnnotation.of(before);
            return Objects.equals(user, PodWithSlotAnnotation.of(after));
        }
    }
}
