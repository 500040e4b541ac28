package dev.edgewise.scheduler.slots.decide;

import dev.edgewise.scheduler.slots.claims.Claim;
import dev.edgewise.scheduler.slots.claims.ClaimedJob;
import dev.edgewise.scheduler.slots.claims.ClaimedJobRun;
import dev.edgewise.scheduler.slots.claims.JobPhase;
import dev.edgewise.scheduler.slots.model.BatchJob;
import dev.edgewise.scheduler.slots.model.ObjectKey;
import dev.edgewise.scheduler.slots.model.Problem;
import dev.edgewise.scheduler.slots.model.Scheduling;
import dev.edgewise.scheduler.slots.model.Slot;
import dev.edgewise.scheduler.slots.model.SlotPlace;
import dev.edgewise.scheduler.slots.model.Testbed;
import dev.edgewise.scheduler.slots.plan.JobSlotAssignment;
import dev.edgewise.scheduler.slots.plan.JobSlotAssignmentPlanner;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Gives free slots to the waiting jobs of a claim, and ends waits that cannot end by themselves. */
final class SlotAssigner {
    private final SlotDecisionInputIndex index;
    private final SlotTimeouts rules;
    private final NextDeadlineTracker deadlines;
    private final SlotListBuilder table;
    private final SlotLayouts layouts;

    SlotAssigner(
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
    }

    /** Returns the claim with slots for the jobs that start now. */
    Claim assign(Claim claim, ClaimLedgerDraft draft) {
        Scheduling scheduling = index.scheduling(claim.schedulingUid());
        Testbed testbed = index.testbed(claim.testbed(), claim.testbedUid());
        if (scheduling == null || testbed == null) {
            return claim;
        }
        boolean isOpen = claim.state() == Claim.State.HELD
                && scheduling.problem() == null
                && !scheduling.metadata().deleted();
        if (!isOpen || claim.hasEnded()) {
            return claim;
        }
        Map<ObjectKey, ClaimedJob> waiting = waiting(claim);
        List<SlotPlace> places = draft.places(testbed.uid());
        List<Slot> slots = table.slots(testbed, places, layouts.desired(testbed, places), claim, true);
        List<Integer> free =
                slots.stream().filter(Slot::isUsable).map(Slot::position).toList();
        List<JobSlotAssignment> assignments =
                JobSlotAssignmentPlanner.next(scheduling.spec().jobs(), startable(waiting), free, !claim.hasRuns());
        Map<String, ClaimedJobRun> runs = new HashMap<>();
        for (JobSlotAssignment assignment : assignments) {
            runs.put(
                    assignment.job().name(),
                    new ClaimedJobRun(draft.nextEpoch(), assignment.positions(), index.now(), null, null));
        }
        boolean isStalled = runs.isEmpty() && !claim.hasRuns();
        String head = isStalled ? head(scheduling, waiting) : null;
        return claim.withJobs(claim.jobs().stream()
                .map(job -> next(job, runs.get(job.name()), head, slots))
                .toList());
    }

    private ClaimedJob next(ClaimedJob job, @Nullable ClaimedJobRun run, @Nullable String head, List<Slot> slots) {
        if (!(job.phase() instanceof JobPhase.Waiting waiting)) {
            return job;
        }
        if (run != null) {
            return job.withPhase(new JobPhase.Active(run));
        }
        if (!job.name().equals(head)) {
            return waiting.blockedSince() == null ? job : job.withPhase(waiting.blocked(null));
        }
        if (waiting.blockedSince() == null) {
            deadlines.hasPassed(index.now(), rules.slots());
            return job.withPhase(waiting.blocked(index.now()));
        }
        return deadlines.hasPassed(waiting.blockedSince(), rules.slots())
                ? job.withPhase(new JobPhase.Ended(JobPhase.Outcome.FAILED, reason(job, slots)))
                : job;
    }

    private String reason(ClaimedJob job, List<Slot> slots) {
        BatchJob batchJob = index.jobOfUid(job.uid());
        Problem problem = batchJob == null
                ? null
                : JobValidator.problem(batchJob, index.input().servedKinds());
        if (problem != null) {
            return problem.message();
        }
        long usable = slots.stream().filter(Slot::isUsable).count();
        String detail = slots.stream()
                .map(Slot::problem)
                .filter(Objects::nonNull)
                .findFirst()
                .map(": "::concat)
                .orElse("");
        return "its slots could not be used for " + rules.slots().toSeconds() + " s, as " + usable + " of "
                + slots.size() + " could be" + detail;
    }

    /** Jobs that wait for slots, without those that pause after a failed run, in the order of the claim. */
    private Map<ObjectKey, ClaimedJob> waiting(Claim claim) {
        Map<ObjectKey, ClaimedJob> waiting = new HashMap<>();
        for (ClaimedJob job : claim.jobs()) {
            if (job.phase() instanceof JobPhase.Waiting phase
                    && (phase.notBefore() == null || deadlines.hasCome(phase.notBefore()))) {
                waiting.put(new ObjectKey(claim.scheduling().namespace(), job.name()), job);
            }
        }
        return waiting;
    }

    private Set<ObjectKey> startable(Map<ObjectKey, ClaimedJob> waiting) {
        Set<ObjectKey> startable = new LinkedHashSet<>();
        waiting.forEach((key, job) -> {
            BatchJob batchJob = index.jobOfUid(job.uid());
            if (batchJob != null && JobValidator.problem(batchJob, index.input().servedKinds()) == null) {
                startable.add(key);
            }
        });
        return startable;
    }

    /** The first job in the order of the Scheduling that waits. */
    private static @Nullable String head(Scheduling scheduling, Map<ObjectKey, ClaimedJob> waiting) {
        return scheduling.spec().jobs().distinct().stream()
                .filter(waiting::containsKey)
                .findFirst()
                .map(ObjectKey::name)
                .orElse(null);
    }
}
