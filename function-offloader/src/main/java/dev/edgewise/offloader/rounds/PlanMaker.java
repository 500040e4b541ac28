package dev.edgewise.offloader.rounds;

import dev.edgewise.common.time.Ticker;
import dev.edgewise.offloader.cluster.ClusterSnapshot;
import dev.edgewise.offloader.cluster.Situation;
import dev.edgewise.offloader.plan.MovePlan;
import dev.edgewise.offloader.plan.Verdict;
import dev.edgewise.offloader.policies.Policy;
import dev.edgewise.offloader.scheduler.SchedulerUnavailableException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Makes plans of what is seen, each with its report. Safe for many threads, each with its own {@link Planning}. */
final class PlanMaker {
    private final Sight sight;
    private final Ticker ticker;
    private final Clock clock;

    PlanMaker(Sight sight, Ticker ticker, Clock clock) {
        this.sight = sight;
        this.ticker = ticker;
        this.clock = clock;
    }

    PlanReport report(Planning planning, ClusterSnapshot cluster, Policy policy, Purpose purpose)
            throws NoPlanException {
        long begin = ticker.nanos();
        long callsBefore = planning.calls();
        Situation situation = known(purpose == Purpose.ROUND ? seen(planning, cluster) : sight.situation(cluster));
        try {
            MovePlan plan = planning.plan(cluster, situation, policy, purpose, begin);
            if (purpose == Purpose.ROUND) {
                sight.violated(planning.violated());
            }
            List<Verdict> verdicts = new ArrayList<>(plan.verdicts());
            verdicts.addAll(situation.held());
            verdicts.sort(Comparator.comparing(verdict -> verdict.pod().name()));
            return new PlanReport(
                    policy,
                    clock.instant(),
                    ticker.since(begin),
                    (int) (planning.calls() - callsBefore),
                    situation.nodes(),
                    verdicts,
                    plan.moves().toList());
        } catch (SchedulerUnavailableException e) {
            throw new NoPlanException(String.valueOf(e.getMessage()));
        }
    }

    /** Where no energy is known, only violations can be planned for: they are looked for before the plan, not after it. */
    private Situation seen(Planning planning, ClusterSnapshot cluster) {
        Situation situation = sight.situation(cluster);
        if (sight.watchTrouble().isPresent() || sight.trouble(situation).isEmpty()) {
            return situation;
        }
        planning.look(cluster);
        sight.violated(planning.violated());
        return sight.situation(cluster);
    }

    Situation situation(ClusterSnapshot cluster) throws NoPlanException {
        return known(sight.situation(cluster));
    }

    private Situation known(Situation situation) throws NoPlanException {
        Optional<String> trouble = sight.watchTrouble().or(() -> sight.trouble(situation));
        if (trouble.isPresent()) {
            throw new NoPlanException(trouble.get());
        }
        return situation;
    }
}
