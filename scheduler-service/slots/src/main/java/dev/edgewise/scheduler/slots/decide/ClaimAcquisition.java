package dev.edgewise.scheduler.slots.decide;

import dev.edgewise.scheduler.slots.claims.Claim;
import dev.edgewise.scheduler.slots.claims.ClaimedJob;
import dev.edgewise.scheduler.slots.model.BatchJob;
import dev.edgewise.scheduler.slots.model.ObjectKey;
import dev.edgewise.scheduler.slots.model.Scheduling;
import dev.edgewise.scheduler.slots.model.Testbed;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Claims the testbed and the jobs of Schedulings: all that one needs or nothing, oldest Scheduling first. A later one
 * does not overtake an earlier one that waits for one of its objects.
 */
final class ClaimAcquisition {
    private final SlotDecisionInputIndex index;
    private final SchedulingValidator check;
    private final Map<String, String> waits = new TreeMap<>();
    private final Map<String, String> wantedBy = new HashMap<>();

    ClaimAcquisition(SlotDecisionInputIndex index, SchedulingValidator check) {
        this.index = index;
        this.check = check;
    }

    /** Adds claims to the draft, and jobs to claims whose Scheduling names further ones. */
    void claimAll(ClaimLedgerDraft draft) {
        LedgerSizeBudget room = new LedgerSizeBudget(index, draft);
        for (Scheduling scheduling : index.schedulings()) {
            Claim present = draft.claim(scheduling.uid());
            if (mayClaim(scheduling, present) && check.problem(scheduling, draft) == null) {
                claim(scheduling, present, draft, room);
            }
        }
    }

    /** Returns why Schedulings wait for objects, for people, by their uid. */
    Map<String, String> waits() {
        return waits;
    }

    private static boolean mayClaim(Scheduling scheduling, @Nullable Claim present) {
        boolean isOpen =
                present == null || present.state() == Claim.State.HELD || present.state() == Claim.State.COMPLETED;
        return isOpen
                && !scheduling.metadata().deleted()
                && scheduling.metadata().hasFinalizer()
                && !furtherJobs(scheduling, present).isEmpty();
    }

    /** Returns the jobs that the Scheduling names, and its claim does not have. */
    static List<ObjectKey> furtherJobs(Scheduling scheduling, @Nullable Claim present) {
        if (scheduling.problem() != null) {
            return List.of();
        }
        Set<String> known = new HashSet<>();
        if (present != null) {
            present.jobs().forEach(job -> known.add(job.name()));
        }
        return scheduling.spec().jobs().distinct().stream()
                .filter(job -> !known.contains(job.name()))
                .toList();
    }

    private void claim(Scheduling scheduling, @Nullable Claim present, ClaimLedgerDraft draft, LedgerSizeBudget room) {
        Testbed testbed = index.testbed(scheduling.spec().testbed().name());
        if (testbed == null) {
            return;
        }
        List<BatchJob> jobs = new ArrayList<>();
        for (ObjectKey key : furtherJobs(scheduling, present)) {
            BatchJob job = index.job(key.name());
            if (job != null) {
                jobs.add(job);
            }
        }
        Set<String> needs = new HashSet<>();
        jobs.forEach(job -> needs.add(job.uid()));
        if (present == null || !present.holdsTestbed()) {
            needs.add(testbed.uid());
        }
        String lack = room.lack(
                present == null ? claimed(scheduling, testbed, jobs, 0) : extended(scheduling, present, jobs));
        if (lack != null) {
            // It reserves nothing: smaller Schedulings continue.
            waits.put(scheduling.uid(), lack);
            return;
        }
        String wait = wait(scheduling, testbed, jobs, needs, draft);
        if (wait == null) {
            Claim claim = present == null
                    ? claimed(scheduling, testbed, jobs, draft.nextEpoch())
                    : extended(scheduling, present, jobs);
            room.put(claim);
            draft.put(claim);
        } else {
            waits.put(scheduling.uid(), wait);
            needs.forEach(uid -> wantedBy.putIfAbsent(uid, scheduling.name()));
        }
    }

    /** Returns the reason why the Scheduling has to wait; null if it has not. */
    private @Nullable String wait(
            Scheduling scheduling, Testbed testbed, List<BatchJob> jobs, Set<String> needs, ClaimLedgerDraft draft) {
        if (needs.contains(testbed.uid())) {
            Claim holder = draft.holderOfTestbed(testbed.uid());
            String wait = wait("Testbed " + testbed.name(), testbed.uid(), holder);
            if (wait != null) {
                return wait;
            }
        }
        for (BatchJob job : jobs) {
            Claim holder = draft.holderOfJob(job.uid());
            boolean isOwn = holder != null && holder.schedulingUid().equals(scheduling.uid());
            String wait = wait("BatchJob " + job.name(), job.uid(), isOwn ? null : holder);
            if (wait != null) {
                return wait;
            }
        }
        return null;
    }

    private @Nullable String wait(String object, String uid, @Nullable Claim holder) {
        if (holder != null) {
            String until = holder.holdsTestbed() ? "" : ", which has completed, until it is deleted";
            return object + " is held by Scheduling " + holder.scheduling().name() + until;
        }
        String earlier = wantedBy.get(uid);
        return earlier == null ? null : object + " is waited for by the older Scheduling " + earlier;
    }

    private Claim claimed(Scheduling scheduling, Testbed testbed, List<BatchJob> jobs, long epoch) {
        return new Claim(
                scheduling.uid(),
                scheduling.metadata().key(),
                epoch,
                testbed.name(),
                testbed.uid(),
                index.now(),
                Claim.State.HELD,
                "",
                claimed(scheduling, jobs));
    }

    private Claim extended(Scheduling scheduling, Claim present, List<BatchJob> further) {
        List<ClaimedJob> jobs = new ArrayList<>(present.jobs());
        jobs.addAll(claimed(scheduling, further));
        Claim extended = present.withJobs(jobs);
        return present.holdsTestbed() ? extended : extended.withState(Claim.State.HELD, "", index.now());
    }

    private List<ClaimedJob> claimed(Scheduling scheduling, List<BatchJob> jobs) {
        LostClaimRestorer lost = new LostClaimRestorer(index);
        return jobs.stream().map(job -> lost.job(scheduling, job)).toList();
    }
}
