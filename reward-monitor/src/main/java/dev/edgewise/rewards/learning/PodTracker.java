package dev.edgewise.rewards.learning;

import dev.edgewise.rewards.learning.facts.ContainerFacts;
import dev.edgewise.rewards.learning.facts.PodFacts;
import dev.edgewise.rewards.learning.ledger.CountedOutcomes;
import dev.edgewise.rewards.learning.state.LearnerState;
import dev.edgewise.rewards.learning.state.Outcome;
import dev.edgewise.rewards.learning.state.OutcomeRecorder;
import dev.edgewise.rewards.learning.state.PodState;
import dev.edgewise.rewards.learning.state.PodTypeNodeState;
import dev.edgewise.rewards.outcomes.NameFingerprint;
import dev.edgewise.rewards.outcomes.OutcomeCause;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Tracks pods from their first facts until they are deleted, and counts their outcomes. */
final class PodTracker {
    private final LearnerState state;
    private final OutcomeRecorder recorder;

    PodTracker(LearnerState state, OutcomeRecorder recorder) {
        this.state = state;
        this.recorder = recorder;
    }

    /**
     * Takes the facts of a pod; returns false if it is not tracked, as its namespace has as many types or nodes of
     * types as it may.
     */
    boolean pod(PodFacts facts, Instant now) {
        long print = NameFingerprint.of(facts.uid());
        PodState known = state.pod(print);
        if (state.isGone(print) || (known == null && !isBound(facts))) {
            return true;
        }
        PodState pod = known == null ? state.addPod(print, facts, now.toEpochMilli()) : known;
        if (pod == null) {
            return false;
        }
        update(pod, facts, now);
        return true;
    }

    /**
     * Returns whether the pod is on a node that exists, or that its type is known on. Callers that create pods may
     * invent a node for each; on a node that was deleted, the last outcomes of its pods count.
     */
    private boolean isBound(PodFacts facts) {
        return state.exists(facts.node()) || state.known(facts.type(), facts.node()) != null;
    }

    private void update(PodState pod, PodFacts facts, Instant now) {
        pod.over(facts.over());
        if (pod.isDone()) {
            pod.stopWaiting();
            return;
        }
        PodTypeNodeState on = pod.typeNode();
        CountedOutcomes before = on.counted(pod);
        boolean isKnown = pod.isKnown(now.toEpochMilli());
        PodOutcomeReader read =
                new PodOutcomeReader(facts, before, isKnown, on.node().isReady(), now);
        CountedOutcomes after = read.counted();
        if (!after.equals(before) && !read.found().isEmpty()) {
            on.count(pod, after);
        }
        runs(pod, facts, after, now.toEpochMilli());
        for (Outcome outcome : read.found()) {
            if (outcome.cause() == OutcomeCause.COMPLETED) {
                recorder.completed(on, facts, outcome);
            } else {
                recorder.add(on, outcome, facts.fullName());
            }
        }
        waits(pod, facts, now.toEpochMilli());
        if (facts.phase().equals("Failed")) {
            over(pod, after, now.toEpochMilli());
        }
    }

    /** Ends all runs of a pod that failed: its statuses need not show their ends. */
    private void over(PodState pod, CountedOutcomes counted, long now) {
        List<Long> ended = new ArrayList<>(counted.ended());
        boolean any = false;
        for (int i = 0; i < pod.containers(); i++) {
            PodState.Run run = pod.run(i);
            if (run != null) {
                any = true;
                recorder.add(pod.typeNode(), lived(pod, run, now), pod.fullName());
                pod.end(i);
                while (ended.size() <= i) {
                    ended.add(0L);
                }
                ended.set(i, Long.MAX_VALUE);
            }
        }
        if (any) {
            pod.typeNode().count(pod, new CountedOutcomes(counted.causes(), counted.probed(), ended));
        }
    }

    /** Returns the outcome of a run whose end is not shown: healthy for as long as its node was seen. */
    private static Outcome lived(PodState pod, PodState.Run run, long now) {
        long until = Math.max(run.began(), pod.typeNode().node().seenUntil(now));
        return new Outcome(OutcomeCause.HEALTHY, run.began(), until, pod.share(), "");
    }

    private void runs(PodState pod, PodFacts facts, CountedOutcomes counted, long now) {
        int size = facts.containers().size();
        pod.containers(size, PodOutcomeReader.share(facts));
        for (int i = 0; i < size; i++) {
            ContainerFacts container = facts.containers().get(i);
            boolean mayRun = !container.isInit() && !facts.phase().equals("Failed");
            long since = mayRun ? container.running() : 0;
            if (since >= counted.ended(i) && pod.begin(i, since, now)) {
                pod.typeNode().evaluateOften();
                state.evaluateBy(pod.typeNode(), 0);
            }
            PodState.Run run = pod.run(i);
            long begun = run == null ? 0 : run.started();
            if (begun < counted.ended(i) || container.ended() != null && begun <= counted.ended(i)) {
                pod.end(i);
            }
        }
    }

    private void waits(PodState pod, PodFacts facts, long now) {
        boolean pending = facts.phase().equals("Pending") || facts.phase().isEmpty();
        boolean ran = facts.containers().stream()
                .anyMatch(each -> !each.isInit() && (each.runs() || each.endedBefore() != null));
        boolean initializes = facts.containers().stream().anyMatch(each -> each.isInit() && each.runs());
        if (!pending || ran || facts.isDeleted() || initializes) {
            pod.stopWaiting();
        } else {
            pod.waitForRun(now);
            state.evaluateBy(
                    pod.typeNode(),
                    pod.waitsSince() + state.settings().stuckAfter().toMillis());
        }
    }

    /** Removes a pod that was deleted. */
    void gone(String uid, Instant now) {
        PodState pod = state.removePod(NameFingerprint.of(uid), now.toEpochMilli());
        if (pod != null) {
            for (PodState.Run run : pod.running()) {
                recorder.add(pod.typeNode(), lived(pod, run, now.toEpochMilli()), pod.fullName());
            }
        }
    }
}
