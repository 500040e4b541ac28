package dev.edgewise.energy.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import dev.edgewise.common.WriteGate;
import dev.edgewise.common.time.SteadyTime;
import dev.edgewise.energy.nodes.NodeCpuUsage;
import dev.edgewise.kubernetes.api.ApiServerClient;
import dev.edgewise.kubernetes.api.ApiUnavailableException;
import dev.edgewise.kubernetes.http.ApiResponse;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.HashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asks the metrics API ({@code metrics.k8s.io}) what each node uses of its processors, if this replica leads. */
final class MetricsApiCpuUsage {
    static final String GROUP = "metrics.k8s.io";

    private static final Logger LOG = LoggerFactory.getLogger(MetricsApiCpuUsage.class);
    private static final String PATH = "/apis/" + GROUP + "/v1beta1/nodes";

    private final ApiServerClient api;
    private final NodeCpuUsage used;
    private final WriteGate gate;
    private final SteadyTime time;

    MetricsApiCpuUsage(ApiServerClient api, NodeCpuUsage used, WriteGate gate, SteadyTime time) {
        this.api = api;
        this.used = used;
        this.gate = gate;
        this.time = time;
    }

    /** Reads the usage once; to be repeated by one thread. */
    void step() {
        if (!gate.isOpen()) {
            used.failed("");
            return;
        }
        try {
            ApiResponse answer = api.get(PATH);
            if (answer.isSuccess()) {
                used.put(cores(answer.json()), time.now());
            } else {
                failed(answer.message());
            }
        } catch (ApiUnavailableException e) {
            failed(String.valueOf(e.getMessage()));
        }
    }

    private void failed(String reason) {
        if (used.problem().isEmpty()) {
            LOG.warn("The metrics API does not say what nodes use, what their pods request counts; cause={}", reason);
        }
        used.failed("the metrics API does not say what nodes use, what their pods request counts: " + reason);
    }

    private static Map<String, Double> cores(JsonNode list) {
        Map<String, Double> cores = new HashMap<>();
        for (JsonNode node : list.path("items")) {
            String cpu = node.path("usage").path("cpu").asText("");
            try {
                double amount = Quantity.getAmountInBytes(new Quantity(cpu)).doubleValue();
                cores.put(node.path("metadata").path("name").asText(""), Math.max(0, amount));
            } catch (IllegalArgumentException e) {
                LOG.debug("The metrics API has an unreadable entry; entry={} cause={}", node, e.getMessage());
            }
        }
        return cores;
    }
}
