package dev.edgewise.scheduler.slots.view;

import dev.edgewise.scheduler.slots.model.Testbed;
import dev.edgewise.scheduler.slots.plan.TestbedNodeLabelPlanner;
import dev.edgewise.scheduler.slots.plan.TestbedNodeLabelPlanner.LabelledNode;
import java.util.List;

/** The nodes of the cluster as testbeds see them, and their labels. */
public interface TestbedNodes {
    /**
     * Returns the nodes of the cluster: labels as the API server has them, room as the scheduler knows it.
     *
     * @throws dev.edgewise.common.web.BusyException if the API server does not answer
     */
    TestbedNodeLabelPlanner read(Testbed testbed);

    /**
     * Gives the new ones among the nodes their label. A repetition continues what was interrupted.
     *
     * @param dryRun whether the API server checks each change and keeps none
     * @throws dev.edgewise.common.web.BusyException if the API server does not answer
     * @throws org.springframework.web.server.ResponseStatusException with its status and message if it refuses; 409 if
     *     a node has changed meanwhile
     */
    void label(Testbed testbed, List<LabelledNode> nodes, boolean dryRun);
}
