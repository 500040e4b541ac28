package dev.edgewise.networkprobe.kubernetes;

import dev.edgewise.common.Names;
import dev.edgewise.networkprobe.nodes.AgentPod;
import dev.edgewise.networkprobe.nodes.ProbeEndpoint;
import dev.edgewise.networkprobe.nodes.ProbeNode;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Taint;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Turns nodes and agents' pods into what the probe knows of them. */
final class NodeConverter {
    /**
     * Annotation of a node or an agent's pod: address of the agent, {@code host:port}, if it is not its pod's address.
     */
    static final String ADDRESS = Names.DOMAIN + "probe-address";

    private static final String ZONE = "topology.kubernetes.io/zone";
    /** Taints of nodes that will be gone soon: of the cluster autoscaler, Karpenter, the cloud provider. */
    private static final Set<String> LEAVING = Set.of(
            "ToBeDeletedByClusterAutoscaler",
            "karpenter.sh/disrupted",
            "node.cloudprovider.kubernetes.io/shutdown",
            "node.kubernetes.io/out-of-service");

    private static final Logger LOG = LoggerFactory.getLogger(NodeConverter.class);

    private final int port;

    /** @param port of agents that say no other */
    NodeConverter(int port) {
        this.port = port;
    }

    ProbeNode node(Node node) {
        String name = node.getMetadata().getName();
        Map<String, String> labels = node.getMetadata().getLabels();
        String zone = labels == null ? "" : labels.getOrDefault(ZONE, "");
        return new ProbeNode(
                name, zone, isReady(node) && !isLeaving(node), address(node).orElse(null));
    }

    /** The agent of a pod; empty if it has no address yet, or ends. */
    Optional<AgentPod> agent(Pod pod) {
        String node = pod.getSpec().getNodeName();
        String phase = pod.getStatus() == null ? "" : pod.getStatus().getPhase();
        if (node == null || pod.getMetadata().getDeletionTimestamp() != null || !"Running".equals(phase)) {
            return Optional.empty();
        }
        String ip = pod.getStatus().getPodIP();
        return address(pod)
                .or(() -> Optional.ofNullable(ip)
                        .filter(text -> !text.isBlank())
                        .map(text -> new ProbeEndpoint(text, port)))
                .map(endpoint -> new AgentPod(pod.getMetadata().getName(), node, endpoint));
    }

    private Optional<ProbeEndpoint> address(HasMetadata object) {
        Map<String, String> annotations = object.getMetadata().getAnnotations();
        String text = annotations == null ? null : annotations.get(ADDRESS);
        try {
            return Optional.ofNullable(text).map(value -> ProbeEndpoint.parse(value, port));
        } catch (IllegalArgumentException e) {
            LOG.warn(
                    "Ignored an annotation; annotation={} kind={} name={} cause={}",
                    ADDRESS,
                    object.getKind(),
                    object.getMetadata().getName(),
                    e.getMessage());
            return Optional.empty();
        }
    }

    private static boolean isReady(Node node) {
        return node.getStatus() != null
                && orEmpty(node.getStatus().getConditions()).stream()
                        .anyMatch(condition ->
                                "Ready".equals(condition.getType()) && "True".equals(condition.getStatus()));
    }

    private static boolean isLeaving(Node node) {
        return node.getMetadata().getDeletionTimestamp() != null
                || node.getSpec() != null
                        && orEmpty(node.getSpec().getTaints()).stream()
                                .map(Taint::getKey)
                                .anyMatch(LEAVING::contains);
    }

    private static <T> List<T> orEmpty(@Nullable List<T> list) {
        return list == null ? List.of() : list;
    }
}
