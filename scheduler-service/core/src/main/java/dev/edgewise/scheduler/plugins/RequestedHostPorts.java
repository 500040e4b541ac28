package dev.edgewise.scheduler.plugins;

import dev.edgewise.scheduler.model.HostPorts;
import dev.edgewise.scheduler.state.NodeState;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * The host ports that a pod asks for. Pods of a workload have the same ports: they are compared once, on however many
 * nodes they are.
 */
final class RequestedHostPorts {
    private final HostPorts wanted;
    private final Map<HostPorts, Boolean> compared = new IdentityHashMap<>();

    RequestedHostPorts(HostPorts wanted) {
        this.wanted = wanted;
    }

    boolean clashOn(NodeState node) {
        List<HostPorts> used = node.usedPorts();
        for (int i = 0; i < used.size(); i++) {
            if (compared.computeIfAbsent(used.get(i), wanted::clashWith)) {
                return true;
            }
        }
        return false;
    }
}
