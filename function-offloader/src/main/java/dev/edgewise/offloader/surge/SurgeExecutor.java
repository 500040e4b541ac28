package dev.edgewise.offloader.surge;

import dev.edgewise.offloader.moves.Evictions;
import dev.edgewise.offloader.moves.MoveFailedException;
import dev.edgewise.offloader.moves.MoveListener;
import dev.edgewise.offloader.moves.MoveOutcome;
import dev.edgewise.offloader.moves.MoveOutcome.Result;
import dev.edgewise.offloader.moves.MoveRefusedByApiException;
import dev.edgewise.offloader.moves.Reservations;
import dev.edgewise.offloader.safety.MovablePod;
import dev.edgewise.offloader.safety.MoveLimitTracker;
import dev.edgewise.offloader.safety.Workload;
import dev.edgewise.offloader.surge.SurgeInProgress.Second;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Moves the only pod of a workload: room is reserved, the workload gets a second replica, and when that is ready the
 * pod is evicted and the workload has one replica again. For one thread at a time, of the leader alone.
 *
 * <p>{@link #step} looks at what runs, not at what was done last, so that a new leader continues wherever the one
 * before stopped. The second replica is taken away only after the pod is seen to leave: before, its controller could
 * choose the replacement.
 */
public final class SurgeExecutor {
    /**
     * An eviction that was blocked or got no answer is asked for again after this time, as {@code kubectl drain} does.
     */
    private static final Duration EVICT_AGAIN = Duration.ofSeconds(5);

    private final Reservations reservations;
    private final DeploymentScaler scales;
    private final Evictions evictions;
    private final SurgeStore records;
    private final WorkloadPods pods;
    private final MoveLimitTracker gate;
    private final MoveListener listener;
    private final Duration timeToLive;

    /** The surges by UID of the pod that is to leave. */
    private final Map<String, SurgeInProgress> underWay = new LinkedHashMap<>();

    /**
     * UIDs of the pods whose second replica was asked for without an answer before the leader changed, or there was
     * none: it may be added yet.
     */
    private final Set<String> unanswered = new HashSet<>();

    /** @param timeToLive how long room is kept, and the replacement awaited */
    public SurgeExecutor(
            Reservations reservations,
            DeploymentScaler scales,
            Evictions evictions,
            SurgeStore records,
            WorkloadPods pods,
            MoveLimitTracker gate,
            MoveListener listener,
            Duration timeToLive) {
        this.reservations = reservations;
        this.scales = scales;
        this.evictions = evictions;
        this.records = records;
        this.pods = pods;
        this.gate = gate;
        this.listener = listener;
        this.timeToLive = timeToLive;
    }

    /** UIDs of the pods that are to leave. */
    public Collection<String> underWay() {
        return List.copyOf(underWay.keySet());
    }

    public boolean isUnderWay(Workload workload) {
        return underWay.values().stream().anyMatch(each -> each.surge.workload().equals(workload));
    }

    /** Returns why a surge cannot continue, for people: the reason of the oldest; empty if all can. */
    public Optional<String> trouble() {
        return underWay.values().stream()
                .filter(each -> each.obstacle != null)
                .map(each -> "pod " + each.surge.pod() + ": " + each.obstacle)
                .findFirst();
    }

    /**
     * Reserves room, records the surge and adds the replica.
     *
     * @param now reading of a monotonic clock, in ns
     * @return false if that failed: the next steps end it
     */
    public boolean begin(MovablePod pod, String target, long now) {
        if (underWay.containsKey(pod.uid())) {
            return true;
        }
        SurgeInProgress begun = new SurgeInProgress(Surge.of(pod, target), now, Second.NOT_ASKED);
        gate.begin(pod, target, now);
        underWay.put(pod.uid(), begun);
        try {
            reservations.reserve(pod, target, timeToLive);
            // The leader that finds the record removes a replica, so a record exists only where one is asked for.
            records.add(begun.surge);
            begun.second = Second.UNANSWERED;
            begun.second = scales.addReplica(begun.surge) ? Second.ASKED : Second.NOT_ASKED;
            if (begun.second == Second.NOT_ASKED) {
                begun.trouble = "its workload has no longer one replica";
            }
        } catch (MoveRefusedByApiException e) {
            begun.second = Second.NOT_ASKED;
            begun.trouble = String.valueOf(e.getMessage());
        } catch (MoveFailedException e) {
            // What was done, and what may have been done without an answer, is undone by the next steps.
            begun.trouble = String.valueOf(e.getMessage());
        }
        return begun.trouble == null;
    }

    /** Takes over what a leader before began, which may have been this process. */
    public void resume(long now) throws MoveFailedException {
        for (Surge surge : records.all()) {
            if (underWay.putIfAbsent(surge.uid(), SurgeInProgress.resumed(surge, now, unanswered.contains(surge.uid())))
                    == null) {
                gate.begin(surge.leaving(), surge.target(), now);
            }
        }
        unanswered.clear();
    }

    /** Forgets what is under way: another replica may lead. */
    public void forget() {
        underWay.forEach((uid, each) -> {
            gate.failed(each.surge.leaving(), each.surge.target());
            if (each.second == Second.UNANSWERED) {
                unanswered.add(uid);
            }
        });
        underWay.clear();
    }

    /** Ends those whose pod is not evicted yet, by the next steps: it stays, and the second replica goes. */
    public void undo(String why) {
        underWay.values().stream()
                .filter(each -> each.trouble == null && each.mayStay())
                .forEach(each -> each.trouble = why);
    }

    /** Does what is next in each; to be repeated. */
    public void step(long now) {
        List.copyOf(underWay.values()).forEach(each -> {
            try {
                step(each, now);
                if (each.isEvicted() || now - each.evictFrom >= 0) {
                    each.obstacle = null;
                }
            } catch (MoveFailedException e) {
                each.obstacle = String.valueOf(e.getMessage());
            }
        });
    }

    private void step(SurgeInProgress each, long now) throws MoveFailedException {
        Surge surge = each.surge;
        if (each.second == Second.UNKNOWN) {
            findOut(each);
        }
        Optional<String> replacement = pods.readyBeside(surge.workload(), surge.uid());
        boolean late = now - each.since >= timeToLive.toNanos();
        if (!pods.runs(surge.uid())) {
            takeBack(each);
            if (late || !isChanging(each)) {
                end(each);
                left(surge, replacement, now);
            }
        } else if (each.trouble != null) {
            takeBack(each);
            if (late || each.second != Second.UNANSWERED) {
                end(each);
                failed(each, each.trouble, now);
            }
        } else if (late && !each.isEvicted()) {
            end(each);
            late(each, now);
        } else if (replacement.isPresent() && !each.isEvicted() && now - each.evictFrom >= 0) {
            evict(each, now);
        }
    }

    /**
     * Finds out whether the second replica was added. Another pod that was added since is not of this surge, and
     * replaces nothing.
     */
    private void findOut(SurgeInProgress each) throws MoveFailedException {
        if (scales.hasReplica(each.surge)) {
            each.second = Second.ASKED;
        } else {
            each.second = Second.NOT_ASKED;
            each.trouble = "its workload did not have two replicas by this move when another leader took over";
        }
    }

    /**
     * Evicts, if the workload still has two replicas by this surge: the pods that are seen may be of before it was
     * scaled, and the replacement gone. A budget that has not yet seen the replacement blocks for a moment.
     */
    private void evict(SurgeInProgress each, long now) throws MoveFailedException {
        evictions.check(each.surge.leaving());
        each.evictFrom = now + EVICT_AGAIN.toNanos();
        if (!scales.hasReplica(each.surge)) {
            each.second = Second.NOT_ASKED;
            each.trouble = "somebody else scaled its workload meanwhile";
            return;
        }
        try {
            each.answer = evictions.evict(each.surge.leaving());
            each.obstacle = null;
        } catch (MoveRefusedByApiException e) {
            each.trouble = String.valueOf(e.getMessage());
            each.isRefused = true;
        }
    }

    /**
     * Removes the replica of this surge, once: any other second one is not its own. After a request without an answer
     * it may still come.
     */
    private void takeBack(SurgeInProgress each) throws MoveFailedException {
        if (each.second != Second.ASKED && each.second != Second.UNANSWERED) {
            return;
        }
        if (scales.takeReplicaBack(each.surge)) {
            each.second = Second.TAKEN_BACK;
        } else if (each.second == Second.ASKED) {
            each.second = Second.NOT_ASKED;
        }
    }

    /**
     * A second replica may come; or until the Deployment wants one, a third pod replaces the one that leaves: which of
     * both stays is its controller's choice.
     */
    private boolean isChanging(SurgeInProgress each) {
        return each.second == Second.UNANSWERED
                || each.second == Second.TAKEN_BACK && pods.count(each.surge.workload()) > 1;
    }

    private void end(SurgeInProgress each) throws MoveFailedException {
        Surge surge = each.surge;
        takeBack(each);
        reservations.release(surge.uid());
        records.remove(surge);
        underWay.remove(surge.uid());
    }

    private void failed(SurgeInProgress each, String why, long now) {
        Surge surge = each.surge;
        if (each.isRefused) {
            gate.refused(surge.leaving(), surge.target(), now);
        } else {
            gate.undone(surge.leaving(), surge.target());
        }
        listener.ended(new MoveOutcome(surge.leaving(), surge.target(), Result.FAILED, why));
    }

    private void left(Surge surge, Optional<String> replacement, long now) {
        MovablePod pod = surge.leaving();
        if (replacement.isEmpty()) {
            gate.failed(surge.leaving(), surge.target());
            listener.ended(
                    new MoveOutcome(pod, surge.target(), Result.GONE, "it was gone before its replacement was ready"));
            return;
        }
        String node = replacement.get();
        gate.landed(pod, surge.target(), node, now);
        listener.ended(new MoveOutcome(
                pod, surge.target(), Result.of(pod, surge.target(), node), "its replacement runs on " + node));
    }

    /** Begins a cool-down: the obstacle would most likely be there again at once. */
    private void late(SurgeInProgress each, long now) {
        Surge surge = each.surge;
        gate.timedOut(surge.leaving(), surge.target(), now);
        Result result = each.answer == Evictions.Answer.BLOCKED ? Result.BLOCKED : Result.TIMED_OUT;
        listener.ended(new MoveOutcome(surge.leaving(), surge.target(), result, each.whyLate(timeToLive)));
    }
}
