package dev.edgewise.scheduler.slots.decide;

import dev.edgewise.scheduler.slots.claims.Claim;
import dev.edgewise.scheduler.slots.claims.LedgerSize;
import dev.edgewise.scheduler.slots.model.ObjectKey;
import dev.edgewise.scheduler.slots.model.RequestedJobs;
import dev.edgewise.scheduler.slots.model.Scheduling;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The room of the ledger, which is one object of a limited size: a claim is made if there is room for it until all of
 * its jobs have ended.
 */
final class LedgerSizeBudget {
    private final SlotDecisionInputIndex index;
    private final Map<String, Long> sizes = new HashMap<>();
    private long taken;

    LedgerSizeBudget(SlotDecisionInputIndex index, ClaimLedgerDraft draft) {
        this.index = index;
        taken = draft.sizeOfPlaces();
        draft.claims().forEach(claim -> put(claim, size(claim)));
    }

    /**
     * Returns the reason why there is too little room for the claim, instead of its Scheduling's present one, for
     * people; null if there is enough.
     */
    @Nullable
    String lack(Claim claim) {
        long size = size(claim);
        long others = taken - sizes.getOrDefault(claim.schedulingUid(), 0L);
        return others + size <= LedgerSize.LARGEST
                ? null
                : "the ledger of namespace " + claim.scheduling().namespace() + " would have " + (others + size)
                        + " bytes with it: it must be at most " + LedgerSize.LARGEST
                        + "; name fewer jobs, or delete Schedulings that have ended";
    }

    /** Takes the room of a claim that was made, instead of its Scheduling's present one. */
    void put(Claim claim) {
        put(claim, size(claim));
    }

    private void put(Claim claim, long size) {
        Long before = sizes.put(claim.schedulingUid(), size);
        taken += size - (before == null ? 0 : before);
    }

    private long size(Claim claim) {
        Scheduling scheduling = index.scheduling(claim.schedulingUid());
        Map<String, Integer> slots = scheduling == null || scheduling.problem() != null || !claim.holdsTestbed()
                ? Map.of()
                : slots(scheduling.spec().jobs());
        return LedgerSize.of(claim, job -> slots.getOrDefault(job, 0));
    }

    private static Map<String, Integer> slots(RequestedJobs jobs) {
        Map<String, Integer> slots = new HashMap<>();
        if (jobs instanceof RequestedJobs.Queue queue) {
            for (ObjectKey entry : queue.entries()) {
                slots.merge(entry.name(), 1, Integer::sum);
            }
        } else if (jobs instanceof RequestedJobs.Slots explicit) {
            explicit.jobs()
                    .forEach(job -> slots.merge(job.job().name(), job.slots().size(), Integer::sum));
        }
        return slots;
    }
}
