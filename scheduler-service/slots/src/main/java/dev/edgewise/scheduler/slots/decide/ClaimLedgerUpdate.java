package dev.edgewise.scheduler.slots.decide;

import dev.edgewise.scheduler.slots.claims.Claim;
import dev.edgewise.scheduler.slots.claims.ClaimLedger;
import java.util.Map;

/**
 * Computes the next version of the ledger from the input, in this order: progress, numbering, claims, slots,
 * completion.
 */
final class ClaimLedgerUpdate {
    private final SlotDecisionInputIndex index;
    private final SlotTimeouts rules;
    private final NextDeadlineTracker deadlines;
    private final SlotListBuilder table;
    private final SlotLayouts layouts;
    private final ClaimAcquisition acquisition;

    ClaimLedgerUpdate(
            SlotDecisionInputIndex index,
            SlotTimeouts rules,
            NextDeadlineTracker deadlines,
            SlotListBuilder table,
            SlotLayouts layouts) {
        this.index = index;
        this.rules = rules;
        this.deadlines = deadlines;
        this.table = table;
        this.layouts = layouts;
        this.acquisition = new ClaimAcquisition(index, new SchedulingValidator(index, layouts));
    }

    /** Returns the ledger as it is to be; equal to the present one if nothing changes. */
    ClaimLedger next() {
        ClaimLedgerDraft draft = new ClaimLedgerDraft(index.input().claims(), index.now());
        draft.noteEpoch(index.largestEpoch());
        ClaimProgressUpdater progress = new ClaimProgressUpdater(index, rules, deadlines, table);
        for (Claim claim : draft.claims()) {
            Claim next = progress.next(claim, draft.places(claim.testbedUid()));
            if (next == null) {
                draft.remove(claim);
            } else {
                draft.put(next);
            }
        }
        new LostClaimRestorer(index).restore(draft);
        layouts.update(draft);
        acquisition.claimAll(draft);
        SlotAssigner assigner = new SlotAssigner(index, rules, deadlines, table, layouts);
        for (Claim claim : draft.claims()) {
            draft.put(progress.completed(assigner.assign(claim, draft)));
        }
        return draft.toClaims();
    }

    /** Returns why each Scheduling waits, for people, by its uid. To be called after {@link #next}. */
    Map<String, String> waits() {
        return acquisition.waits();
    }
}
