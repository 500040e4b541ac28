package dev.edgewise.benchmarks.slots;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Collects what happens to the pods in slots. Safe for many threads. */
final class SlotHistory {
    private final Map<String, SlotPodTimes> runs = new LinkedHashMap<>();
    /** When the pods were made that are not bound yet. */
    private final Map<String, Double> created = new HashMap<>();

    private static double now() {
        return System.nanoTime() / 1e9;
    }

    synchronized void created(String uid) {
        created.putIfAbsent(uid, now());
    }

    synchronized void bound(String uid, String scheduling, String job, String slot) {
        double bound = now();
        Double made = created.remove(uid);
        runs.put(
                uid,
                new SlotPodTimes(
                        scheduling,
                        job,
                        slot,
                        made == null ? bound : made,
                        bound,
                        Double.NaN,
                        Double.POSITIVE_INFINITY));
    }

    synchronized void ended(String uid) {
        runs.computeIfPresent(uid, (key, run) -> run.with(now(), run.gone()));
    }

    synchronized void gone(String uid) {
        created.remove(uid);
        runs.computeIfPresent(uid, (key, run) -> run.with(run.ended(), now()));
    }

    /** Returns what was collected since the last call. */
    synchronized List<SlotPodTimes> take() {
        List<SlotPodTimes> all = List.copyOf(runs.values());
        runs.clear();
        return all;
    }
}
