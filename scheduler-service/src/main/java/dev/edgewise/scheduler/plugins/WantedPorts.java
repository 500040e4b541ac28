package dev.edgewise.scheduler.plugins;

import dev.edgewise.scheduler.cluster.NodeState;
import dev.edgewise.scheduler.model.HostPort;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The host ports a pod asks for, found by number: each port in use is looked up once, however many are wanted. */
final class WantedPorts {
    /** The addresses wanted, by the port on any address. */
    private final Map<HostPort, Set<String>> addresses = new HashMap<>();

    WantedPorts(List<HostPort> ports) {
        for (HostPort port : ports) {
            addresses.computeIfAbsent(anywhere(port), first -> new HashSet<>()).add(port.ip());
        }
    }

    boolean clashOn(NodeState node) {
        for (HostPort used : node.usedPorts()) {
            Set<String> wanted = addresses.get(anywhere(used));
            if (wanted != null
                    && (used.ip().equals(HostPort.ANY)
                            || wanted.contains(HostPort.ANY)
                            || wanted.contains(used.ip()))) {
                return true;
            }
        }
        return false;
    }

    private static HostPort anywhere(HostPort port) {
        return port.ip().equals(HostPort.ANY) ? port : new HostPort(HostPort.ANY, port.protocol(), port.port());
    }
}
