package dev.edgewise.scheduler.slots.decide;

import dev.edgewise.scheduler.slots.claims.Claim;
import dev.edgewise.scheduler.slots.claims.ClaimedJob;
import dev.edgewise.scheduler.slots.claims.ClaimedJobRun;
import dev.edgewise.scheduler.slots.claims.EndedRun;
import dev.edgewise.scheduler.slots.claims.JobPhase;
import dev.edgewise.scheduler.slots.model.BatchJob;
import dev.edgewise.scheduler.slots.model.BatchJobState;
import dev.edgewise.scheduler.slots.model.BatchJobStatus;
import dev.edgewise.scheduler.slots.model.Condition;
import dev.edgewise.scheduler.slots.model.JobRun;
import dev.edgewise.scheduler.slots.model.Problem;
import dev.edgewise.scheduler.slots.model.Scheduling;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The status of a batch job, as the ledger gives it; its history is kept in the status itself. */
final class BatchJobStatusBuilder {
    private final SlotDecisionInputIndex index;
    private final SlotTimeouts rules;
    private final Set<String> released;
    /** The claim that holds each job, or else the last one that had it, by the uid of the job. */
    private final Map<String, JobClaim> claims = new HashMap<>();

    /** A claim and its job. */
    private record JobClaim(Claim claim, ClaimedJob job) {
        boolean precedes(JobClaim other) {
            return claim.holdsJobs() == other.claim.holdsJobs()
                    ? claim.epoch() > other.claim.epoch()
                    : claim.holdsJobs();
        }
    }

    BatchJobStatusBuilder(SlotDecisionInputIndex index, SlotTimeouts rules) {
        this.index = index;
        this.rules = rules;
        this.released = released(index);
        for (Claim claim : index.input().claims().bySchedulingUid().values()) {
            for (ClaimedJob job : claim.jobs()) {
                claims.merge(job.uid(), new JobClaim(claim, job), (one, other) -> one.precedes(other) ? one : other);
            }
        }
    }

    BatchJobStatus status(BatchJob job) {
        JobClaim of = claims.get(job.uid());
        Claim claim = of == null ? null : of.claim();
        ClaimedJob claimed = of == null ? null : of.job();
        Problem problem = JobValidator.problem(job, index.input().servedKinds());
        ClaimedJobRun run = claimed == null ? null : claimed.run();
        BatchJobStatus before = job.status();
        boolean isReleased = claimed == null && isReleased(job);
        return new BatchJobStatus(
                isReleased ? before.state() : state(claimed, problem),
                job.metadata().generation(),
                claim == null || !claim.holdsJobs() ? null : claim.scheduling().name(),
                run == null || claim == null ? null : claim.testbed(),
                run == null ? List.of() : run.positions(),
                claimed == null ? (isReleased ? before.failures() : 0) : claimed.failures(),
                history(job, claim, claimed),
                conditions(job, problem == null ? job.problem() : problem, claim, claimed));
    }

    /**
     * Returns whether it has ended by a claim that has been released since, and that keeps no jobs: its status tells
     * how.
     */
    private boolean isReleased(BatchJob job) {
        BatchJobState state = job.status().state();
        return (state == BatchJobState.COMPLETED || state == BatchJobState.FAILED) && released.contains(job.name());
    }

    private static Set<String> released(SlotDecisionInputIndex index) {
        Set<String> names = new HashSet<>();
        for (Scheduling scheduling : index.schedulings()) {
            Claim claim = index.input().claims().bySchedulingUid().get(scheduling.uid());
            boolean isWithoutJobs = claim == null ? LostClaimRestorer.hasEnded(scheduling) : claim.isWithoutJobs();
            if (isWithoutJobs) {
                scheduling.status().jobs().forEach(job -> names.add(job.job()));
            }
        }
        return names;
    }

    private static BatchJobState state(@Nullable ClaimedJob claimed, @Nullable Problem problem) {
        if (claimed == null) {
            return problem == null ? BatchJobState.READY : BatchJobState.INVALID;
        }
        JobPhase phase = claimed.phase();
        if (phase instanceof JobPhase.Waiting) {
            return BatchJobState.IN_QUEUE;
        }
        if (phase instanceof JobPhase.Active active) {
            if (active.run().startedAt() != null) {
                return BatchJobState.RUNNING;
            }
            return active.run().placedAt() == null ? BatchJobState.SUBMITTED : BatchJobState.SCHEDULED;
        }
        if (phase instanceof JobPhase.Ended ended) {
            return switch (ended.outcome()) {
                case SUCCEEDED -> BatchJobState.COMPLETED;
                case FAILED -> BatchJobState.FAILED;
                case ABORTED -> BatchJobState.READY;
            };
        }
        return BatchJobState.STOPPING;
    }

    private List<JobRun> history(BatchJob job, @Nullable Claim claim, @Nullable ClaimedJob claimed) {
        Map<Long, JobRun> runs = new TreeMap<>();
        ClaimedJobRun present = claimed == null ? null : claimed.run();
        for (JobRun run : job.status().runs()) {
            boolean isPresent = present != null && present.epoch() == run.epoch();
            runs.put(run.epoch(), run.stop() == null && !isPresent ? closed(run) : run);
        }
        if (claim != null && claimed != null) {
            EndedRun ended = claimed.phase() instanceof JobPhase.Stopping stopping
                    ? new EndedRun(stopping.run(), stopping.outcome(), stopping.message(), stopping.since())
                    : claimed.lastEnded();
            if (ended != null) {
                runs.put(ended.run().epoch(), ended(claim, ended));
            }
            if (claimed.phase() instanceof JobPhase.Active active
                    && active.run().startedAt() != null) {
                runs.put(active.run().epoch(), open(claim, active.run()));
            }
        }
        List<JobRun> all = new ArrayList<>(runs.values());
        return all.subList(Math.max(0, all.size() - rules.history()), all.size());
    }

    private JobRun closed(JobRun run) {
        return new JobRun(
                run.epoch(),
                run.scheduling(),
                run.start(),
                index.now(),
                false,
                run.slots(),
                "its end was not observed");
    }

    private static JobRun open(Claim claim, ClaimedJobRun run) {
        return new JobRun(run.epoch(), claim.scheduling(), run.beganAt(), null, null, run.positions(), "");
    }

    private static JobRun ended(Claim claim, EndedRun ended) {
        return new JobRun(
                ended.run().epoch(),
                claim.scheduling(),
                ended.run().beganAt(),
                ended.stoppedAt(),
                ended.outcome() == JobPhase.Outcome.SUCCEEDED,
                ended.run().positions(),
                ended.message());
    }

    private List<Condition> conditions(
            BatchJob job, @Nullable Problem problem, @Nullable Claim claim, @Nullable ClaimedJob claimed) {
        Conditions conditions = new Conditions(
                job.status().conditions(), index.now(), job.metadata().generation());
        conditions.with(
                Condition.VALID,
                problem == null,
                problem == null ? "Valid" : "Invalid",
                problem == null ? "the spec can be followed" : problem.message());
        Claim holder = claim != null && claim.holdsJobs() ? claim : null;
        conditions.with(
                Condition.CLAIMED,
                holder != null,
                holder != null ? "Held" : "Released",
                holder != null ? "Scheduling " + holder.scheduling().name() + " holds it" : "no Scheduling holds it");
        if (claimed != null && claimed.phase() instanceof JobPhase.Ended ended) {
            boolean isSuccessful = ended.outcome() == JobPhase.Outcome.SUCCEEDED;
            conditions.with(
                    Condition.COMPLETE,
                    isSuccessful,
                    isSuccessful ? "Completed" : ended.outcome() == JobPhase.Outcome.FAILED ? "Failed" : "Aborted",
                    isSuccessful ? "its last run was successful" : ended.message());
        }
        if (claimed == null && isReleased(job)) {
            job.status().conditions().stream()
                    .filter(condition -> condition.type().equals(Condition.COMPLETE))
                    .forEach(old -> conditions.with(old.type(), old.holds(), old.reason(), old.message()));
        }
        return conditions.list();
    }
}
