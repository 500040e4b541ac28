package dev.edgewise.rewards.learning;

import dev.edgewise.rewards.outcomes.Cause;
import dev.edgewise.rewards.outcomes.Fingerprint;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Follows pods from their first facts until they are gone. */
final class Pods {
    private final LearnerState state;
    private final Tally tally;

    Pods(LearnerState state, Tally tally) {
        this.state = state;
        this.tally = tally;
    }

    /** Returns false if it is not followed, as its namespace has as many types or cells as it may. */
    boolean pod(PodFacts facts, Instant now) {
        long print = Fingerprint.of(facts.uid());
        PodState known = state.pods.get(print);
        if (state.isGone(print) || (known == null && !isBound(facts))) {
            return true;
        }
        PodState pod = known == null ? begin(print, facts, now) : known;
        if (pod == null) {
            return false;
        }
        update(pod, facts, now);
        return true;
    }

    /**
     * Whether there is anything to learn of its node. Who creates pods may name a new one in each; of a node that was deleted, what its pods
     * ended with belongs to what is known.
     */
    private boolean isBound(PodFacts facts) {
        return state.exists(facts.node()) || state.known(facts.type(), facts.node()) != null;
    }

    private @Nullable PodState begin(long print, PodFacts facts, Instant now) {
        Cell cell = state.cell(facts.type(), facts.node(), now.toEpochMilli());
        if (cell == null) {
            return null;
        }
        PodState pod = new PodState(print, facts.name(), cell, now.toEpochMilli());
        state.pods.put(print, pod);
        cell.add(pod);
        cell.touched = now.toEpochMilli();
        cell.pause = 0;
        pod.waitsSince = pod.seen;
        // Of one that was there when it was over, that is known: this is for those that are seen for the first time.
        pod.isDone = facts.over() > 0 && facts.over() <= cell.overBefore && !cell.counted.containsKey(print);
        state.lookAt(cell, 0);
        return pod;
    }

    private void update(PodState pod, PodFacts facts, Instant now) {
        pod.over = Math.max(pod.over, facts.over());
        if (pod.isDone) {
            pod.waitsSince = 0;
            return;
        }
        Cell cell = pod.cell;
        Counted before = cell.counted(pod);
        boolean isKnown = pod.isKnown(now.toEpochMilli());
        PodReading reading = new PodReading(facts, before, isKnown, cell.node.isReady, now);
        Counted after = reading.counted();
        if (!after.equals(before) && !reading.findings().isEmpty()) {
            cell.count(pod, after);
        }
        runs(pod, facts, after, now.toEpochMilli());
        for (Finding finding : reading.findings()) {
            if (finding.cause() == Cause.COMPLETED) {
                tally.completed(cell, facts, finding);
            } else {
                tally.add(cell, finding, facts.fullName());
            }
        }
        waits(pod, facts, now.toEpochMilli());
        if (facts.phase().equals("Failed")) {
            over(pod, after, now.toEpochMilli());
        }
    }

    /** All runs are over, of which a failed pod need not show anything. */
    private void over(PodState pod, Counted counted, long now) {
        List<Long> ended = new ArrayList<>(counted.ended());
        boolean any = false;
        for (int i = 0; i < pod.runs.length; i++) {
            if (pod.runs[i].isOn()) {
                any = true;
                tally.add(pod.cell, lived(pod, pod.runs[i], now), pod.fullName());
                pod.end(i);
                while (ended.size() <= i) {
                    ended.add(0L);
                }
                ended.set(i, Long.MAX_VALUE);
            }
        }
        if (any) {
            pod.cell.count(pod, new Counted(counted.causes(), counted.probed(), ended));
        }
    }

    /** A run that ended without a word of how: healthy for as long as its node was seen. */
    private static Finding lived(PodState pod, PodState.Run run, long now) {
        long until = Math.max(run.began(), pod.cell.node.seenUntil(now));
        return new Finding(Cause.HEALTHY, run.began(), until, pod.share, "");
    }

    private void runs(PodState pod, PodFacts facts, Counted counted, long now) {
        int size = facts.containers().size();
        pod.containers(size);
        pod.share = PodReading.share(facts);
        for (int i = 0; i < size; i++) {
            ContainerFacts container = facts.containers().get(i);
            boolean mayRun = !container.isInit() && !facts.phase().equals("Failed");
            long since = mayRun ? container.running() : 0;
            if (since >= counted.ended(i) && pod.begin(i, since, now)) {
                pod.cell.pause = 0;
                state.lookAt(pod.cell, 0);
            }
            long begun = pod.runs[i].started();
            if (begun < counted.ended(i) || container.ended() != null && begun <= counted.ended(i)) {
                pod.end(i);
            }
        }
    }

    private void waits(PodState pod, PodFacts facts, long now) {
        boolean pending = facts.phase().equals("Pending") || facts.phase().isEmpty();
        boolean ran = facts.containers().stream()
                .anyMatch(each -> !each.isInit() && (each.runs() || each.endedBefore() != null));
        if (!pending || ran || facts.isDeleted()) {
            pod.waitsSince = 0;
        } else if (facts.containers().stream().anyMatch(each -> each.isInit() && each.runs())) {
            pod.waitsSince = 0;
        } else {
            pod.waitsSince = pod.waitsSince == 0 ? now : pod.waitsSince;
            state.lookAt(pod.cell, pod.waitsSince + state.settings.stuckAfter().toMillis());
        }
    }

    void gone(String uid, Instant now) {
        long print = Fingerprint.of(uid);
        state.gone(print);
        PodState pod = state.pods.remove(print);
        if (pod == null) {
            return;
        }
        Cell cell = pod.cell;
        cell.remove(pod);
        for (PodState.Run run : pod.runs) {
            if (run.isOn()) {
                tally.add(cell, lived(pod, run, now.toEpochMilli()), pod.fullName());
            }
        }
        if (cell.uncount(pod)) {
            cell.isUnwritten = true;
        }
        cell.touched = now.toEpochMilli();
        cell.pause = 0;
        state.lookAt(cell, 0);
    }
}
