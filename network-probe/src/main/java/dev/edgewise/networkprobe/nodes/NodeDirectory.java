package dev.edgewise.networkprobe.nodes;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The nodes and agents there are now. Fed by a watch, read by everybody; safe for many threads. */
public final class NodeDirectory {
    private final Map<String, ProbeNode> nodes = new ConcurrentHashMap<>();
    private final Map<String, AgentPod> agents = new HashMap<>();
    private final Map<String, TreeMap<String, ProbeEndpoint>> endpoints = new HashMap<>();
    private volatile long version;
    private boolean complete;

    public synchronized void put(ProbeNode node) {
        if (!node.equals(nodes.put(node.name(), node))) {
            version++;
        }
    }

    public synchronized void remove(String node) {
        nodes.remove(node);
        version++;
    }

    public synchronized void put(AgentPod agent) {
        if (agent.equals(agents.get(agent.pod()))) {
            return;
        }
        removeAgent(agent.pod());
        agents.put(agent.pod(), agent);
        version++;
        endpoints.computeIfAbsent(agent.node(), node -> new TreeMap<>()).put(agent.pod(), agent.address());
    }

    /** An agent's pod ended, or is ending. */
    public synchronized void removeAgent(String pod) {
        AgentPod agent = agents.remove(pod);
        if (agent != null) {
            version++;
            Map<String, ProbeEndpoint> others = endpoints.get(agent.node());
            if (others != null && others.remove(pod) != null && others.isEmpty()) {
                endpoints.remove(agent.node());
            }
        }
    }

    /** All nodes there were at the start are known from now on. */
    public synchronized void complete() {
        complete = true;
    }

    public synchronized boolean isComplete() {
        return complete;
    }

    /** A number that changes whenever anything here does. */
    public long version() {
        return version;
    }

    public boolean contains(String node) {
        return nodes.containsKey(node);
    }

    /** The site of a node; empty if it has none or is not known. */
    public String zone(String node) {
        ProbeNode known = nodes.get(node);
        return known == null ? "" : known.zone();
    }

    public synchronized Optional<ProbeEndpoint> endpoint(String node) {
        return Optional.ofNullable(endpointOf(nodes.get(node)));
    }

    /** The nodes that measure and are measured: well, and with an agent. */
    public synchronized Set<String> measurable() {
        Set<String> measurable = new HashSet<>();
        nodes.values().forEach(node -> {
            if (node.well() && endpointOf(node) != null) {
                measurable.add(node.name());
            }
        });
        return measurable;
    }

    public synchronized Set<String> names() {
        return new TreeSet<>(nodes.keySet());
    }

    private @Nullable ProbeEndpoint endpointOf(@Nullable ProbeNode node) {
        if (node == null || node.address() != null) {
            return node == null ? null : node.address();
        }
        // While an agent is replaced there are two for a moment: either of them answers.
        TreeMap<String, ProbeEndpoint> pods = endpoints.get(node.name());
        return pods == null ? null : pods.lastEntry().getValue();
    }
}
