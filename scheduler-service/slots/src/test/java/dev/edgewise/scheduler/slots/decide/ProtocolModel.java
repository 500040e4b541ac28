package dev.edgewise.scheduler.slots.decide;

import dev.edgewise.scheduler.slots.claims.Claim;
import dev.edgewise.scheduler.slots.claims.ClaimLedger;
import dev.edgewise.scheduler.slots.claims.ClaimedJob;
import dev.edgewise.scheduler.slots.claims.ClaimedJobRun;
import dev.edgewise.scheduler.slots.claims.EndedRun;
import dev.edgewise.scheduler.slots.claims.JobPhase;
import dev.edgewise.scheduler.slots.model.BatchJobStatus;
import dev.edgewise.scheduler.slots.model.SchedulingStatus;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A model of everything that can happen to three Schedulings of three jobs on two testbeds of one slot each, any two of
 * which share a job or a testbed. The decisions are those of production. Users delete Schedulings at any moment;
 * applications make their pods, end and disappear when they like; a pod that was let into a slot is bound later. Time
 * stands still, job j0 fails, and the others succeed.
 *
 * <p>A claim happens at most once for each Scheduling, and a run at most once for each of its jobs. Epochs are
 * therefore renamed: 1 to 3 for claims, then one for each pair of Scheduling and job.
 *
 * <p>A ledger may be lost once, with all that is in it: from then on, epochs are those of a second era. Statuses are
 * read only then, so only this model has them; there, two Schedulings of which only the second may be deleted, and one
 * decider, keep the search small.
 */
final class ProtocolModel {
    static final int SIZE = 3;
    private static final long FIRST_RUN = 4;
    private static final long LAST_EPOCH = FIRST_RUN + SIZE * SIZE - 1;
    private static final Duration NEVER = Duration.ofDays(36_500);

    private final boolean hasFence;
    private final boolean mayLoseLedger;
    private final boolean hasStatuses;
    private final NamespaceDecider decider;

    /**
     * @param hasSweep whether claims of Schedulings that are gone are removed
     * @param hasFence whether a pod is refused that is not of the run that has the slot
     * @param loss whether the ledger may be lost
     */
    ProtocolModel(boolean hasSweep, boolean hasFence, Loss loss) {
        this.hasFence = hasFence;
        this.mayLoseLedger = loss != Loss.NEVER;
        this.hasStatuses = loss != Loss.WITH_STATUSES;
        SlotTimeouts rules = SlotObjects.RULES;
        decider = new NamespaceDecider(new SlotTimeouts(
                rules.start(),
                rules.stop(),
                rules.slots(),
                rules.unreachable(),
                hasSweep ? Duration.ZERO : NEVER,
                rules.keepJobs(),
                rules.largestBackoff(),
                rules.history()));
    }

    /** The losses of the ledger. */
    enum Loss {
        NEVER,
        ONCE,
        /** The statuses are lost with it. */
        WITH_STATUSES
    }

    /** The life of a Scheduling. */
    enum Life {
        PRESENT,
        DELETED,
        GONE
    }

    /** The stage of a pod. A pod that is being bound is still pending for all that look. */
    enum Stage {
        PENDING,
        BINDING,
        BOUND
    }

    /** An application, by the epoch of its run. */
    record App(long epoch, boolean hasEnded) {}

    /** The pod of a run. */
    record Pod(long epoch, Stage stage) {}

    /** The statuses of Schedulings and jobs, and whether the ledger was lost. */
    record Shown(List<SchedulingStatus> schedulings, List<BatchJobStatus> jobs, boolean isLost) {
        static final Shown NONE = new Shown(
                Collections.nCopies(SIZE, SchedulingStatus.NONE),
                Collections.nCopies(SIZE, BatchJobStatus.NONE),
                false);

        long era() {
            return isLost ? LAST_EPOCH : 0;
        }
    }

    /** Everything but the writes under way; an application is at the index of its job. */
    record Base(ClaimLedger claims, List<Life> lives, List<@Nullable App> apps, Set<Pod> pods, Shown shown) {
        Base withClaims(ClaimLedger changed) {
            return new Base(changed, lives, apps, pods, shown);
        }

        Base withShown(Shown changed) {
            return new Base(claims, lives, apps, pods, changed);
        }

        Base lost() {
            return new Base(ClaimLedger.NONE, lives, apps, pods, new Shown(shown.schedulings(), shown.jobs(), true));
        }

        Base withLife(int scheduling, Life life) {
            List<Life> changed = new ArrayList<>(lives);
            changed.set(scheduling, life);
            return new Base(claims, changed, apps, pods, shown);
        }

        Base withApp(int job, @Nullable App app) {
            List<@Nullable App> changed = new ArrayList<>(apps);
            changed.set(job, app);
            return new Base(claims, lives, changed, pods, shown);
        }

        Base withPod(@Nullable Pod removed, @Nullable Pod added) {
            Set<Pod> changed = new HashSet<>(pods);
            changed.remove(removed);
            if (added != null) {
                changed.add(added);
            }
            return new Base(claims, lives, apps, changed, shown);
        }
    }

    /** A write of a decider. */
    sealed interface Write {
        /** A version of the ledger: a conflict unless the ledger is as it was when this was decided. */
        record Ledger(ClaimLedger claims) implements Write {}

        record Create(long epoch) implements Write {}

        record Delete(long epoch) implements Write {}

        record DropFinalizer(int scheduling) implements Write {}
    }

    Base initial() {
        List<@Nullable App> none = new ArrayList<>();
        for (int i = 0; i < SIZE; i++) {
            none.add(null);
        }
        ClaimLedger claims = new ClaimLedger(LAST_EPOCH, Map.of(), ProtocolObjects.LAYOUTS);
        Life third = mayLoseLedger ? Life.GONE : Life.PRESENT;
        return new Base(claims, List.of(Life.PRESENT, Life.PRESENT, third), none, Set.of(), Shown.NONE);
    }

    /**
     * Returns the writes that a decision asks for; statuses are written in {@link #steps}, and pods disappear by
     * themselves.
     */
    List<Write> decide(Base base) {
        List<Write> writes = new ArrayList<>();
        for (SlotAction action : decider.ledgerAndApplications(input(base))) {
            if (action instanceof SlotAction.WriteClaims write) {
                writes.add(new Write.Ledger(renamed(write.claims(), base.shown().era())));
            } else if (action instanceof SlotAction.CreateApplication create) {
                writes.add(new Write.Create(create.run().epoch()));
            } else if (action instanceof SlotAction.DeleteApplication delete) {
                writes.add(new Write.Delete(delete.application().epoch()));
            } else if (action instanceof SlotAction.DropFinalizer drop) {
                writes.add(new Write.DropFinalizer(
                        ProtocolObjects.index(drop.object().name())));
            }
        }
        return writes;
    }

    /** Returns the cluster after a write that was not refused. */
    static Base land(Base base, Write write) {
        if (write instanceof Write.Ledger ledger) {
            return base.withClaims(ledger.claims());
        }
        if (write instanceof Write.Create create) {
            int job = jobOf(create.epoch());
            return base.apps().get(job) == null && base.pods().stream().noneMatch(pod -> pod.epoch() == create.epoch())
                    ? base.withApp(job, new App(create.epoch(), false))
                            .withPod(null, new Pod(create.epoch(), Stage.PENDING))
                    : base;
        }
        if (write instanceof Write.Delete delete) {
            int job = jobOf(delete.epoch());
            App app = base.apps().get(job);
            return app != null && app.epoch() == delete.epoch() ? base.withApp(job, null) : base;
        }
        return base.withLife(((Write.DropFinalizer) write).scheduling(), Life.GONE);
    }

    /** Returns what users may do. */
    List<Base> deletions(Base base) {
        List<Base> next = new ArrayList<>();
        for (int i = mayLoseLedger ? 1 : 0; i < SIZE; i++) {
            if (base.lives().get(i) == Life.PRESENT) {
                next.add(base.withLife(i, Life.DELETED));
            }
        }
        return next;
    }

    /** Returns how many deciders there are, each with one write under way. */
    int deciders() {
        return mayLoseLedger ? 1 : 2;
    }

    /** Returns what is left when the ledger is lost; nothing if it cannot be. */
    List<Base> losses(Base base) {
        return mayLoseLedger && !base.shown().isLost() ? List.of(base.lost()) : List.of();
    }

    private SlotDecisionInput input(Base base) {
        return ProtocolObjects.input(base, hasStatuses || !base.shown().isLost() ? base.shown() : Shown.NONE);
    }

    /** Returns the statuses as they are to be now. */
    private Shown shown(Base base) {
        List<SchedulingStatus> schedulings = new ArrayList<>(base.shown().schedulings());
        List<BatchJobStatus> jobs = new ArrayList<>(base.shown().jobs());
        for (SlotAction action : decider.decide(input(base)).actions()) {
            if (action instanceof SlotAction.WriteSchedulingStatus write) {
                schedulings.set(ProtocolObjects.index(write.scheduling().name()), write.status());
            } else if (action instanceof SlotAction.WriteJobStatus write) {
                jobs.set(ProtocolObjects.index(write.job().name()), write.status());
            }
        }
        return new Shown(schedulings, jobs, base.shown().isLost());
    }

    /**
     * Returns whether an application runs that had succeeded for its Scheduling before the ledger was lost, as the
     * history of its job tells.
     */
    static boolean hasRepetition(Base base) {
        return base.apps().stream()
                .filter(app -> app != null && app.epoch() > LAST_EPOCH)
                .anyMatch(app -> base.shown().jobs().get(jobOf(app.epoch())).runs().stream()
                        .anyMatch(run -> run.epoch() <= LAST_EPOCH
                                && Boolean.TRUE.equals(run.successful())
                                && schedulingOf(run.epoch()) == schedulingOf(app.epoch())));
    }

    /** Returns whether the pod is of a run that the ledger had lost when it was let into its slot. */
    static boolean isOld(Base base, Pod pod) {
        boolean wasLost = base.shown().isLost() && pod.epoch() <= LAST_EPOCH;
        String testbed = ProtocolObjects.testbedOf(schedulingOf(pod.epoch()));
        return !wasLost && pod.stage() == Stage.BOUND && base.claims().run(testbed, pod.epoch()) == null;
    }

    /** Returns what applications and the scheduler may do, and the statuses that a decider may write. */
    List<Base> steps(Base base) {
        List<Base> next = new ArrayList<>();
        for (int job = 0; job < SIZE; job++) {
            App app = base.apps().get(job);
            if (app != null && !app.hasEnded() && mayEnd(base, job, app)) {
                next.add(base.withApp(job, new App(app.epoch(), true)));
            }
        }
        for (Pod pod : base.pods()) {
            App app = base.apps().get(jobOf(pod.epoch()));
            if (app == null || app.epoch() != pod.epoch()) {
                next.add(base.withPod(pod, null));
            }
            if (pod.stage() == Stage.PENDING && mayTake(base, pod)) {
                next.add(base.withPod(pod, new Pod(pod.epoch(), Stage.BINDING)));
            }
            if (pod.stage() == Stage.BINDING) {
                next.add(base.withPod(pod, new Pod(pod.epoch(), Stage.BOUND)));
            }
        }
        Shown shown = mayLoseLedger ? shown(base) : base.shown();
        if (!shown.equals(base.shown())) {
            next.add(base.withShown(shown));
        }
        return next;
    }

    /** An application may fail before its pod is in a slot; it succeeds only after. */
    private static boolean mayEnd(Base base, int job, App app) {
        return job == 0 || base.pods().contains(new Pod(app.epoch(), Stage.BOUND));
    }

    private boolean mayTake(Base base, Pod pod) {
        String testbed = ProtocolObjects.testbedOf(schedulingOf(pod.epoch()));
        boolean isEmpty = base.pods().stream()
                .noneMatch(other -> other.stage() != Stage.PENDING
                        && ProtocolObjects.testbedOf(schedulingOf(other.epoch()))
                                .equals(testbed));
        return isEmpty && (!hasFence || base.claims().mayTake(testbed, pod.epoch(), 0));
    }

    static int schedulingOf(long runEpoch) {
        return (int) (ofFirstEra(runEpoch) - FIRST_RUN) / SIZE;
    }

    static int jobOf(long runEpoch) {
        return (int) (ofFirstEra(runEpoch) - FIRST_RUN) % SIZE;
    }

    private static long ofFirstEra(long epoch) {
        return epoch > LAST_EPOCH ? epoch - LAST_EPOCH : epoch;
    }

    /**
     * The ledger with its epochs renamed, and without texts and histories, which no decision reads while no ledger is
     * lost.
     */
    private ClaimLedger renamed(ClaimLedger claims, long era) {
        Map<String, Claim> renamed = new HashMap<>();
        for (Claim claim : claims.bySchedulingUid().values()) {
            int scheduling = ProtocolObjects.index(claim.scheduling().name());
            List<ClaimedJob> jobs = new ArrayList<>();
            for (ClaimedJob job : claim.jobs()) {
                long epoch = era + FIRST_RUN + (long) scheduling * SIZE + ProtocolObjects.index(job.name());
                EndedRun ended = mayLoseLedger ? renamed(job.lastEnded(), epoch) : null;
                jobs.add(new ClaimedJob(job.name(), job.uid(), job.failures(), renamed(job.phase(), epoch), ended));
            }
            renamed.put(
                    claim.schedulingUid(),
                    new Claim(
                            claim.schedulingUid(),
                            claim.scheduling(),
                            era + scheduling + 1L,
                            claim.testbed(),
                            claim.testbedUid(),
                            claim.since(),
                            claim.state(),
                            "",
                            jobs));
        }
        return new ClaimLedger(era + LAST_EPOCH, renamed, claims.layouts());
    }

    private static @Nullable EndedRun renamed(@Nullable EndedRun ended, long epoch) {
        return ended == null ? null : new EndedRun(renamed(ended.run(), epoch), ended.outcome(), "", ended.stoppedAt());
    }

    private static JobPhase renamed(JobPhase phase, long epoch) {
        if (phase instanceof JobPhase.Active active) {
            return new JobPhase.Active(renamed(active.run(), epoch));
        }
        if (phase instanceof JobPhase.Stopping stopping) {
            return new JobPhase.Stopping(renamed(stopping.run(), epoch), stopping.outcome(), "", stopping.since());
        }
        return phase instanceof JobPhase.Ended ended ? new JobPhase.Ended(ended.outcome(), "") : phase;
    }

    private static ClaimedJobRun renamed(ClaimedJobRun run, long epoch) {
        return new ClaimedJobRun(epoch, run.positions(), run.assignedAt(), run.placedAt(), run.startedAt());
    }
}
