package dev.edgewise.offloader.rounds.negotiation;

import dev.edgewise.common.web.InvalidInputException;
import dev.edgewise.common.web.NotFoundException;
import dev.edgewise.offloader.cluster.CandidatePod;
import dev.edgewise.offloader.cluster.ClusterSnapshot;
import dev.edgewise.offloader.cluster.PlanningInput;
import dev.edgewise.offloader.plan.MoveCause;
import dev.edgewise.offloader.plan.MoveDecision;
import dev.edgewise.offloader.safety.MovablePod;
import dev.edgewise.offloader.safety.MoveLimitTracker;
import dev.edgewise.offloader.safety.MoveRefusal;
import dev.edgewise.offloader.scheduler.Placement;
import dev.edgewise.offloader.scheduler.PlacementQuery;
import dev.edgewise.offloader.scheduler.PlacementSimulator;
import dev.edgewise.offloader.scheduler.SchedulerUnavailableException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A move that a person asks for: the safety rules hold, but for those of how long and how much it is better. */
final class RequestedMoveDecider {
    private final MoveLimitTracker gate;
    private final PlacementSimulator scheduler;
    private final CandidatePod pod;
    private final MovablePod movable;

    /**
     * @param name {@code namespace/name}
     * @throws NotFoundException if there is no such pod, or it is not looked after
     * @throws MoveRefusedException if its node is offline, or not known
     */
    RequestedMoveDecider(
            MoveLimitTracker gate,
            PlacementSimulator scheduler,
            String name,
            ClusterSnapshot cluster,
            PlanningInput input)
            throws MoveRefusedException {
        this.gate = gate;
        this.scheduler = scheduler;
        this.pod = cluster.pods().stream()
                .filter(each -> each.key().equals(name))
                .findFirst()
                .orElseThrow(() -> notFound(name));
        Optional<MoveRefusal> held = input.held().stream()
                .filter(decision -> decision.pod().uid().equals(pod.uid()))
                .flatMap(decision -> Optional.ofNullable(decision.refusal()).stream())
                .findFirst();
        if (held.isPresent()) {
            throw new MoveRefusedException(held.get());
        }
        this.movable = input.fleet().pods().stream()
                .filter(each -> each.uid().equals(pod.uid()))
                .findFirst()
                .orElseThrow(() -> notFound(name));
    }

    private static NotFoundException notFound(String name) {
        return new NotFoundException("no pod " + name + " on a node is looked after");
    }

    /**
     * The move.
     *
     * @param wanted target; null for wherever the scheduler would place it
     * @param now reading of a monotonic clock, in ns
     */
    MoveDecision decision(@Nullable String wanted, ClusterSnapshot cluster, long now)
            throws MoveRefusedException, SchedulerUnavailableException {
        String target = wanted == null ? chosen() : required(wanted, cluster);
        Optional<MoveRefusal> refusal = gate.checkAtOnce(movable, target, now);
        if (refusal.isPresent()) {
            throw new MoveRefusedException(refusal.get());
        }
        Placement answer =
                scheduler.ask(List.of(PlacementQuery.move(pod, target))).get(pod.key());
        if (answer == null || !answer.takes(target)) {
            throw new MoveRefusedException(PlanNegotiation.refusal(answer));
        }
        return new MoveDecision(movable, target, "asked for", MoveCause.REQUEST, null);
    }

    private String chosen() throws MoveRefusedException, SchedulerUnavailableException {
        Placement answer = scheduler.ask(List.of(PlacementQuery.ifGone(pod))).get(pod.key());
        String node = answer == null ? null : answer.node();
        if (node == null || node.equals(pod.node())) {
            throw new MoveRefusedException(PlanNegotiation.refusal(answer));
        }
        return node;
    }

    private String required(String target, ClusterSnapshot cluster) {
        boolean other = !target.equals(pod.node())
                && cluster.nodes().stream().anyMatch(node -> node.name().equals(target));
        if (!other) {
            throw new InvalidInputException("target", target, "a node of the cluster, other than " + pod.node());
        }
        return target;
    }
}
