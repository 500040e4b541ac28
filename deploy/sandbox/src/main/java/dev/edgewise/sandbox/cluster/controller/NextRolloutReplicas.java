package dev.edgewise.sandbox.cluster.controller;

import java.util.ArrayList;
import java.util.List;

/**
 * Next replicas of each ReplicaSet of a Deployment. Pure.
 *
 * @param current replicas of the ReplicaSet of the current template
 * @param old replicas of the others, in the order in which they were given
 */
record NextRolloutReplicas(int current, List<Integer> old) {
    /** Update strategy of a Deployment. {@code maxSurge} and {@code maxUnavailable} are numbers of pods. */
    record Strategy(boolean recreate, int maxSurge, int maxUnavailable) {}

    /** @param replicas what it asks for; {@code ready}: how many of its pods are ready; {@code pods}: how many exist */
    record Scale(int replicas, int ready, int pods) {}

    /** The next step from here to {@code desired} pods of the current template and none of the old ones. */
    static NextRolloutReplicas next(int desired, Strategy strategy, Scale current, List<Scale> old) {
        int oldReplicas = old.stream().mapToInt(Scale::replicas).sum();
        if (strategy.recreate()) {
            boolean oldPodsGone = old.stream().allMatch(scale -> scale.pods() == 0);
            return new NextRolloutReplicas(
                    oldReplicas == 0 && oldPodsGone ? desired : current.replicas(),
                    old.stream().map(scale -> 0).toList());
        }
        int room = Math.max(0, desired + strategy.maxSurge() - current.replicas() - oldReplicas);
        int grown = current.replicas() >= desired ? desired : Math.min(desired, current.replicas() + room);
        int ready = current.ready() + old.stream().mapToInt(Scale::ready).sum();
        int notReady = old.stream()
                .mapToInt(scale -> Math.max(0, scale.replicas() - scale.ready()))
                .sum();
        int mayGo = Math.max(0, ready - (desired - strategy.maxUnavailable())) + notReady;
        return new NextRolloutReplicas(grown, shrink(old, mayGo));
    }

    private static List<Integer> shrink(List<Scale> old, int mayGo) {
        List<Integer> replicas = new ArrayList<>();
        int left = mayGo;
        for (Scale scale : old) {
            int go = Math.min(scale.replicas(), left);
            left -= go;
            replicas.add(scale.replicas() - go);
        }
        return List.copyOf(replicas);
    }
}
