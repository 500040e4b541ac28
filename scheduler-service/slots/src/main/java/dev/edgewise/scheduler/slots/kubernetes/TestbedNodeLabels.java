package dev.edgewise.scheduler.slots.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.edgewise.kubernetes.api.ApiServerClient;
import dev.edgewise.kubernetes.http.ApiResponse;
import dev.edgewise.scheduler.kubernetes.ApiServerResponseForwarder;
import dev.edgewise.scheduler.model.Node;
import dev.edgewise.scheduler.model.Resources;
import dev.edgewise.scheduler.model.Toleration;
import dev.edgewise.scheduler.slots.model.Testbed;
import dev.edgewise.scheduler.slots.plan.TestbedNodeLabelPlanner;
import dev.edgewise.scheduler.slots.plan.TestbedNodeLabelPlanner.Candidate;
import dev.edgewise.scheduler.slots.plan.TestbedNodeLabelPlanner.LabelledNode;
import dev.edgewise.scheduler.slots.view.TestbedNodes;
import dev.edgewise.scheduler.state.NodeState;
import dev.edgewise.scheduler.state.Snapshot;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.server.ResponseStatusException;

/** Reads and writes the labels of nodes at the API server; the room of nodes is that of the scheduler's state. */
final class TestbedNodeLabels implements TestbedNodes {
    private static final String NODES = "/api/v1/nodes";
    private static final int CONFLICT = 409;
    private static final int ATTEMPTS = 3;

    private final ApiServerClient api;
    private final Supplier<Snapshot> state;

    TestbedNodeLabels(ApiServerClient api, Supplier<Snapshot> state) {
        this.api = api;
        this.state = state;
    }

    @Override
    public TestbedNodeLabelPlanner read(Testbed testbed) {
        String label = testbed.spec().nodeLabel();
        Map<String, String> labels = new HashMap<>();
        for (JsonNode node : items("labelSelector", label)) {
            labels.put(
                    node.at("/metadata/name").asText(),
                    node.path("metadata").path("labels").path(label).asText());
        }
        List<Candidate> candidates = new ArrayList<>();
        for (NodeState node : state.get().nodes()) {
            candidates.add(new Candidate(
                    node.name(),
                    labels.remove(node.name()),
                    hasRoom(testbed, node),
                    node.requested().milliCpu()));
        }
        // The watch has not shown these yet.
        labels.forEach((name, value) -> candidates.add(new Candidate(name, value, false, 0)));
        return new TestbedNodeLabelPlanner(candidates);
    }

    private static boolean hasRoom(Testbed testbed, NodeState state) {
        Node node = state.node();
        boolean isOpen = !node.unschedulable()
                && !node.isLost()
                && node.taints().stream()
                        .noneMatch(taint -> taint.excludes()
                                && !Toleration.tolerate(testbed.spec().tolerations(), taint));
        int slots = testbed.spec().slotsPerNode();
        Resources free = node.allocatable().minus(state.requested());
        Resources needed = Resources.NONE;
        for (int i = 0; i < slots; i++) {
            needed = needed.plus(testbed.spec().resourcesPerSlot());
        }
        return isOpen && state.freePods() >= slots && isWithin(needed, free);
    }

    private static boolean isWithin(Resources needed, Resources free) {
        return needed.milliCpu() <= free.milliCpu()
                && needed.memory() <= free.memory()
                && needed.ephemeralStorage() <= free.ephemeralStorage()
                && needed.scalars().entrySet().stream().allMatch(each -> each.getValue() <= free.scalar(each.getKey()));
    }

    @Override
    public void label(Testbed testbed, List<LabelledNode> nodes, boolean dryRun) {
        for (LabelledNode node : nodes) {
            if (node.isNew()) {
                label(testbed.spec().nodeLabel(), node, dryRun);
            }
        }
    }

    private void label(String key, LabelledNode node, boolean dryRun) {
        String value = Integer.toString(node.index());
        for (int i = 0; i < ATTEMPTS; i++) {
            JsonNode found = node(node.node());
            String present = found == null ? "" : found.path("labels").path(key).asText();
            if (found == null || !present.isEmpty() && !present.equals(value)) {
                throw changed(node.node());
            }
            ApiResponse reply = ApiServerResponseForwarder.send(() -> api.patch(
                    NODES + "/" + node.node() + (dryRun ? "?dryRun=All" : ""),
                    ApiServerClient.MERGE_PATCH,
                    patch(found.path("resourceVersion").asText(), key, value)));
            if (reply.code() != CONFLICT) {
                KubernetesSlotObjectWriter.good(reply);
                return;
            }
        }
        throw changed(node.node());
    }

    /** Returns the metadata of a node; null if it is gone. */
    private @Nullable JsonNode node(String name) {
        JsonNode found = items("fieldSelector", "metadata.name=" + name).path(0);
        return found.isMissingNode() ? null : found.path("metadata");
    }

    /** The service may list nodes, and get none by itself. */
    private JsonNode items(String selector, String value) {
        String query = selector + "=" + URLEncoder.encode(value, StandardCharsets.UTF_8);
        return KubernetesSlotObjectWriter.good(ApiServerResponseForwarder.send(() -> api.get(NODES + "?" + query)))
                .json()
                .path("items");
    }

    private static String patch(String version, String key, String value) {
        ObjectNode patch = JsonFieldAccess.object();
        patch.putObject("metadata")
                .put("resourceVersion", version)
                .putObject("labels")
                .put(key, value);
        return patch.toString();
    }

    private static ResponseStatusException changed(String node) {
        return new ResponseStatusException(
                HttpStatus.CONFLICT, "Node " + node + " changed while it was being labelled: send the request again");
    }
}
