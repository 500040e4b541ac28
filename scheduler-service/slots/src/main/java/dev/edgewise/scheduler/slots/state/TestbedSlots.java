package dev.edgewise.scheduler.slots.state;

import dev.edgewise.scheduler.model.Resources;
import dev.edgewise.scheduler.slots.claims.Claim;
import dev.edgewise.scheduler.slots.claims.ClaimLedger;
import dev.edgewise.scheduler.slots.claims.ClaimedJob;
import dev.edgewise.scheduler.slots.claims.ClaimedJobRun;
import dev.edgewise.scheduler.slots.claims.JobPhase;
import dev.edgewise.scheduler.slots.model.ObjectKey;
import dev.edgewise.scheduler.slots.model.SlotPlace;
import dev.edgewise.scheduler.slots.model.Testbed;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A testbed as the placement of pods sees it: its slots, and the runs that have them.
 *
 * @param uid uid of the testbed
 * @param key name of the testbed; the pods in its slots are in its namespace
 * @param places the place at index i is position i
 * @param room requests that each slot keeps room for
 * @param held whether the room of free slots is kept; not while an idle testbed releases it
 * @param runs runs that have slots, of one epoch each
 */
public record TestbedSlots(
        String uid, ObjectKey key, List<SlotPlace> places, Resources room, boolean held, List<SlotRun> runs) {
    public TestbedSlots {
        places = List.copyOf(places);
        runs = List.copyOf(runs);
    }

    /**
     * Returns the testbed with what the ledger says of it.
     *
     * @param held whether the room of free slots is kept
     */
    public static TestbedSlots of(Testbed testbed, ClaimLedger claims, boolean held) {
        return new TestbedSlots(
                testbed.uid(),
                testbed.metadata().key(),
                claims.layouts().getOrDefault(testbed.uid(), List.of()),
                testbed.spec().resourcesPerSlot(),
                held,
                runs(claims.holderOfTestbed(testbed.uid())));
    }

    private static List<SlotRun> runs(@Nullable Claim claim) {
        List<SlotRun> runs = new ArrayList<>();
        for (ClaimedJob job : claim == null ? List.<ClaimedJob>of() : claim.jobs()) {
            ClaimedJobRun run = job.run();
            if (run != null) {
                boolean stopping = job.phase() instanceof JobPhase.Stopping;
                runs.add(new SlotRun(run.epoch(), job.name(), run.positions(), stopping));
            }
        }
        return runs;
    }

    /** Returns the run of that epoch; null if there is none. */
    @Nullable
    SlotRun run(long epoch) {
        for (SlotRun run : runs) {
            if (run.epoch() == epoch) {
                return run;
            }
        }
        return null;
    }

    /** Returns the run that has the slot; null if none has. */
    public @Nullable SlotRun runAt(int position) {
        for (SlotRun run : runs) {
            if (run.positions().contains(position)) {
                return run;
            }
        }
        return null;
    }

    /** Returns the place of the slot; null if there is no such slot. */
    public @Nullable SlotPlace place(int position) {
        return position >= 0 && position < places.size() ? places.get(position) : null;
    }

    boolean isAt(int position, @Nullable String node) {
        SlotPlace place = place(position);
        return place != null && place.node().equals(node);
    }

    /**
     * Returns whether a bound pod is in the slot: it is in the testbed's namespace, and its run has the slot. A pod
     * whose run is over, in a slot that no run has, stays in its slot until it is gone, such as one that terminates on
     * an unreachable node.
     */
    boolean mayStay(PodWithSlotAnnotation user, int position) {
        if (!user.pod().namespace().equals(key.namespace())) {
            return false;
        }
        SlotRun own = run(user.epoch());
        return own == null ? runAt(position) == null : own.positions().contains(position);
    }

    /** Returns whether a pod that waits may take the slot: its run does not end, either. */
    boolean mayJoin(PodWithSlotAnnotation user, int position) {
        SlotRun run = run(user.epoch());
        return run != null
                && !run.stopping()
                && run.positions().contains(position)
                && user.pod().namespace().equals(key.namespace());
    }
}
