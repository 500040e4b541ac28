package dev.edgewise.offloader.rounds.negotiation;

import dev.edgewise.offloader.cluster.CandidatePod;
import dev.edgewise.offloader.plan.MoveDecision;
import dev.edgewise.offloader.plan.MovePlan;
import dev.edgewise.offloader.safety.MoveRefusal;
import dev.edgewise.offloader.safety.MoveRefusal.Reason;
import dev.edgewise.offloader.safety.Workload;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Orders moves of pods and of workloads that they must be near to: one moves at a time, the workload first, as the near
 * nodes are not known before. Serves one plan.
 */
final class DependencyOrder {
    private final Map<String, CandidatePod> pods;
    private final Set<Name> going = new HashSet<>();
    /** The names that pods which move must be near to. */
    private final Set<Name> near = new HashSet<>();

    private final Map<String, MoveRefusal> held = new HashMap<>();

    private record Name(String namespace, String name) {
        static Name of(Workload workload) {
            return new Name(workload.namespace(), workload.name());
        }
    }

    private DependencyOrder(Map<String, CandidatePod> pods) {
        this.pods = pods;
    }

    /**
     * @param pods by UID
     * @param lately workloads of which a pod moved before, and may not have landed
     */
    static MovePlan of(MovePlan plan, Map<String, CandidatePod> pods, Set<Workload> lately) {
        List<MoveDecision> moves = plan.moves().toList();
        DependencyOrder rule = new DependencyOrder(pods);
        lately.forEach(workload -> rule.going.add(Name.of(workload)));
        List<MoveDecision> referring =
                moves.stream().filter(move -> rule.refersToOneOf(moves, move)).toList();
        moves.stream().filter(move -> !referring.contains(move)).forEach(rule::go);
        referring.forEach(rule::goOrWait);
        return plan.withMoves(move -> {
            MoveRefusal refusal = rule.held.get(move.pod().uid());
            return refusal == null ? move : move.refused(refusal);
        });
    }

    /** Whether a workload that the pod must be near to moves, too, or moved lately. */
    private boolean refersToOneOf(List<MoveDecision> moves, MoveDecision move) {
        Set<Name> names = references(move);
        return !names.isEmpty()
                && Stream.concat(going.stream(), moves.stream().flatMap(each -> names(each).stream()))
                        .anyMatch(names::contains);
    }

    private void go(MoveDecision move) {
        going.addAll(names(move));
        near.addAll(references(move));
    }

    /** Two that refer to each other must not wait for each other. */
    private void goOrWait(MoveDecision move) {
        Stream<Name> referred = references(move).stream().filter(going::contains);
        Stream<Name> referring = names(move).stream().filter(near::contains);
        Stream.concat(referred, referring)
                .findFirst()
                .ifPresentOrElse(
                        name -> held.put(
                                move.pod().uid(),
                                new MoveRefusal(
                                        Reason.REFERENCE_MOVES,
                                        "a pod of " + name.name()
                                                + ", or one that must be near to it, moves or has just moved")),
                        () -> go(move));
    }

    private Set<Name> references(MoveDecision move) {
        CandidatePod pod = pods.get(move.pod().uid());
        Set<Name> names = new HashSet<>();
        if (pod != null) {
            pod.near().forEach(name -> names.add(new Name(pod.namespace(), name)));
        }
        // Of a workload one moves at a time in any case.
        names.removeAll(names(move));
        return names;
    }

    /** The names by which others may refer to the pod. */
    private Set<Name> names(MoveDecision move) {
        Workload workload = move.pod().workload();
        CandidatePod pod = pods.get(move.pod().uid());
        Set<Name> names = new HashSet<>(Set.of(Name.of(workload)));
        if (pod != null && !pod.app().isEmpty()) {
            names.add(new Name(workload.namespace(), pod.app()));
        }
        return names;
    }
}
