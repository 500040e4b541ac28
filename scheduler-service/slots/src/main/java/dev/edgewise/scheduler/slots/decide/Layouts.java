package dev.edgewise.scheduler.slots.decide;

import dev.edgewise.scheduler.slots.claims.Claim;
import dev.edgewise.scheduler.slots.model.Problem;
import dev.edgewise.scheduler.slots.model.SlotPlace;
import dev.edgewise.scheduler.slots.model.Testbed;
import dev.edgewise.scheduler.slots.plan.SlotNumbering;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The numbering of each testbed's slots in the ledger. */
final class Layouts {
    private static final int MOST_SLOTS = 5000;

    private final WorldIndex index;
    private final Map<Numbered, NodeSelection> selections = new HashMap<>();
    private final Map<Numbered, List<SlotPlace>> desired = new HashMap<>();

    Layouts(WorldIndex index) {
        this.index = index;
    }

    /** Returns the places that the testbed's spec and the nodes ask for; those it has if its spec is wrong. */
    List<SlotPlace> desired(Testbed testbed, List<SlotPlace> present) {
        if (problem(testbed, present) != null) {
            return present;
        }
        return desired.computeIfAbsent(
                new Numbered(testbed.uid(), present),
                key -> SlotNumbering.places(
                        testbed.spec().slotsPerNode(),
                        selection(testbed, present).nodes()));
    }

    /** Returns the nodes of a testbed whose spec has no problem by itself. */
    NodeSelection selection(Testbed testbed, List<SlotPlace> present) {
        return selections.computeIfAbsent(
                new Numbered(testbed.uid(), present), key -> NodeSelection.of(testbed, index, present));
    }

    /** Returns the value of the spec that cannot be followed on these nodes; null if there is none. */
    @Nullable
    Problem problem(Testbed testbed, List<SlotPlace> present) {
        Problem ofSpec = TestbedValidator.problem(testbed);
        if (ofSpec != null) {
            return ofSpec;
        }
        int nodes = selection(testbed, present).nodes().size();
        int slots = testbed.spec().slotsPerNode();
        return (long) nodes * slots > MOST_SLOTS
                ? new Problem(
                        "spec.slotsPerNode",
                        slots + " on " + nodes + " nodes",
                        "at most " + MOST_SLOTS + " slots in all")
                : null;
    }

    /** Numbers the slots of each testbed in the ledger, and forgets those of testbeds that are gone. */
    void update(LedgerDraft draft) {
        Set<String> kept = new HashSet<>();
        for (Testbed testbed : index.testbeds()) {
            String uid = testbed.uid();
            List<SlotPlace> present = draft.places(uid);
            boolean isInUse = draft.holderOfTestbed(uid) != null
                    || index.pods(uid).stream().anyMatch(SlotPod::isInSlot);
            List<SlotPlace> next = SlotNumbering.renumber(present, desired(testbed, present), isInUse);
            if (!next.isEmpty()) {
                draft.putPlaces(uid, next);
                kept.add(uid);
            }
        }
        draft.claims().stream().filter(Claim::holdsTestbed).forEach(claim -> kept.add(claim.testbedUid()));
        draft.retainPlaces(kept);
    }

    /** A testbed and its present places. */
    private record Numbered(String testbedUid, List<SlotPlace> present) {}
}
