package dev.edgewise.embedded.table;

import com.fasterxml.jackson.databind.JsonNode;
import dev.edgewise.embedded.store.Json;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The columns that kubectl shows for nodes, with their values. Source:
 * kubernetes/pkg/printers/internalversion/printers.go, printNode.
 */
final class NodeColumns {
    private static final String ROLE_PREFIX = "node-role.kubernetes.io/";
    private static final String ROLE = "kubernetes.io/role";
    private static final String UNKNOWN = "<unknown>";

    static final List<Column> ALL = List.of(
            Column.name(),
            Column.text("Status", NodeColumns::status),
            Column.text("Roles", NodeColumns::roles),
            Column.age(),
            Column.text("Version", "status.nodeInfo.kubeletVersion"),
            Column.text("Internal-IP", address("InternalIP")).wide(),
            Column.text("External-IP", address("ExternalIP")).wide(),
            Column.text("OS-Image", node -> node.textOr("status.nodeInfo.osImage", UNKNOWN))
                    .wide(),
            Column.text("Kernel-Version", NodeColumns::kernel).wide(),
            Column.text("Container-Runtime", node -> node.textOr("status.nodeInfo.containerRuntimeVersion", UNKNOWN))
                    .wide());

    private NodeColumns() {}

    private static String status(PrintedObject node) {
        boolean known = node.objects("status.conditions")
                .anyMatch(condition -> Json.text(condition, "type").equals("Ready"));
        String ready = known ? node.is("Ready") ? "Ready" : "NotReady" : "Unknown";
        return node.at("spec.unschedulable").asBoolean() ? ready + ",SchedulingDisabled" : ready;
    }

    private static String roles(PrintedObject node) {
        String roles = node.at("metadata.labels").properties().stream()
                .map(NodeColumns::role)
                .filter(role -> !role.isEmpty())
                .distinct()
                .sorted()
                .collect(Collectors.joining(","));
        return roles.isEmpty() ? PrintedObject.NONE : roles;
    }

    private static String role(Map.Entry<String, JsonNode> label) {
        if (label.getKey().startsWith(ROLE_PREFIX)) {
            return label.getKey().substring(ROLE_PREFIX.length());
        }
        return label.getKey().equals(ROLE) ? label.getValue().asText() : "";
    }

    private static Function<PrintedObject, Object> address(String type) {
        return node -> node.objects("status.addresses")
                .filter(address -> Json.text(address, "type").equals(type))
                .map(address -> Json.text(address, "address"))
                .findFirst()
                .orElse(PrintedObject.NONE);
    }

    private static String kernel(PrintedObject node) {
        String architecture = node.text("status.nodeInfo.architecture");
        return node.textOr("status.nodeInfo.kernelVersion", UNKNOWN)
                + (architecture.isEmpty() ? "" : " (" + architecture + ")");
    }
}
