package dev.edgewise.offloader.plan;

import dev.edgewise.common.Require;
import dev.edgewise.offloader.planning.PlanningView;
import dev.edgewise.offloader.safety.MovablePod;
import java.util.List;

/**
 * Nodes and pods of one moment.
 *
 * @param pods one for each function of the view, in its order
 */
public record Fleet(PlanningView view, List<MovablePod> pods) {
    public Fleet {
        pods = List.copyOf(pods);
        Require.that(pods.size() == view.functions().size(), "pods", pods.size(), "as many as there are functions");
    }
}
