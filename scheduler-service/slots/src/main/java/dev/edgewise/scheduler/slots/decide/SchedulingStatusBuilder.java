package dev.edgewise.scheduler.slots.decide;

import dev.edgewise.scheduler.slots.claims.Claim;
import dev.edgewise.scheduler.slots.claims.ClaimedJob;
import dev.edgewise.scheduler.slots.claims.ClaimedJobRun;
import dev.edgewise.scheduler.slots.claims.EndedRun;
import dev.edgewise.scheduler.slots.claims.JobPhase;
import dev.edgewise.scheduler.slots.model.Condition;
import dev.edgewise.scheduler.slots.model.JobProgress;
import dev.edgewise.scheduler.slots.model.JobProgress.Stage;
import dev.edgewise.scheduler.slots.model.ObjectKey;
import dev.edgewise.scheduler.slots.model.Problem;
import dev.edgewise.scheduler.slots.model.RequestedJobs;
import dev.edgewise.scheduler.slots.model.Scheduling;
import dev.edgewise.scheduler.slots.model.SchedulingState;
import dev.edgewise.scheduler.slots.model.SchedulingStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The status of a Scheduling, as the ledger gives it. */
final class SchedulingStatusBuilder {
    private final SlotDecisionInputIndex index;

    SchedulingStatusBuilder(SlotDecisionInputIndex index) {
        this.index = index;
    }

    /**
     * Returns the status.
     *
     * @param problem the part of its spec that cannot be followed; null if none
     * @param wait reason why it waits for its testbed or jobs; null if it does not
     */
    SchedulingStatus status(Scheduling scheduling, @Nullable Problem problem, @Nullable String wait) {
        Claim claim = index.input().claims().bySchedulingUid().get(scheduling.uid());
        boolean isLost = claim == null && new LostClaimRestorer(index).hadClaim(scheduling);
        if (isLost && LostClaimRestorer.hasEnded(scheduling)) {
            return scheduling.status();
        }
        long epoch = claim == null ? 0 : claim.epoch();
        return new SchedulingStatus(
                state(scheduling, claim),
                scheduling.metadata().generation(),
                isLost ? scheduling.status().epoch() : epoch,
                isLost ? scheduling.status().jobs() : progress(scheduling, claim, wait),
                conditions(scheduling, claim, problem, wait));
    }

    private SchedulingState state(Scheduling scheduling, @Nullable Claim claim) {
        if (claim == null) {
            return scheduling.metadata().deleted() ? SchedulingState.RELEASING : SchedulingState.ACQUIRING;
        }
        return switch (claim.state()) {
            case FAILED -> SchedulingState.FAILED;
            case FAILING -> SchedulingState.RELEASING;
            case COMPLETED, RELEASED -> completed(scheduling, claim);
            case HELD -> scheduling.metadata().deleted() ? SchedulingState.RELEASING : held(claim);
        };
    }

    /**
     * A client reads the history of its jobs as soon as the Scheduling has completed: it has completed when that is
     * written.
     */
    private SchedulingState completed(Scheduling scheduling, Claim claim) {
        if (claim.state() == Claim.State.COMPLETED
                && !ClaimAcquisition.furtherJobs(scheduling, claim).isEmpty()) {
            return SchedulingState.ACQUIRING;
        }
        boolean isWritten = claim.jobs().stream().allMatch(index::isShown);
        return isWritten ? SchedulingState.COMPLETED : SchedulingState.AWAITING_COMPLETION;
    }

    private static SchedulingState held(Claim claim) {
        boolean isWaiting = claim.jobs().stream().anyMatch(job -> job.phase() instanceof JobPhase.Waiting);
        if (!isWaiting) {
            return SchedulingState.AWAITING_COMPLETION;
        }
        boolean isStarting = claim.jobs().stream()
                .anyMatch(job -> job.phase() instanceof JobPhase.Active active
                        && active.run().placedAt() == null);
        return isStarting ? SchedulingState.CONFIRMING : SchedulingState.SUBMITTING;
    }

    private static List<JobProgress> progress(Scheduling scheduling, @Nullable Claim claim, @Nullable String wait) {
        if (claim != null && claim.isWithoutJobs()) {
            return scheduling.status().jobs();
        }
        List<JobProgress> progress = claim == null ? new ArrayList<>() : claimed(claim);
        for (ObjectKey further : ClaimAcquisition.furtherJobs(scheduling, claim)) {
            progress.add(new JobProgress(further.name(), Stage.ACQUIRING, List.of(), 0, wait == null ? "" : wait));
        }
        return progress;
    }

    private static List<JobProgress> claimed(Claim claim) {
        List<JobProgress> progress = new ArrayList<>();
        for (ClaimedJob job : claim.jobs()) {
            EndedRun last = job.lastEnded();
            ClaimedJobRun run = job.run() == null && last != null ? last.run() : job.run();
            progress.add(new JobProgress(
                    job.name(),
                    stage(claim, job.phase()),
                    run == null ? List.of() : run.positions(),
                    job.failures(),
                    message(job)));
        }
        return progress;
    }

    private static Stage stage(Claim claim, JobPhase phase) {
        if (phase instanceof JobPhase.Waiting) {
            return Stage.IN_QUEUE;
        }
        if (phase instanceof JobPhase.Stopping) {
            return Stage.STOPPING;
        }
        if (phase instanceof JobPhase.Active active) {
            if (active.run().startedAt() != null) {
                return Stage.RUNNING;
            }
            return active.run().placedAt() == null ? Stage.SUBMITTED : Stage.SCHEDULED;
        }
        if (((JobPhase.Ended) phase).outcome() == JobPhase.Outcome.SUCCEEDED) {
            return Stage.COMPLETED;
        }
        boolean hasFailed = claim.state() == Claim.State.FAILING || claim.state() == Claim.State.FAILED;
        return hasFailed ? Stage.FAILED : Stage.SKIPPED;
    }

    private static String message(ClaimedJob job) {
        if (job.phase() instanceof JobPhase.Ended ended) {
            return ended.message();
        }
        if (job.phase() instanceof JobPhase.Stopping stopping) {
            return stopping.message();
        }
        if (job.phase() instanceof JobPhase.Waiting waiting && waiting.notBefore() != null && job.lastEnded() != null) {
            return "pauses until " + waiting.notBefore() + ", as its last run failed: "
                    + job.lastEnded().message();
        }
        return "";
    }

    private List<Condition> conditions(
            Scheduling scheduling, @Nullable Claim claim, @Nullable Problem ofSpec, @Nullable String wait) {
        Problem problem = ofSpec == null ? appendedLate(scheduling, claim) : ofSpec;
        Conditions conditions = new Conditions(
                scheduling.status().conditions(),
                index.now(),
                scheduling.metadata().generation());
        conditions.with(
                Condition.VALID,
                problem == null,
                problem == null ? "Valid" : "Invalid",
                problem == null ? "the spec can be followed" : problem.message());
        boolean isHeld = claim != null && claim.holdsTestbed();
        conditions.with(
                Condition.CLAIMED,
                isHeld,
                isHeld ? "Held" : wait == null ? "Released" : "Waiting",
                isHeld ? "it holds its testbed and jobs" : wait == null ? "it holds no testbed" : wait);
        completion(scheduling, claim, conditions);
        return conditions.list();
    }

    /** Returns the first job that was appended after the jobs of the claim were released; null if there is none. */
    private static @Nullable Problem appendedLate(Scheduling scheduling, @Nullable Claim claim) {
        if (claim == null || !claim.isWithoutJobs() || scheduling.problem() != null) {
            return null;
        }
        Set<String> known =
                scheduling.status().jobs().stream().map(JobProgress::job).collect(Collectors.toSet());
        RequestedJobs jobs = scheduling.spec().jobs();
        String field = jobs instanceof RequestedJobs.Queue ? "spec.queueBased" : "spec.slotBased.jobs";
        return jobs.distinct().stream()
                .filter(job -> !known.contains(job.name()))
                .findFirst()
                .map(job -> new Problem(
                        field,
                        "longer by " + job.name(),
                        "as it was when the Scheduling ended, with another Scheduling for more jobs"))
                .orElse(null);
    }

    private static void completion(Scheduling scheduling, @Nullable Claim claim, Conditions conditions) {
        if (claim == null) {
            return;
        }
        switch (claim.state()) {
            case COMPLETED, RELEASED -> {
                long skipped = progress(scheduling, claim, null).stream()
                        .filter(job -> job.stage() == Stage.SKIPPED)
                        .count();
                String text = skipped == 0 ? "all jobs have completed" : skipped + " jobs were skipped";
                conditions.with(Condition.COMPLETE, true, skipped == 0 ? "Completed" : "CompletedWithSkips", text);
            }
            case FAILING, FAILED -> conditions.with(Condition.COMPLETE, false, "Failed", claim.reason());
            case HELD -> {}
        }
    }
}
