package dev.edgewise.energy.model;

import dev.edgewise.common.NodeCpuRequests;
import dev.edgewise.common.time.SteadyTime;
import dev.edgewise.energy.nodes.NodeCpuUsage;

/** Cores that a node uses, or, where that is not known, those that its pods request. */
final class MeasuredOrRequestedCores implements BusyCores {
    private final NodeCpuUsage used;
    private final NodeCpuRequests requested;
    private final SteadyTime time;

    MeasuredOrRequestedCores(NodeCpuUsage used, NodeCpuRequests requested, SteadyTime time) {
        this.used = used;
        this.requested = requested;
        this.time = time;
    }

    @Override
    public double of(String node) {
        return used.of(node, time.now()).orElseGet(() -> requested.coresOf(node));
    }

    @Override
    public String problem() {
        return used.problem();
    }
}
