package dev.edgewise.offloader.planning;

/**
 * Looks ahead: forecasts each battery and moves functions as long as that makes the least available nodes more
 * available, or the functions' hosts more certain to run, by more than a move costs.
 *
 * <p>Maximises {@code Σ −weight(n) · A(n)^−fairness − service · demand(n) · outage(n) − move · moves} over the nodes n
 * by local search from the present hosts, where A is a node's availability ({@link AvailabilityForecast}), weight what
 * its own functions request ({@link NodeWeights}), demand the cores that running owners request of it, and outage the
 * share of the next minutes in which it does not run. Source: our own; compared with the papers' planners by {@code
 * deploy/sandbox/evaluate energy}.
 */
public final class EdgewisePlanner implements Planner {
    private static final int MOST_PASSES = 8;

    private final EdgewisePlannerSettings settings;

    public EdgewisePlanner(EdgewisePlannerSettings settings) {
        this.settings = settings;
    }

    @Override
    public int[] plan(PlanningView view) {
        LocalSearch search = new LocalSearch(new EvaluatedPlacement(view, settings), view, settings);
        for (int pass = 0; pass < MOST_PASSES && search.improve(); pass++) {
            // Until no function gains.
        }
        return search.hosts();
    }
}
