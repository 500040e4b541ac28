package dev.edgewise.scheduler.slots.decide;

import dev.edgewise.scheduler.slots.claims.Claim;
import dev.edgewise.scheduler.slots.claims.ClaimLedger;
import dev.edgewise.scheduler.slots.claims.ClaimedJob;
import dev.edgewise.scheduler.slots.claims.ClaimedJobRun;
import dev.edgewise.scheduler.slots.claims.JobPhase;
import dev.edgewise.scheduler.slots.model.BatchJob;
import dev.edgewise.scheduler.slots.model.Slot;
import dev.edgewise.scheduler.slots.model.Testbed;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Makes the application of each run that is to be there, and deletes all others with their pods. */
final class ApplicationActions {
    private final SlotDecisionInputIndex index;
    private final ClaimLedger claims;
    private final Map<Long, ActiveRun> active = new HashMap<>();
    private final Set<Long> epochsOfApplications;

    ApplicationActions(SlotDecisionInputIndex index) {
        this.index = index;
        this.claims = index.input().claims();
        this.epochsOfApplications = index.input().applications().stream()
                .filter(application -> !application.ownerUid().isEmpty())
                .map(ObservedBatchJobApplication::epoch)
                .collect(Collectors.toSet());
        for (Claim claim : claims.bySchedulingUid().values()) {
            for (ClaimedJob job : claim.jobs()) {
                if (job.phase() instanceof JobPhase.Active phase) {
                    active.put(phase.run().epoch(), new ActiveRun(claim, job, phase.run()));
                }
            }
        }
    }

    /** @param slots slots of each testbed by its uid */
    List<SlotAction> actions(Map<String, List<Slot>> slots) {
        List<SlotAction> actions = new ArrayList<>();
        for (ObservedBatchJobApplication application : index.input().applications()) {
            if (isSuperfluous(application)) {
                actions.add(new SlotAction.DeleteApplication(application));
            }
        }
        for (SlotPod pod : index.input().pods()) {
            if (isSuperfluous(pod)) {
                actions.add(new SlotAction.DeletePod(pod));
            }
        }
        active.values().stream()
                .sorted((first, second) ->
                        Long.compare(first.run().epoch(), second.run().epoch()))
                .forEach(run -> create(run, slots, actions));
        return actions;
    }

    private void create(ActiveRun run, Map<String, List<Slot>> slots, List<SlotAction> actions) {
        BatchJob job = index.jobOfUid(run.job().uid());
        Testbed testbed = index.testbed(run.claim().testbed(), run.claim().testbedUid());
        if (job == null || job.problemOfRuns() != null || testbed == null) {
            return;
        }
        if (!isNameFree(job) || run.run().placedAt() != null) {
            return;
        }
        List<Slot> own = slots.getOrDefault(testbed.uid(), List.of()).stream()
                .filter(slot -> slot.epoch() == run.run().epoch())
                .toList();
        actions.add(new SlotAction.CreateApplication(job, testbed, run.run(), own));
    }

    private boolean isNameFree(BatchJob job) {
        return index.applications(job.name()).stream()
                .noneMatch(application -> application.kind().equals(job.spec().application())
                        || !application.ownerUid().isEmpty());
    }

    /**
     * An application of ours without a run is deleted; one of a run that this version of the ledger cannot know is left
     * alone.
     */
    private boolean isSuperfluous(ObservedBatchJobApplication application) {
        if (application.terminating() || application.ownerUid().isEmpty() || application.epoch() > claims.lastEpoch()) {
            return false;
        }
        ActiveRun run = active.get(application.epoch());
        return run == null || !run.job().uid().equals(application.ownerUid());
    }

    /**
     * A pod that failed in its slot makes room for the one that replaces it; a pod of an application without run is
     * left over. One that has finished goes right after its application, since the garbage collector takes a moment to
     * find it.
     */
    private boolean isSuperfluous(SlotPod pod) {
        if (pod.application().isEmpty() || pod.terminatingSince() != null || pod.epoch() > claims.lastEpoch()) {
            return false;
        }
        boolean hasRun = active.containsKey(pod.epoch());
        return hasRun
                ? pod.phase() == SlotPod.Phase.FAILED && pod.isInSlot()
                : pod.isFinished() || !epochsOfApplications.contains(pod.epoch());
    }

    /** A run that has slots and is to have an application. */
    private record ActiveRun(Claim claim, ClaimedJob job, ClaimedJobRun run) {}
}
