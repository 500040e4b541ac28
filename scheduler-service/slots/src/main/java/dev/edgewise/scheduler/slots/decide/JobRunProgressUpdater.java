package dev.edgewise.scheduler.slots.decide;

import dev.edgewise.common.Backoff;
import dev.edgewise.scheduler.slots.claims.Claim;
import dev.edgewise.scheduler.slots.claims.ClaimedJob;
import dev.edgewise.scheduler.slots.claims.ClaimedJobRun;
import dev.edgewise.scheduler.slots.claims.EndedRun;
import dev.edgewise.scheduler.slots.claims.JobPhase;
import dev.edgewise.scheduler.slots.claims.JobPhase.Outcome;
import dev.edgewise.scheduler.slots.model.BatchJob;
import dev.edgewise.scheduler.slots.model.FailurePolicy;
import dev.edgewise.scheduler.slots.model.JobRun;
import dev.edgewise.scheduler.slots.model.SlotPlace;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The way of one job through its phases: from its slots to its end, which is latched, and to slots without pods. */
final class JobRunProgressUpdater {
    private final SlotDecisionInputIndex index;
    private final SlotTimeouts rules;
    private final NextDeadlineTracker deadlines;
    private final SlotListBuilder table;

    JobRunProgressUpdater(
            SlotDecisionInputIndex index, SlotTimeouts rules, NextDeadlineTracker deadlines, SlotListBuilder table) {
        this.index = index;
        this.rules = rules;
        this.deadlines = deadlines;
        this.table = table;
    }

    /**
     * Returns the job in its next phase, or as it is.
     *
     * @param places layout of the claim's testbed
     * @param endReason reason why the whole claim ends; null if it does not
     */
    ClaimedJob next(Claim claim, ClaimedJob job, List<SlotPlace> places, @Nullable String endReason) {
        if (job.phase() instanceof JobPhase.Active active) {
            return job.withPhase(active(claim, job, active.run(), places, endReason));
        }
        if (job.phase() instanceof JobPhase.Stopping stopping) {
            return stopping(claim, job, stopping, places, endReason != null);
        }
        if (job.phase() instanceof JobPhase.Waiting) {
            String reason = endReason == null ? lossOf(job) : endReason;
            return reason == null ? unlessDone(claim, job) : job.withPhase(new JobPhase.Ended(Outcome.ABORTED, reason));
        }
        return job;
    }

    /**
     * A job runs once in a claim: one that waits and has succeeded in it did so by a version of the ledger that was
     * lost.
     */
    private ClaimedJob unlessDone(Claim claim, ClaimedJob job) {
        BatchJob batchJob = Objects.requireNonNull(index.jobOfUid(job.uid()));
        JobRun success = LostClaimRestorer.success(batchJob, claim.scheduling(), claim.epoch());
        return success == null ? job : LostClaimRestorer.succeeded(batchJob, job.failures(), success);
    }

    private JobPhase active(
            Claim claim, ClaimedJob job, ClaimedJobRun run, List<SlotPlace> places, @Nullable String endReason) {
        String abortion = endReason == null ? lossOf(job) : endReason;
        if (abortion != null) {
            return stop(run, Outcome.ABORTED, abortion);
        }
        ObservedBatchJobApplication application = application(job, run);
        if (application != null && hasSucceeded(claim, run, application)) {
            return stop(run, Outcome.SUCCEEDED, "");
        }
        JobRun past = application == null ? past(job, run) : null;
        if (past != null) {
            return stop(
                    run, Boolean.TRUE.equals(past.successful()) ? Outcome.SUCCEEDED : Outcome.FAILED, past.message());
        }
        String failure = failure(job, run, places, application);
        if (failure != null) {
            return stop(run, Outcome.FAILED, failure);
        }
        ClaimedJobRun observed = observed(claim, run, application);
        String late = exceeded(job, observed, claim);
        return late == null ? new JobPhase.Active(observed) : stop(observed, Outcome.FAILED, late);
    }

    private boolean hasSucceeded(Claim claim, ClaimedJobRun run, ObservedBatchJobApplication application) {
        return application.phase() == ObservedBatchJobApplication.Phase.SUCCEEDED
                || (application.phase() != ObservedBatchJobApplication.Phase.FAILED
                        && application.endsWithPods()
                        && !run.positions().isEmpty()
                        && finished(claim, run).containsAll(run.positions()));
    }

    /**
     * Returns the run of the job's history that has ended with that epoch: a later version of the ledger was lost. Null
     * if there is none.
     */
    private @Nullable JobRun past(ClaimedJob job, ClaimedJobRun run) {
        BatchJob batchJob = index.jobOfUid(job.uid());
        return batchJob == null
                ? null
                : batchJob.status().runs().stream()
                        .filter(past -> past.epoch() == run.epoch() && past.stop() != null)
                        .findFirst()
                        .orElse(null);
    }

    private @Nullable String failure(
            ClaimedJob job,
            ClaimedJobRun run,
            List<SlotPlace> places,
            @Nullable ObservedBatchJobApplication application) {
        for (int position : run.positions()) {
            String loss = position < places.size() ? table.lossOf(places.get(position)) : "it is gone";
            if (loss != null) {
                return "slot " + position + " is lost: " + loss;
            }
        }
        if (application == null) {
            if (run.placedAt() != null) {
                return "its application disappeared";
            }
            boolean isNameTaken = index.applications(job.name()).stream()
                    .anyMatch(other -> other.ownerUid().isEmpty() && isOfKindOf(job, other));
            return isNameTaken ? "an application named " + job.name() + " exists that is not of this job" : null;
        }
        if (application.phase() == ObservedBatchJobApplication.Phase.FAILED) {
            return application.message().isEmpty() ? "its application failed" : application.message();
        }
        return application.terminating() ? "its application was deleted" : null;
    }

    private ClaimedJobRun observed(Claim claim, ClaimedJobRun run, @Nullable ObservedBatchJobApplication application) {
        if (application == null) {
            return run;
        }
        ClaimedJobRun observed = run;
        if (placed(claim, run).containsAll(run.positions())) {
            observed = observed.placed(index.now());
        } else if (run.placedAt() == null) {
            observed = observed.finished(finished(claim, run));
        }
        boolean runs = application.phase() == ObservedBatchJobApplication.Phase.RUNNING && observed.placedAt() != null;
        return runs ? observed.started(index.now()) : observed;
    }

    /** Returns the bound that the run has exceeded, for people; null if none. */
    private @Nullable String exceeded(ClaimedJob job, ClaimedJobRun run, Claim claim) {
        if (run.placedAt() == null) {
            return deadlines.hasPassed(run.assignedAt(), rules.start())
                    ? placed(claim, run).size() + " of " + run.positions().size() + " slots had pods within "
                            + text(rules.start())
                    : null;
        }
        if (run.startedAt() == null) {
            return deadlines.hasPassed(run.placedAt(), rules.start())
                    ? "its application did not run within " + text(rules.start()) + " after its pods had slots"
                    : null;
        }
        BatchJob batchJob = index.jobOfUid(job.uid());
        Duration longest = batchJob == null ? null : batchJob.spec().longestRun();
        return longest != null && deadlines.hasPassed(run.startedAt(), longest)
                ? "it ran longer than " + text(longest)
                : null;
    }

    private ClaimedJob stopping(
            Claim claim, ClaimedJob job, JobPhase.Stopping stopping, List<SlotPlace> places, boolean isEnding) {
        ClaimedJobRun run = stopping.run();
        boolean isGone = application(job, run) == null
                && index.pods(claim.testbedUid(), run.epoch()).stream().allMatch(pod -> isLost(pod, places));
        if (!isGone && !deadlines.hasPassed(stopping.since(), rules.stop())) {
            return job;
        }
        EndedRun ended = new EndedRun(run, stopping.outcome(), stopping.message(), stopping.since());
        boolean hasFailed = stopping.outcome() == Outcome.FAILED;
        int failures = job.failures() + (hasFailed ? 1 : 0);
        FailurePolicy policy = policy(job);
        boolean isRetried = hasFailed && !isEnding && failures <= policy.retries();
        JobPhase next = isRetried
                ? new JobPhase.Waiting(index.now(), index.now().plus(pause(policy, failures)), null)
                : new JobPhase.Ended(stopping.outcome(), stopping.message());
        return new ClaimedJob(job.name(), job.uid(), failures, next, ended);
    }

    /** Returns the policy of the job; a job that is gone is not tried again. */
    FailurePolicy policy(ClaimedJob job) {
        BatchJob batchJob = index.jobOfUid(job.uid());
        return batchJob == null
                ? new FailurePolicy(0, Duration.ofSeconds(1), FailurePolicy.AfterRetries.SKIP)
                : batchJob.spec().failurePolicy();
    }

    private Duration pause(FailurePolicy policy, int failures) {
        Duration first = policy.backoff();
        if (first.isNegative() || first.isZero()) {
            return Duration.ZERO;
        }
        Duration longest = first.compareTo(rules.largestBackoff()) > 0 ? first : rules.largestBackoff();
        return new Backoff(first, longest).after(failures);
    }

    private boolean isLost(SlotPod pod, List<SlotPlace> places) {
        return pod.isInSlot() && pod.position() < places.size() && table.lossOf(places.get(pod.position())) != null;
    }

    /** Returns the slots of the run that have, or have had, a pod. */
    private Set<Integer> placed(Claim claim, ClaimedJobRun run) {
        Set<Integer> placed = new HashSet<>(run.finished());
        inSlots(claim, run).map(SlotPod::position).forEach(placed::add);
        return placed;
    }

    /**
     * Returns the slots whose pods have succeeded: what they were for is done, whether the pods are still there or not.
     */
    private List<Integer> finished(Claim claim, ClaimedJobRun run) {
        Set<Integer> finished = new TreeSet<>(run.finished());
        inSlots(claim, run)
                .filter(pod -> pod.phase() == SlotPod.Phase.SUCCEEDED)
                .map(SlotPod::position)
                .forEach(finished::add);
        return List.copyOf(finished);
    }

    private Stream<SlotPod> inSlots(Claim claim, ClaimedJobRun run) {
        return index.pods(claim.testbedUid(), run.epoch()).stream()
                .filter(SlotPod::isInSlot)
                .filter(pod -> run.positions().contains(pod.position()));
    }

    private @Nullable ObservedBatchJobApplication application(ClaimedJob job, ClaimedJobRun run) {
        return index.applications(job.name()).stream()
                .filter(each -> each.ownerUid().equals(job.uid()) && each.epoch() == run.epoch())
                .findFirst()
                .orElse(null);
    }

    private boolean isOfKindOf(ClaimedJob job, ObservedBatchJobApplication application) {
        BatchJob batchJob = index.jobOfUid(job.uid());
        return batchJob != null && batchJob.spec().application().equals(application.kind());
    }

    private @Nullable String lossOf(ClaimedJob job) {
        return index.jobOfUid(job.uid()) == null ? "the BatchJob was deleted" : null;
    }

    private JobPhase stop(ClaimedJobRun run, Outcome outcome, String message) {
        return new JobPhase.Stopping(run, outcome, message, index.now());
    }

    private static String text(Duration duration) {
        return duration.toSeconds() + " s";
    }
}
