package dev.edgewise.scheduler.slots.decide;

import dev.edgewise.scheduler.slots.claims.Claim;
import dev.edgewise.scheduler.slots.claims.ClaimedJob;
import dev.edgewise.scheduler.slots.claims.JobPhase;
import dev.edgewise.scheduler.slots.model.FailurePolicy.AfterRetries;
import dev.edgewise.scheduler.slots.model.ObjectKey;
import dev.edgewise.scheduler.slots.model.Scheduling;
import dev.edgewise.scheduler.slots.model.SchedulingState;
import dev.edgewise.scheduler.slots.model.SlotPlace;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The way of a claim: its jobs' phases, its failure, and its release. */
final class ClaimProgressUpdater {
    private final SlotDecisionInputIndex index;
    private final SlotTimeouts rules;
    private final NextDeadlineTracker deadlines;
    private final JobRunProgressUpdater runs;

    ClaimProgressUpdater(
            SlotDecisionInputIndex index, SlotTimeouts rules, NextDeadlineTracker deadlines, SlotListBuilder table) {
        this.index = index;
        this.rules = rules;
        this.deadlines = deadlines;
        this.runs = new JobRunProgressUpdater(index, rules, deadlines, table);
    }

    /**
     * Returns the claim as it continues; null if it is removed. A claim whose Scheduling is deleted is removed when
     * nothing of it runs; so is one whose Scheduling is not there: a write that was late may have made it.
     */
    @Nullable
    Claim next(Claim claim, List<SlotPlace> places) {
        String release = releaseReason(claim);
        if (!claim.holdsTestbed()) {
            if (release != null) {
                return null;
            }
            if (claim.state() == Claim.State.FAILED && !claim.jobs().isEmpty() && isShown(claim)) {
                return claim.withJobs(List.of());
            }
            boolean isReleased =
                    claim.state() == Claim.State.COMPLETED && deadlines.hasPassed(claim.since(), rules.keepJobs());
            return isReleased
                    ? claim.withJobs(List.of()).withState(Claim.State.RELEASED, claim.reason(), index.now())
                    : claim;
        }
        String end = endReason(claim, release);
        List<ClaimedJob> jobs = new ArrayList<>();
        Set<ObjectKey> named = named(claim);
        for (ClaimedJob job : claim.jobs()) {
            jobs.add(withoutUnnamed(claim, runs.next(claim, job, places, end), named));
        }
        Claim moved = claim.withJobs(jobs);
        if (end == null) {
            String failure = failure(moved);
            return failure == null ? moved : moved.withState(Claim.State.FAILING, failure, index.now());
        }
        if (!moved.hasRuns()) {
            return release == null ? moved.withState(Claim.State.FAILED, end, index.now()) : null;
        }
        return moved.state() == Claim.State.FAILING ? moved : moved.withState(Claim.State.FAILING, end, index.now());
    }

    /** Returns the claim as completed if all of its jobs have ended. */
    Claim completed(Claim claim) {
        return claim.state() == Claim.State.HELD && claim.hasEnded()
                ? claim.withState(Claim.State.COMPLETED, "", index.now())
                : claim;
    }

    /** Returns whether the statuses tell how the claim and its jobs ended, so that the ledger need not. */
    private boolean isShown(Claim claim) {
        Scheduling scheduling = index.scheduling(claim.schedulingUid());
        return scheduling != null
                && scheduling.status().state() == SchedulingState.FAILED
                && scheduling.status().epoch() == claim.epoch()
                && claim.jobs().stream().allMatch(index::isShown);
    }

    private @Nullable String releaseReason(Claim claim) {
        Scheduling scheduling = index.scheduling(claim.schedulingUid());
        if (scheduling == null) {
            return deadlines.hasPassed(claim.since(), rules.missing()) ? "the Scheduling is gone" : null;
        }
        return scheduling.metadata().deleted() ? "the Scheduling was deleted" : null;
    }

    private @Nullable String endReason(Claim claim, @Nullable String release) {
        if (release != null) {
            return release;
        }
        if (claim.state() == Claim.State.FAILING) {
            return claim.reason();
        }
        return index.testbed(claim.testbed(), claim.testbedUid()) == null
                ? "Testbed " + claim.testbed() + " was deleted"
                : null;
    }

    private @Nullable String failure(Claim claim) {
        for (ClaimedJob job : claim.jobs()) {
            if (job.phase() instanceof JobPhase.Ended ended
                    && ended.outcome() == JobPhase.Outcome.FAILED
                    && runs.policy(job).then() == AfterRetries.FAIL_SCHEDULING) {
                return "BatchJob " + job.name() + " failed: " + ended.message();
            }
        }
        return null;
    }

    /** Returns the jobs that its Scheduling names; null if that is not known. */
    private @Nullable Set<ObjectKey> named(Claim claim) {
        Scheduling scheduling = index.scheduling(claim.schedulingUid());
        return scheduling == null || scheduling.problem() != null
                ? null
                : scheduling.spec().jobs().distinct();
    }

    private static ClaimedJob withoutUnnamed(Claim claim, ClaimedJob job, @Nullable Set<ObjectKey> named) {
        boolean isNamed =
                named == null || named.contains(new ObjectKey(claim.scheduling().namespace(), job.name()));
        return !isNamed && job.phase() instanceof JobPhase.Waiting
                ? job.withPhase(
                        new JobPhase.Ended(JobPhase.Outcome.ABORTED, "the Scheduling does not name it any more"))
                : job;
    }
}
