package dev.edgewise.scheduler.slots.decide;

import dev.edgewise.scheduler.slots.claims.Claim;
import dev.edgewise.scheduler.slots.claims.LedgerSize;
import dev.edgewise.scheduler.slots.model.Problem;
import dev.edgewise.scheduler.slots.model.Slot;
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
final class SlotLayouts {
    private static final int MOST_SLOTS = 5000;

    private final SlotDecisionInputIndex index;
    private final Map<Numbered, NodeSelection> selections = new HashMap<>();
    private final Map<Numbered, List<SlotPlace>> desired = new HashMap<>();
    private @Nullable Set<String> tooMany;

    SlotLayouts(SlotDecisionInputIndex index) {
        this.index = index;
    }

    /** Returns the places that the testbed's spec and the nodes ask for; those it has if its spec is wrong. */
    List<SlotPlace> desired(Testbed testbed, List<SlotPlace> present) {
        if (problem(testbed, present) != null) {
            return present;
        }
        return desired.computeIfAbsent(
                new Numbered(testbed.uid(), present), key -> places(testbed, selection(testbed, present)));
    }

    /** Returns the nodes of a testbed whose spec has no problem by itself. */
    NodeSelection selection(Testbed testbed, List<SlotPlace> present) {
        return selections.computeIfAbsent(
                new Numbered(testbed.uid(), present), key -> NodeSelection.of(testbed, index, present));
    }

    /** Returns the value of the spec that cannot be followed on these nodes; null if there is none. */
    @Nullable
    Problem problem(Testbed testbed, List<SlotPlace> present) {
        Problem ofSpec = testbed.problem();
        if (ofSpec != null) {
            return ofSpec;
        }
        int nodes = selection(testbed, present).nodes().size();
        int slots = testbed.spec().slotsPerNode();
        String given = slots + " on " + nodes + " nodes";
        if ((long) nodes * slots > MOST_SLOTS) {
            return new Problem("spec.slotsPerNode", given, "at most " + MOST_SLOTS + " slots in all");
        }
        return tooMany().contains(testbed.uid())
                ? new Problem(
                        "spec.slotsPerNode",
                        given,
                        "fewer: the ledger has no room for so many more slots in "
                                + index.input().namespace())
                : null;
    }

    /** Returns the uids of the testbeds whose slots the ledger has no room for beside those of older ones. */
    private Set<String> tooMany() {
        Set<String> known = tooMany;
        if (known != null) {
            return known;
        }
        Set<String> found = new HashSet<>();
        long taken = 0;
        for (Testbed testbed : index.testbeds()) {
            List<SlotPlace> present = index.input().claims().layouts().getOrDefault(testbed.uid(), List.of());
            long size = LedgerSize.of(present);
            if (testbed.problem() == null) {
                NodeSelection nodes = selection(testbed, present);
                if ((long) nodes.nodes().size() * testbed.spec().slotsPerNode() <= MOST_SLOTS) {
                    size = Math.max(size, LedgerSize.of(places(testbed, nodes)));
                }
            }
            if (taken + size > LedgerSize.LARGEST_OF_LAYOUTS) {
                found.add(testbed.uid());
                size = LedgerSize.of(present);
            }
            taken += size;
        }
        tooMany = found;
        return found;
    }

    private static List<SlotPlace> places(Testbed testbed, NodeSelection nodes) {
        return SlotNumbering.places(testbed.spec().slotsPerNode(), nodes.nodes());
    }

    /** Numbers the slots of each testbed in the ledger, and forgets those of testbeds that are gone. */
    void update(ClaimLedgerDraft draft) {
        Set<String> kept = new HashSet<>();
        for (Testbed testbed : index.testbeds()) {
            String uid = testbed.uid();
            List<SlotPlace> present = present(testbed, draft);
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

    /**
     * Returns the places that the slots of the testbed have. A ledger that was lost had those which pods are in: the
     * status tells them.
     */
    private List<SlotPlace> present(Testbed testbed, ClaimLedgerDraft draft) {
        List<SlotPlace> places = draft.places(testbed.uid());
        return places.isEmpty() && !index.pods(testbed.uid()).isEmpty()
                ? testbed.status().slots().stream().map(Slot::place).toList()
                : places;
    }

    /** A testbed and its present places. */
    private record Numbered(String testbedUid, List<SlotPlace> present) {}
}
