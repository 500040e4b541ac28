package dev.edgewise.offloader.rounds.violations;

import dev.edgewise.common.FairOrder;
import dev.edgewise.offloader.cluster.ControllerReference;
import dev.edgewise.offloader.plan.MoveCause;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Chooses which of the pods that must leave are asked about in a round: those first that wait for it longest. Many of
 * one cause leave the other its half.
 */
final class ViolationRoundRobin {
    private static final int ASKED_PER_ROUND = 200;

    private ViolationRoundRobin() {}

    /**
     * Namespaces take turns, in each cause. Of each controller one, and one for each backup: what room is kept for one,
     * another could take.
     *
     * @param asked by UID, the round in which the pod was last asked about
     */
    static List<ViolatedPod> choose(List<ViolatedPod> found, Map<String, Integer> asked) {
        Set<String> taken = new HashSet<>();
        Comparator<ViolatedPod> longestFirst =
                Comparator.comparingInt(each -> asked.getOrDefault(each.pod().uid(), -1));
        Map<Boolean, List<ViolatedPod>> byDelay = found.stream()
                .sorted(longestFirst)
                .filter(each -> isFree(each, taken))
                .collect(Collectors.partitioningBy(each -> each.violation().cause() == MoveCause.DELAY));
        List<ViolatedPod> delays = inTurn(byDelay.getOrDefault(true, List.of()), longestFirst);
        List<ViolatedPod> others = inTurn(byDelay.getOrDefault(false, List.of()), longestFirst);
        int ofOthers = Math.min(others.size(), Math.max(ASKED_PER_ROUND / 2, ASKED_PER_ROUND - delays.size()));
        return Stream.concat(
                        delays.stream().limit(ASKED_PER_ROUND - ofOthers),
                        others.stream().limit(ofOthers))
                .toList();
    }

    private static List<ViolatedPod> inTurn(List<ViolatedPod> found, Comparator<ViolatedPod> longestFirst) {
        return FairOrder.inTurn(found.stream(), each -> each.pod().namespace(), longestFirst)
                .toList();
    }

    /** Others' namespaces do not count: what a pod says of itself must not make theirs wait. */
    private static boolean isFree(ViolatedPod each, Set<String> taken) {
        ControllerReference controller = each.pod().controller();
        String namespace = each.pod().namespace() + "/";
        String owner = namespace + (controller == null ? each.pod().uid() : controller.uid());
        String backup = namespace + "backup/" + each.backup();
        if (taken.contains(owner) || (each.backup() != null && taken.contains(backup))) {
            return false;
        }
        taken.add(owner);
        taken.add(backup);
        return true;
    }
}
