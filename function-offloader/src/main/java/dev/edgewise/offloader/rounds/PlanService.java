package dev.edgewise.offloader.rounds;

import dev.edgewise.common.time.Ticker;
import dev.edgewise.offloader.cluster.ClusterSnapshot;
import dev.edgewise.offloader.cluster.PlanningInput;
import dev.edgewise.offloader.plan.MoveDecision;
import dev.edgewise.offloader.plan.MovePlan;
import dev.edgewise.offloader.policies.Policy;
import dev.edgewise.offloader.rounds.negotiation.PlanGenerator;
import dev.edgewise.offloader.rounds.negotiation.PlanRunMode;
import dev.edgewise.offloader.rounds.negotiation.PlanUnavailableException;
import dev.edgewise.offloader.rounds.negotiation.PlanningState;
import dev.edgewise.offloader.rounds.view.ClusterView;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Makes plans of what is seen, each with its report. Safe for many threads. */
final class PlanService {
    private final PlanGenerator planning;
    private final ClusterView clusterView;
    private final Ticker ticker;
    private final Clock clock;

    PlanService(PlanGenerator planning, ClusterView clusterView, Ticker ticker, Clock clock) {
        this.planning = planning;
        this.clusterView = clusterView;
        this.ticker = ticker;
        this.clock = clock;
    }

    /**
     * A report, and the state that the next round is to begin with.
     *
     * @param made null if the scheduler was to be asked and did not answer
     * @param trouble why there is no plan, for people; null if there is one
     */
    record Reported(@Nullable PlanReport made, @Nullable String trouble, PlanningState next) {
        PlanReport report() throws PlanUnavailableException {
            if (made == null) {
                throw new PlanUnavailableException(String.valueOf(trouble));
            }
            return made;
        }
    }

    /** The situation, and what was found on the way to it. */
    private record Seen(PlanningInput input, PlanGenerator.Looked looked) {}

    /** @param state what the rounds before left */
    Reported report(PlanningState state, ClusterSnapshot cluster, Policy policy, PlanRunMode purpose)
            throws PlanUnavailableException {
        long begin = ticker.nanos();
        Seen seen = seen(state, cluster, purpose);
        PlanningInput input = known(seen.input());
        PlanGenerator.Planned planned = planning.plan(seen.looked().next(), cluster, input, policy, purpose, begin);
        MovePlan plan = planned.made();
        if (plan == null) {
            return new Reported(null, planned.trouble(), planned.next());
        }
        if (purpose == PlanRunMode.ROUND) {
            clusterView.violated(planned.next().violations().uids());
        }
        List<MoveDecision> decisions = new ArrayList<>(plan.decisions());
        decisions.addAll(input.held());
        decisions.sort(Comparator.comparing(decision -> decision.pod().name()));
        PlanReport report = new PlanReport(
                policy,
                clock.instant(),
                ticker.since(begin),
                seen.looked().calls() + planned.calls(),
                input.nodes(),
                decisions,
                plan.moves().toList());
        return new Reported(report, null, planned.next());
    }

    /**
     * Looks for violations before the plan, not after it, where no energy is known: only violations can be planned for.
     */
    private Seen seen(PlanningState state, ClusterSnapshot cluster, PlanRunMode purpose) {
        PlanningInput input = clusterView.input(cluster);
        PlanGenerator.Looked none = new PlanGenerator.Looked(state, 0);
        if (purpose != PlanRunMode.ROUND
                || clusterView.watchTrouble().isPresent()
                || clusterView.trouble(input).isEmpty()) {
            return new Seen(input, none);
        }
        PlanGenerator.Looked looked = planning.look(state, cluster);
        clusterView.violated(looked.next().violations().uids());
        return new Seen(clusterView.input(cluster), looked);
    }

    PlanningInput input(ClusterSnapshot cluster) throws PlanUnavailableException {
        return known(clusterView.input(cluster));
    }

    private PlanningInput known(PlanningInput input) throws PlanUnavailableException {
        Optional<String> trouble = clusterView.watchTrouble().or(() -> clusterView.trouble(input));
        if (trouble.isPresent()) {
            throw new PlanUnavailableException(trouble.get());
        }
        return input;
    }
}
