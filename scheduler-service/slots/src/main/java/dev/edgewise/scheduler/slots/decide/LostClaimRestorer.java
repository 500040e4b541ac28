package dev.edgewise.scheduler.slots.decide;

import dev.edgewise.scheduler.slots.claims.Claim;
import dev.edgewise.scheduler.slots.claims.ClaimedJob;
import dev.edgewise.scheduler.slots.claims.ClaimedJobRun;
import dev.edgewise.scheduler.slots.claims.EndedRun;
import dev.edgewise.scheduler.slots.claims.JobPhase;
import dev.edgewise.scheduler.slots.model.BatchJob;
import dev.edgewise.scheduler.slots.model.Condition;
import dev.edgewise.scheduler.slots.model.FailurePolicy.AfterRetries;
import dev.edgewise.scheduler.slots.model.JobProgress;
import dev.edgewise.scheduler.slots.model.JobProgress.Stage;
import dev.edgewise.scheduler.slots.model.JobRun;
import dev.edgewise.scheduler.slots.model.ObjectKey;
import dev.edgewise.scheduler.slots.model.Scheduling;
import dev.edgewise.scheduler.slots.model.SchedulingState;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The claims that the ledger has lost, as its object was deleted, or replaced by an older one: the status of a
 * Scheduling names the epoch of a claim, and the ledger has none. What has ended does not run again. Statuses decide
 * that, which users may not write; one that was written all the same keeps work of its own Scheduling from running, and
 * gets it nothing.
 */
final class LostClaimRestorer {
    private final SlotDecisionInputIndex index;

    LostClaimRestorer(SlotDecisionInputIndex index) {
        this.index = index;
    }

    /** Returns whether the status names a claim. */
    boolean hadClaim(Scheduling scheduling) {
        return !scheduling.metadata().deleted()
                && index.mayBeGiven(scheduling.status().epoch());
    }

    /** Returns whether the status says that the claim has ended. */
    static boolean hasEnded(Scheduling scheduling) {
        return endOf(scheduling) != null;
    }

    /**
     * Puts the claims into the draft that had ended: they hold nothing. The others are claimed again when it is their
     * turn.
     */
    void restore(ClaimLedgerDraft draft) {
        for (Scheduling scheduling : index.schedulings()) {
            Claim.State end = endOf(scheduling);
            if (end != null && draft.claim(scheduling.uid()) == null && hadClaim(scheduling)) {
                draft.put(new Claim(
                        scheduling.uid(),
                        scheduling.metadata().key(),
                        scheduling.status().epoch(),
                        scheduling.spec().testbed().name(),
                        "",
                        index.now(),
                        end,
                        end == Claim.State.FAILED ? completion(scheduling) : "",
                        List.of()));
            }
        }
    }

    /** Returns a job of a claim that is being made: it waits, unless the claim that was lost had ended it. */
    ClaimedJob job(Scheduling scheduling, BatchJob job) {
        JobProgress progress = hadClaim(scheduling) ? progress(scheduling, job.name()) : null;
        JobRun success = progress == null
                ? null
                : success(job, scheduling.metadata().key(), scheduling.status().epoch());
        if (progress != null && success != null) {
            return succeeded(job, progress.failures(), success);
        }
        JobPhase phase = new JobPhase.Waiting(index.now(), null, null);
        if (progress != null && progress.stage() == Stage.SKIPPED) {
            boolean isSkipped = job.spec().failurePolicy().then() == AfterRetries.SKIP;
            phase = new JobPhase.Ended(
                    isSkipped ? JobPhase.Outcome.FAILED : JobPhase.Outcome.ABORTED, progress.message());
        }
        return new ClaimedJob(job.name(), job.uid(), progress == null ? 0 : progress.failures(), phase, null);
    }

    /** Returns the run of the job that was successful since that claim; null if its history has none. */
    static @Nullable JobRun success(BatchJob job, ObjectKey scheduling, long claim) {
        return job.status().runs().stream()
                .filter(run -> run.scheduling().equals(scheduling)
                        && run.epoch() > claim
                        && run.stop() != null
                        && Boolean.TRUE.equals(run.successful()))
                .findFirst()
                .orElse(null);
    }

    static ClaimedJob succeeded(BatchJob job, int failures, JobRun success) {
        ClaimedJobRun run =
                new ClaimedJobRun(success.epoch(), success.slots(), success.start(), success.start(), success.start());
        Instant stop = Objects.requireNonNull(success.stop());
        return new ClaimedJob(
                job.name(),
                job.uid(),
                failures,
                new JobPhase.Ended(JobPhase.Outcome.SUCCEEDED, ""),
                new EndedRun(run, JobPhase.Outcome.SUCCEEDED, success.message(), stop));
    }

    private static @Nullable JobProgress progress(Scheduling scheduling, String job) {
        return scheduling.status().jobs().stream()
                .filter(progress -> progress.job().equals(job))
                .findFirst()
                .orElse(null);
    }

    /** Returns the state of a claim that has ended; null if it has not. */
    private static Claim.@Nullable State endOf(Scheduling scheduling) {
        if (scheduling.status().state() == SchedulingState.COMPLETED) {
            return Claim.State.RELEASED;
        }
        boolean hasFailed = scheduling.status().state() == SchedulingState.FAILED
                || scheduling.status().conditions().stream()
                        .anyMatch(condition -> condition.type().equals(Condition.COMPLETE) && !condition.holds());
        return hasFailed ? Claim.State.FAILED : null;
    }

    private static String completion(Scheduling scheduling) {
        return scheduling.status().conditions().stream()
                .filter(condition -> condition.type().equals(Condition.COMPLETE))
                .map(Condition::message)
                .findFirst()
                .orElse("");
    }
}
