package dev.edgewise.scheduler.slots.state;

import dev.edgewise.common.Names;
import dev.edgewise.scheduler.framework.ClusterEvent;
import dev.edgewise.scheduler.framework.Filter;
import dev.edgewise.scheduler.framework.PreparedNodeFilter;
import dev.edgewise.scheduler.framework.Rejection;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.Resources;
import dev.edgewise.scheduler.slots.model.SlotPlace;
import dev.edgewise.scheduler.state.HeldCapacity;
import dev.edgewise.scheduler.state.Snapshot;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a pod that names slots to the nodes where one of them is free for it. A pod that names a testbed of another
 * namespace, a run that is over, or slots that its run has not, goes nowhere.
 */
public final class SlotFilter implements Filter {
    public static final String NAME = "Slots";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public PreparedNodeFilter prepare(Pod pod, Snapshot snapshot) {
        String text = pod.annotations().get(Names.SLOTS_ANNOTATION);
        return text == null ? PreparedNodeFilter.PASS : check(text, pod, snapshot);
    }

    @Override
    public Set<ClusterEvent> eventsToRegister() {
        return Set.of(SlotIndex.SLOTS_CHANGED, ClusterEvent.POD_REMOVED, ClusterEvent.NODE_ADDED);
    }

    private static PreparedNodeFilter check(String text, Pod pod, Snapshot snapshot) {
        AllowedSlotsAnnotation asked = AllowedSlotsAnnotation.read(text);
        if (asked == null) {
            return never("annotation " + Names.SLOTS_ANNOTATION + " is " + text + ": it must be "
                    + AllowedSlotsAnnotation.ALLOWED);
        }
        TestbedSlotOccupancy view = snapshot.get(SlotIndex.FACT).testbed(asked.testbedUid());
        TestbedSlots testbed = view.slots();
        if (testbed == null || !testbed.key().namespace().equals(pod.namespace())) {
            return never("annotation " + Names.SLOTS_ANNOTATION + " names testbed " + asked.testbedUid()
                    + ": it must be the uid of a testbed in namespace " + pod.namespace());
        }
        String refusal = refusal(asked, testbed);
        if (refusal != null) {
            return never(refusal);
        }
        List<Integer> free = free(asked, pod, view);
        return free.isEmpty()
                ? never(noneFree(asked, testbed, view))
                : new PodSlotCheck(rooms(free, asked, testbed, view), elsewhere(asked, testbed), pod, snapshot);
    }

    /** Returns why the ledger does not let the pod use these slots; null if it does. */
    private static @Nullable String refusal(AllowedSlotsAnnotation asked, TestbedSlots testbed) {
        SlotRun run = testbed.run(asked.epoch());
        if (run == null) {
            String now = asked.positions().stream()
                    .map(testbed::runAt)
                    .filter(Objects::nonNull)
                    .map(other -> ", now " + other.epoch())
                    .findFirst()
                    .orElse("");
            return "epoch " + asked.epoch() + " of testbed " + testbed.key() + " is over" + now;
        }
        if (run.stopping()) {
            return "epoch " + asked.epoch() + " of testbed " + testbed.key() + " ends: job " + run.job()
                    + " gets no more pods";
        }
        return new HashSet<>(run.positions()).containsAll(asked.positions())
                ? null
                : "slots " + listed(asked.positions()) + " of testbed " + testbed.key() + " are not those of epoch "
                        + asked.epoch() + ", which are " + listed(run.positions());
    }

    /** Returns the slots to try, lowest first: the one that is kept for the pod, or else all that are free. */
    private static List<Integer> free(AllowedSlotsAnnotation asked, Pod pod, TestbedSlotOccupancy view) {
        int expected = view.expectedPositionOf(pod.key(), pod.uid());
        if (expected != PodWithSlotAnnotation.NONE && asked.positions().contains(expected)) {
            return List.of(expected);
        }
        return asked.positions().stream()
                .filter(position -> view.taker(position) == null && view.expected(position) == null)
                .toList();
    }

    private static List<HeldCapacity> rooms(
            List<Integer> free, AllowedSlotsAnnotation asked, TestbedSlots testbed, TestbedSlotOccupancy view) {
        List<HeldCapacity> rooms = new ArrayList<>();
        for (int position : free) {
            SlotPlace place = testbed.place(position);
            if (place != null) {
                rooms.add(HeldCapacity.of(
                        SlotCapacityPlaceholders.KIND,
                        SlotCapacityPlaceholders.name(testbed.uid(), position),
                        place.node(),
                        // A slot without its room has no right to what is kept for others.
                        view.isHeld(position) ? testbed.room() : Resources.NONE,
                        "slot " + position + " of testbed " + testbed.key(),
                        Names.SLOT_ANNOTATION,
                        new BoundSlotAnnotation(testbed.uid(), position, asked.epoch()).text()));
            }
        }
        return rooms;
    }

    private static String elsewhere(AllowedSlotsAnnotation asked, TestbedSlots testbed) {
        return "node(s) had no free slot among " + listed(asked.positions()) + " of testbed " + testbed.key();
    }

    private static String noneFree(AllowedSlotsAnnotation asked, TestbedSlots testbed, TestbedSlotOccupancy view) {
        String why = asked.positions().stream()
                .map(position -> position + " " + occupation(position, testbed, view))
                .collect(Collectors.joining(", "));
        return "no free slot among " + listed(asked.positions()) + " of testbed " + testbed.key() + ": " + why;
    }

    private static String occupation(int position, TestbedSlots testbed, TestbedSlotOccupancy view) {
        PodWithSlotAnnotation taker = view.taker(position);
        PodWithSlotAnnotation expected = view.expected(position);
        if (taker != null) {
            return "is taken by pod " + taker.pod().name();
        }
        return expected != null
                ? "is kept for pod " + expected.pod().name()
                : testbed.place(position) == null ? "is not there" : "is free";
    }

    private static String listed(List<Integer> positions) {
        return positions.stream().map(String::valueOf).collect(Collectors.joining(","));
    }

    private static PreparedNodeFilter never(String reason) {
        return PreparedNodeFilter.never(Rejection.unresolvable(NAME, reason));
    }
}
