package dev.edgewise.benchmarks.slots;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.stream.Collectors;

/** Use of the slots by the pods of one run, and the time in which slots were idle while work waited. */
final class SlotUse {
    private final List<SlotPodTimes> runs;
    private final Map<String, List<SlotPodTimes>> bySlot;
    private final Map<String, Double> endOfJob = new HashMap<>();
    private final Map<String, Double> endOfScheduling = new HashMap<>();
    private final Map<String, Double> goneOfJob = new HashMap<>();
    private final Map<String, Double> goneOfScheduling = new HashMap<>();

    SlotUse(List<SlotPodTimes> runs) {
        this.runs = List.copyOf(runs);
        this.bySlot = this.runs.stream()
                .sorted(Comparator.comparingDouble(SlotPodTimes::bound))
                .collect(Collectors.groupingBy(SlotPodTimes::slot));
        for (SlotPodTimes run : this.runs) {
            endOfJob.merge(run.job(), run.ended(), Math::max);
            endOfScheduling.merge(run.scheduling(), run.ended(), Math::max);
            goneOfJob.merge(run.job(), run.gone(), Math::max);
            goneOfScheduling.merge(run.scheduling(), run.gone(), Math::max);
        }
    }

    /**
     * Returns the times between the moment at which the next job could have a slot and the binding of that job's pod. A
     * job of the same Scheduling could have it when all pods of the job before had ended, and one of the next
     * Scheduling when all jobs of the Scheduling before had.
     */
    List<SlotGap> gaps() {
        return consecutive((before, next) -> {
            boolean isOfOneScheduling = before.scheduling().equals(next.scheduling());
            return new SlotGap(
                    isOfOneScheduling
                            ? endOfJob.getOrDefault(before.job(), Double.NaN)
                            : endOfScheduling.getOrDefault(before.scheduling(), Double.NaN),
                    isOfOneScheduling
                            ? goneOfJob.getOrDefault(before.job(), Double.NaN)
                            : goneOfScheduling.getOrDefault(before.scheduling(), Double.NaN),
                    next.created(),
                    next.bound());
        });
    }

    /**
     * Returns the seconds between the end of each slot's pod and the binding of the next one, whatever that waited for.
     */
    double[] idles() {
        return consecutive((before, next) -> next.bound() - before.ended()).stream()
                .mapToDouble(Double::doubleValue)
                .toArray();
    }

    private <T> List<T> consecutive(BiFunction<SlotPodTimes, SlotPodTimes, T> between) {
        List<T> all = new ArrayList<>();
        for (List<SlotPodTimes> pods : bySlot.values()) {
            for (int i = 1; i < pods.size(); i++) {
                if (pods.get(i - 1).hasEnded()) {
                    all.add(between.apply(pods.get(i - 1), pods.get(i)));
                }
            }
        }
        return all;
    }

    /**
     * Returns each pair of pods of which the second was bound into a slot before the first was gone; of one job, before
     * the first had ended, as a run has the slot of its finished pods.
     */
    List<String> sharedSlots() {
        List<String> shared = new ArrayList<>();
        bySlot.forEach((slot, pods) -> {
            for (int i = 1; i < pods.size(); i++) {
                SlotPodTimes before = pods.get(i - 1);
                boolean isOfOneJob = before.job().equals(pods.get(i).job());
                double free = isOfOneJob && before.hasEnded() ? Math.min(before.ended(), before.gone()) : before.gone();
                if (pods.get(i).bound() < free) {
                    shared.add("slot " + slot + " had pods of "
                            + pods.get(i - 1).job() + " and " + pods.get(i).job() + " at a time");
                }
            }
        });
        return shared;
    }

    /** Returns how many slots had pods at a time, at most. */
    int mostAtATime() {
        return runs.stream()
                .mapToInt(one -> (int) runs.stream()
                        .filter(other -> other.bound() <= one.bound() && other.gone() > one.bound())
                        .count())
                .max()
                .orElse(0);
    }

    /** Returns how many pods of the job were bound. */
    long pods(String job) {
        return runs.stream().filter(run -> run.job().equals(job)).count();
    }
}
