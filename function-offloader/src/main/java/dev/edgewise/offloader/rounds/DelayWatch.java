package dev.edgewise.offloader.rounds;

import dev.edgewise.offloader.cluster.CandidatePod;
import dev.edgewise.offloader.cluster.ClusterSnapshot;
import dev.edgewise.offloader.plan.Cause;
import dev.edgewise.offloader.plan.Want;
import dev.edgewise.offloader.scheduler.Inquiry;
import dev.edgewise.offloader.scheduler.Placement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Pods whose delay needs their node does not meet any more: all that have such needs are asked about in turn, some in each round. */
final class DelayWatch {
    /** The scheduler's filter of delay needs. */
    private static final String FILTER = "Delay";

    /** Of known violations, and of all others. */
    private static final int ASKED_PER_ROUND = 100;

    private final Map<String, Want> violations = new HashMap<>();
    private final Turn known = new Turn();
    private final Turn others = new Turn();

    /** Knows the same violations. */
    DelayWatch copy() {
        DelayWatch copy = new DelayWatch();
        copy.violations.putAll(violations);
        return copy;
    }

    void forget() {
        violations.clear();
    }

    /** What was found so far, by UID. */
    Map<String, Want> wants() {
        return Map.copyOf(violations);
    }

    /** The pods to ask about in this round: some known violations and some others, each in turn. */
    List<Inquiry> inquiries(ClusterSnapshot cluster) {
        List<CandidatePod> needy = cluster.pods().stream()
                .filter(pod -> pod.needsDelay() && pod.runs())
                .toList();
        violations.keySet().retainAll(needy.stream().map(CandidatePod::uid).collect(Collectors.toSet()));
        Predicate<CandidatePod> isKnown = pod -> violations.containsKey(pod.uid());
        return Stream.concat(known.next(needy, isKnown), others.next(needy, isKnown.negate()))
                .map(Inquiry::present)
                .toList();
    }

    /** Goes round, some pods at a time. */
    private static final class Turn {
        private String last = "";

        Stream<CandidatePod> next(List<CandidatePod> pods, Predicate<CandidatePod> which) {
            List<CandidatePod> next = pods.stream()
                    .filter(which)
                    .filter(pod -> pod.key().compareTo(last) > 0)
                    .limit(ASKED_PER_ROUND)
                    .toList();
            last = next.size() < ASKED_PER_ROUND
                    ? ""
                    : next.get(next.size() - 1).key();
            return next.stream();
        }
    }

    /** Takes what the scheduler says of them. */
    void take(List<Inquiry> asked, Map<String, Placement> answers) {
        for (Inquiry inquiry : asked) {
            CandidatePod pod = inquiry.pod();
            Placement answer = answers.get(pod.key());
            Placement.Present present = answer == null ? null : answer.present();
            String target = answer == null ? null : answer.node();
            if (present != null && present.filter().equals(FILTER) && target != null && !target.equals(pod.node())) {
                violations.put(pod.uid(), new Want(target, present.reason(), Cause.DELAY, Want.ANY));
            } else {
                violations.remove(pod.uid());
            }
        }
    }
}
