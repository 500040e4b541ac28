package dev.edgewise.scheduler.slots.claims;

import dev.edgewise.scheduler.slots.model.SlotPlace;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The ledger of one namespace, which is kept in one object and replaced by compare-and-set. Everything that decides who
 * may use a slot is in here; the statuses of objects only show it.
 *
 * @param lastEpoch the largest epoch that was given; it never becomes smaller
 * @param bySchedulingUid the claim of each Scheduling that holds something, or has ended and is still there
 * @param layouts the slots of each testbed by its uid: the place at index i is position i. It stays as it is while the
 *     testbed is claimed or a pod is in a slot, but for places that are added at its end
 */
public record ClaimLedger(long lastEpoch, Map<String, Claim> bySchedulingUid, Map<String, List<SlotPlace>> layouts) {
    public static final ClaimLedger NONE = new ClaimLedger(0, Map.of(), Map.of());

    public ClaimLedger {
        bySchedulingUid = Map.copyOf(bySchedulingUid);
        layouts = Map.copyOf(layouts);
    }

    /** Returns the claim that holds the testbed; null if none. */
    public @Nullable Claim holderOfTestbed(String testbedUid) {
        for (Claim claim : bySchedulingUid.values()) {
            if (claim.holdsTestbed() && claim.testbedUid().equals(testbedUid)) {
                return claim;
            }
        }
        return null;
    }

    /** Returns the claim that holds the job; null if none. */
    public @Nullable Claim holderOfJob(String jobUid) {
        for (Claim claim : bySchedulingUid.values()) {
            if (claim.holdsJobs() && claim.job(jobUid) != null) {
                return claim;
            }
        }
        return null;
    }

    /** Returns the run of that epoch in the testbed, also while it stops; null if there is none. */
    public @Nullable ClaimedJobRun run(String testbedUid, long epoch) {
        Claim holder = holderOfTestbed(testbedUid);
        return holder == null ? null : holder.run(epoch);
    }

    /**
     * Returns whether a pod of that epoch may take the slot, if no other pod is in it: the fence. A pod of an earlier
     * run, or of one that stops, is refused.
     */
    public boolean mayTake(String testbedUid, long epoch, int position) {
        Claim holder = holderOfTestbed(testbedUid);
        if (holder == null) {
            return false;
        }
        for (ClaimedJob job : holder.jobs()) {
            if (job.phase() instanceof JobPhase.Active active && active.run().epoch() == epoch) {
                return active.run().positions().contains(position);
            }
        }
        return false;
    }
}
