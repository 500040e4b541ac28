package dev.edgewise.offloader.rounds;

import dev.edgewise.offloader.cluster.CandidatePod;
import dev.edgewise.offloader.cluster.ClusterSnapshot;
import dev.edgewise.offloader.cluster.Controller;
import dev.edgewise.offloader.plan.Cause;
import dev.edgewise.offloader.plan.Want;
import dev.edgewise.offloader.scheduler.Inquiry;
import dev.edgewise.offloader.scheduler.Placement;
import dev.edgewise.offloader.scheduler.SchedulerUnavailableException;
import dev.edgewise.offloader.scheduler.Violation;
import dev.edgewise.offloader.scheduler.Violations;
import dev.edgewise.offloader.scheduler.WhatIf;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Pods whose delay needs are broken, and where they would be better: on their backups, else wherever the scheduler would place them. It says which they are; some of
 * them are asked about in each round, those first that wait for it longest. For one thread at a time.
 */
final class DelayWatch {
    private static final int ASKED_PER_ROUND = 200;
    /** The filter of scheduler-service that judges delay needs. */
    private static final String FILTER = "Delay";

    private final Violations violations;
    /** By UID, as the rest. */
    private final Map<String, Want> wants = new HashMap<>();
    /** Rounds in which pods were last asked about. */
    private final Map<String, Integer> asked = new HashMap<>();

    private int round;

    private record Broken(CandidatePod pod, Violation violation) {
        @Nullable
        String backup() {
            return pod.node().equals(violation.backup()) ? null : violation.backup();
        }

        Want want(String target) {
            Double share = violation.severity();
            return new Want(
                    target, violation.reason(), Cause.DELAY, Want.ANY, share == null ? Double.MAX_VALUE : share);
        }
    }

    DelayWatch(Violations violations) {
        this.violations = violations;
    }

    /** Knows the same wants. */
    DelayWatch copy() {
        DelayWatch copy = new DelayWatch(violations);
        copy.wants.putAll(wants);
        return copy;
    }

    void forget() {
        wants.clear();
        asked.clear();
    }

    /** What was found so far, by UID. */
    Map<String, Want> wants() {
        return Map.copyOf(wants);
    }

    /**
     * Finds what is broken now, and where some of these pods would go.
     *
     * @param moving UIDs of pods that are about to leave
     */
    void look(ClusterSnapshot cluster, Set<String> moving, WhatIf scheduler) throws SchedulerUnavailableException {
        List<Broken> broken = broken(cluster);
        Set<String> uids = broken.stream().map(each -> each.pod().uid()).collect(Collectors.toSet());
        asked.keySet().retainAll(uids);
        wants.keySet().removeIf(uid -> !uids.contains(uid) && !moving.contains(uid));
        List<Broken> chosen = choose(
                broken.stream().filter(each -> !moving.contains(each.pod().uid())));
        ask(chosen, scheduler);
        round++;
        chosen.forEach(each -> asked.put(each.pod().uid(), round));
    }

    /** The worst first. */
    private List<Broken> broken(ClusterSnapshot cluster) throws SchedulerUnavailableException {
        Map<String, CandidatePod> needy = cluster.pods().stream()
                .filter(pod -> !pod.near().isEmpty() && pod.runs())
                .collect(Collectors.toMap(CandidatePod::uid, Function.identity()));
        List<Broken> broken = new ArrayList<>();
        if (!needy.isEmpty()) {
            for (Violation violation : violations.worst()) {
                CandidatePod pod = needy.remove(violation.uid());
                if (pod != null && pod.node().equals(violation.node())) {
                    broken.add(new Broken(pod, violation));
                }
            }
        }
        return broken;
    }

    /** Namespaces take turns. Of each controller one, and one for each backup: what room is kept for one, another could take. */
    private List<Broken> choose(Stream<Broken> broken) {
        Set<String> taken = new HashSet<>();
        Map<String, Integer> counts = new HashMap<>();
        Comparator<Broken> longestFirst =
                Comparator.comparingInt(each -> asked.getOrDefault(each.pod().uid(), -1));
        return broken.sorted(longestFirst)
                .filter(each -> isFree(each, taken))
                .map(each -> new Turn(counts.merge(each.pod().namespace(), 1, Integer::sum), each))
                .sorted(Comparator.comparingInt(Turn::number).thenComparing(Turn::of, longestFirst))
                .limit(ASKED_PER_ROUND)
                .map(Turn::of)
                .toList();
    }

    /** @param number of its namespace's turn */
    private record Turn(int number, Broken of) {}

    /** Others' namespaces do not count: what a pod says of itself must not make theirs wait. */
    private static boolean isFree(Broken each, Set<String> taken) {
        Controller controller = each.pod().controller();
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

    private void ask(List<Broken> chosen, WhatIf scheduler) throws SchedulerUnavailableException {
        Map<String, Placement> onBackups = answers(
                chosen.stream()
                        .filter(each -> each.backup() != null)
                        .map(each -> Inquiry.move(each.pod(), String.valueOf(each.backup())))
                        .toList(),
                scheduler);
        List<Broken> left = new ArrayList<>();
        for (Broken each : chosen) {
            Placement answer = onBackups.get(each.pod().key());
            String backup = each.backup();
            if (answer != null && backup != null && isBroken(answer) && answer.takes(backup)) {
                wants.put(each.pod().uid(), each.want(backup));
            } else {
                left.add(each);
            }
        }
        Map<String, Placement> anywhere =
                answers(left.stream().map(each -> Inquiry.present(each.pod())).toList(), scheduler);
        left.forEach(each -> take(each, anywhere.get(each.pod().key())));
    }

    private static Map<String, Placement> answers(List<Inquiry> inquiries, WhatIf scheduler)
            throws SchedulerUnavailableException {
        return inquiries.isEmpty() ? Map.of() : scheduler.ask(inquiries);
    }

    private void take(Broken each, @Nullable Placement answer) {
        String target = answer == null || !isBroken(answer) ? null : answer.node();
        if (target == null || target.equals(each.pod().node())) {
            wants.remove(each.pod().uid());
        } else {
            wants.put(each.pod().uid(), each.want(target));
        }
    }

    /** The list may be older than the answer, and what else speaks against the node is no cause. */
    private static boolean isBroken(Placement answer) {
        return answer.present() != null && answer.present().filter().equals(FILTER);
    }
}
