package dev.edgewise.rewards.learning;

import dev.edgewise.rewards.outcomes.Cause;
import dev.edgewise.rewards.outcomes.Fingerprint;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** Adds outcomes to what is known of a type on a node. */
final class Tally {
    /** Of people's words, so much is kept. */
    private static final int LONGEST_DETAIL = 100;

    /** Of idempotency keys, in ms: whoever repeats a request does so sooner. */
    static final long KEYS_KEPT = 600_000;

    private static final int COMPLETIONS = 3;
    /** Below, an outcome is a failure. */
    private static final double FAILURE = 0.5;

    private final LearnerState state;

    Tally(LearnerState state) {
        this.state = state;
    }

    void add(Cell cell, Finding finding, String pod) {
        double time = finding.share() * state.decay.healthy(finding.at() - finding.began());
        if (time > 0) {
            cell.evidence.add(time, 1, finding.at());
        }
        if (finding.cause() == Cause.HEALTHY) {
            cell.standing = cell.standing.afterLife(finding.began(), finding.at());
        } else {
            value(cell, finding, state.settings.reward(finding.cause()), pod);
        }
        changed(cell, finding.at());
    }

    /** Adds an outcome of weight 1 that has a value of its own. */
    void value(Cell cell, Finding finding, double value, String pod) {
        cell.evidence.add(1, value, finding.at());
        if (value < FAILURE) {
            cell.failures++;
            cell.standing = cell.standing.afterFailure(finding.began(), finding.at());
        }
        if (finding.cause() != Cause.COMPLETED) {
            show(cell, finding, value, pod);
        }
        changed(cell, finding.at());
    }

    /** A Job's pod completed: as good as it is fast against the median on other nodes. */
    void completed(Cell cell, PodFacts pod, Finding finding) {
        long millis = pod.isJob() ? duration(pod) : 0;
        if (millis <= 0) {
            add(cell, finding, pod.fullName());
            return;
        }
        OptionalLong usual = cell.type.jobTimes.medianElsewhere(cell.node.name);
        cell.type.jobTimes.add(cell.node.name, millis);
        List<Long> durations = new ArrayList<>(cell.durations);
        durations.add(millis);
        if (durations.size() > TypeNodeLedger.DURATIONS) {
            durations.remove(0);
        }
        cell.durations = List.copyOf(durations);
        boolean isSlow = usual.isPresent() && millis >= state.settings.slowFactor() * usual.getAsLong();
        add(cell, isSlow ? slow(finding, millis, usual.getAsLong()) : finding, pod.fullName());
        if (!isSlow) {
            healing(cell, finding.at(), millis);
        }
    }

    /** This many completions as {@link #COMPLETIONS} heal, however short, as they are all that such pods can show. */
    private void healing(Cell cell, long at, long millis) {
        long needed = new Quarantine(state.settings.quarantine()).needed(cell.standing, cell.node.healed);
        cell.standing = cell.standing.afterLife(at - millis, at - millis + needed / COMPLETIONS + 1);
    }

    private static Finding slow(Finding finding, long millis, long usual) {
        String detail = "took " + millis / 1000 + " s, the median on other nodes is " + usual / 1000 + " s";
        return Finding.ofPod(Cause.SLOW_JOB, finding.at(), detail);
    }

    /** From the first start of its containers to the last end, in ms; 0 if unknown. */
    private static long duration(PodFacts pod) {
        long first = Long.MAX_VALUE;
        long last = 0;
        for (ContainerFacts container : pod.containers()) {
            ContainerFacts.Ending ending = container.ended();
            if (!container.isInit() && ending != null && ending.started() != null && ending.finished() != null) {
                first = Math.min(first, ending.started().toEpochMilli());
                last = Math.max(last, ending.finished().toEpochMilli());
            }
        }
        return Math.max(0, last - first);
    }

    private void show(Cell cell, Finding finding, double value, String pod) {
        String detail = finding.detail();
        String some = detail.length() <= LONGEST_DETAIL ? detail : detail.substring(0, LONGEST_DETAIL - 1) + "…";
        List<OutcomeView> shown = new ArrayList<>(cell.outcomes);
        int place = 0;
        while (place < shown.size() && shown.get(place).at().toEpochMilli() > finding.at()) {
            place++;
        }
        // The same words come again and again.
        String words = some.intern();
        shown.add(place, new OutcomeView(Instant.ofEpochMilli(finding.at()), finding.cause(), value, pod, words));
        while (shown.size() > state.settings.limits().outcomes()) {
            shown.remove(shown.size() - 1);
        }
        cell.outcomes = List.copyOf(shown);
        state.shown.added(cell);
    }

    /** Whether it was not stated before, as far as that is known; it is known from now on. */
    boolean isNew(Cell cell, String key, long now) {
        List<TypeNodeLedger.Key> keys = new ArrayList<>(cell.keys);
        keys.removeIf(known -> now - known.at() > KEYS_KEPT);
        long print = Fingerprint.ofChosen(key);
        if (keys.stream().anyMatch(known -> known.print() == print)) {
            return false;
        }
        keys.add(new TypeNodeLedger.Key(print, now));
        while (keys.size() > state.keysOfACell()) {
            keys.remove(0);
        }
        cell.keys = List.copyOf(keys);
        return true;
    }

    void changed(Cell cell, long at) {
        cell.isUnwritten = true;
        cell.touched = Math.max(cell.touched, at);
        cell.pause = 0;
        state.lookAt(cell, 0);
    }
}
