package dev.edgewise.sandbox.cluster.kubelet;

import dev.edgewise.sandbox.topology.SimulatedNode;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.NodeCondition;
import io.fabric8.kubernetes.api.model.NodeConditionBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The objects with which a kubelet announces its node. */
final class NodeObjects {
    static final String LEASES = "kube-node-lease";
    static final String SIMULATED = "edgewise.dev/simulated";
    static final int LEASE_SECONDS = 40;

    private static final String VERSION = "v1.36.0-simulated";

    private NodeObjects() {}

    static Node node(SimulatedNode node, Instant now) {
        Map<String, Quantity> resources = Map.of(
                "cpu", new Quantity(String.valueOf(node.cpuCores())),
                "memory", new Quantity(node.memoryGib() + "Gi"),
                "ephemeral-storage", new Quantity("64Gi"),
                "pods", new Quantity("110"));
        return new NodeBuilder()
                .withNewMetadata()
                .withName(node.name())
                .withLabels(labels(node))
                .endMetadata()
                .withNewSpec()
                .endSpec()
                .withNewStatus()
                .withCapacity(resources)
                .withAllocatable(resources)
                .withConditions(conditions(now))
                .addNewAddress(node.name(), "Hostname")
                .withNewNodeInfo()
                .withArchitecture("amd64")
                .withOperatingSystem("linux")
                .withKubeletVersion(VERSION)
                .withContainerRuntimeVersion("simulated://1")
                .withOsImage("simulated")
                .withKernelVersion("simulated")
                .withKubeProxyVersion("")
                .withMachineID(node.name())
                .withSystemUUID(node.name())
                .withBootID(node.name())
                .endNodeInfo()
                .endStatus()
                .build();
    }

    private static Map<String, String> labels(SimulatedNode node) {
        return Map.of(
                "kubernetes.io/hostname",
                node.name(),
                "kubernetes.io/os",
                "linux",
                "kubernetes.io/arch",
                "amd64",
                "kubernetes.io/role",
                node.cloud() ? "cloud" : "edge",
                "topology.kubernetes.io/zone",
                node.site(),
                "topology.kubernetes.io/region",
                node.region(),
                SIMULATED,
                "true");
    }

    /** A healthy node's conditions. */
    static List<NodeCondition> conditions(Instant now) {
        String time = now.truncatedTo(ChronoUnit.SECONDS).toString();
        return Stream.of("MemoryPressure", "DiskPressure", "PIDPressure", "Ready")
                .map(type -> new NodeConditionBuilder()
                        .withType(type)
                        .withStatus(type.equals("Ready") ? "True" : "False")
                        .withReason(type.equals("Ready") ? "KubeletReady" : "KubeletHasSufficient" + type)
                        .withMessage("simulated kubelet")
                        .withLastHeartbeatTime(time)
                        .withLastTransitionTime(time)
                        .build())
                .toList();
    }

    static Lease lease(String node, Instant now) {
        return new LeaseBuilder()
                .withNewMetadata()
                .withName(node)
                .withNamespace(LEASES)
                .endMetadata()
                .withNewSpec()
                .withHolderIdentity(node)
                .withLeaseDurationSeconds(LEASE_SECONDS)
                .withRenewTime(ZonedDateTime.ofInstant(now.truncatedTo(ChronoUnit.MICROS), ZoneOffset.UTC))
                .endSpec()
                .build();
    }
}
