package dev.edgewise.offloader.plan;

import dev.edgewise.common.Require;
import dev.edgewise.offloader.planning.PlanningView;
import dev.edgewise.offloader.safety.MovablePod;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Nodes and pods of one moment.
 *
 * @param pods one for each function of the view, in its order; after them those that no policy moves, as the scheduler
 *     would not place them where they run any more
 * @param powerless names of nodes at the worst level
 * @param readings when the reading of each node was taken, by its name: a higher number for a newer one
 */
public record PlanningSnapshot(
        PlanningView view, List<MovablePod> pods, Set<String> powerless, Map<String, Long> readings) {
    public PlanningSnapshot {
        pods = List.copyOf(pods);
        powerless = Set.copyOf(powerless);
        readings = Map.copyOf(readings);
        Require.that(pods.size() >= view.functions().size(), "pods", pods.size(), "as many as there are functions");
    }
}
