package dev.edgewise.networkprobe.kubernetes;

import dev.edgewise.kubernetes.watch.ClusterKinds;
import dev.edgewise.kubernetes.watch.WatchedKind;
import dev.edgewise.networkprobe.nodes.NodeDirectory;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;

/** Keeps the directory of nodes and agents current. */
final class NodeKinds {
    private static final String AGENTS = "app.kubernetes.io/name=network-probe-agent";

    private final NodeDirectory directory;
    private final NodeConverter converter;

    NodeKinds(NodeDirectory directory, NodeConverter converter) {
        this.directory = directory;
        this.converter = converter;
    }

    /** @param namespace of the agents */
    ClusterKinds in(String namespace) {
        return ClusterKinds.of(
                WatchedKind.all(
                        Node.class,
                        node -> directory.put(converter.node(node)),
                        (none, name) -> directory.remove(name)),
                WatchedKind.all(Pod.class, this::changed, (of, name) -> directory.removeAgent(name))
                        .in(namespace, AGENTS));
    }

    private void changed(Pod pod) {
        converter
                .agent(pod)
                .ifPresentOrElse(
                        directory::put,
                        () -> directory.removeAgent(pod.getMetadata().getName()));
    }
}
