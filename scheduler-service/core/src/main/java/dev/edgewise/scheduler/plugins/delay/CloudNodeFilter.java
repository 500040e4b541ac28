package dev.edgewise.scheduler.plugins.delay;

import dev.edgewise.common.Names;
import dev.edgewise.scheduler.framework.ClusterEvent;
import dev.edgewise.scheduler.framework.Filter;
import dev.edgewise.scheduler.framework.PreparedNodeFilter;
import dev.edgewise.scheduler.framework.Rejection;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.state.Snapshot;
import java.util.Set;

/** Sends pods without any delay need to cloud nodes, which keeps the edge free for pods that have one. */
public final class CloudNodeFilter implements Filter {
    public static final String NAME = "CloudRole";

    private static final Rejection NOT_CLOUD = Rejection.unresolvable(
            NAME,
            "node(s) didn't have label " + Names.NODE_ROLE_LABEL + "=" + Names.CLOUD_ROLE
                    + ", where pods without a delay need go");
    private static final PreparedNodeFilter ON_CLOUD =
            node -> Names.CLOUD_ROLE.equals(node.node().labels().get(Names.NODE_ROLE_LABEL)) ? null : NOT_CLOUD;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public PreparedNodeFilter prepare(Pod pod, Snapshot snapshot) {
        return DelayNeeds.areNone(pod) ? ON_CLOUD : PreparedNodeFilter.PASS;
    }

    @Override
    public Set<ClusterEvent> eventsToRegister() {
        return Set.of(ClusterEvent.NODE_ADDED, ClusterEvent.NODE_LABELS_CHANGED);
    }
}
