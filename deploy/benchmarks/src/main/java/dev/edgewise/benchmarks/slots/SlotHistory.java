package dev.edgewise.benchmarks.slots;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Collects what happens to the pods in slots. Safe for many threads. */
final class SlotHistory {
    private final Map<String, SlotPodTimes> runs = new LinkedHashMap<>();

    private static double now() {
        return System.nanoTime() / 1e9;
    }

    synchronized void bound(String uid, String scheduling, String job, String slot) {
        runs.put(uid, new SlotPodTimes(scheduling, job, slot, now(), Double.NaN, Double.POSITIVE_INFINITY));
    }

    synchronized void ended(String uid) {
        runs.computeIfPresent(
                uid,
                (key, run) ->
                        new SlotPodTimes(run.scheduling(), run.job(), run.slot(), run.bound(), now(), run.gone()));
    }

    synchronized void gone(String uid) {
        runs.computeIfPresent(
                uid,
                (key, run) ->
                        new SlotPodTimes(run.scheduling(), run.job(), run.slot(), run.bound(), run.ended(), now()));
    }

    /** Returns what was collected since the last call. */
    synchronized List<SlotPodTimes> take() {
        List<SlotPodTimes> all = List.copyOf(runs.values());
        runs.clear();
        return all;
    }
}
