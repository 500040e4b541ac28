package dev.edgewise.global.remote;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.edgewise.global.cluster.CapacityBuilder;
import dev.edgewise.global.cluster.CapacityBuilder.NodeValues;
import dev.edgewise.global.cluster.ClusterCapacity;
import dev.edgewise.kubernetes.http.ServerJson;
import dev.edgewise.kubernetes.requests.PodRequests;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import java.math.BigDecimal;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Reads how much is free in a member from its nodes and pods, page by page. */
final class CapacityReader {
    private static final int PAGE = 500;
    private static final int MOST_PAGES = 2_000;
    private static final String GPU = "nvidia.com/gpu";
    private static final BigDecimal MOST_BYTES = BigDecimal.valueOf(1L << 60);
    private static final Set<String> KEEPS_AWAY = Set.of("NoSchedule", "NoExecute");
    private static final ObjectMapper MAPPER = ServerJson.lenient();

    private final MemberApi api;

    CapacityReader(MemberApi api) {
        this.api = api;
    }

    /** A member's capacity, with the mean charge of its nodes in percent; NaN if none says it. */
    record Reading(ClusterCapacity capacity, double energyPercent) {}

    Reading read() throws MemberUnreachableException {
        CapacityBuilder builder = new CapacityBuilder();
        EnergyMean energy = new EnergyMean();
        list("/api/v1/nodes", "", node -> {
            builder.node(node(node));
            energy.add(node);
        });
        list("/api/v1/pods", "status.phase!=Succeeded,status.phase!=Failed", pod -> pod(builder, pod));
        return new Reading(builder.build(), energy.mean());
    }

    private void list(String path, String fields, Consumer<JsonNode> each) throws MemberUnreachableException {
        String selector = fields.isEmpty() ? "" : "&fieldSelector=" + encoded(fields);
        String next = "";
        for (int page = 0; page < MOST_PAGES; page++) {
            String from = next.isEmpty() ? "" : "&continue=" + encoded(next);
            MemberReply reply = api.get(path + "?limit=" + PAGE + selector + from);
            if (!reply.isSuccess() || !reply.body().path("items").isArray()) {
                throw new MemberUnreachableException("it does not list " + path + ": " + reply.message(), null);
            }
            reply.body().path("items").forEach(each);
            next = reply.body().path("metadata").path("continue").asText("");
            if (next.isEmpty()) {
                return;
            }
        }
        throw new MemberUnreachableException("its list of " + path + " does not end", null);
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private static NodeValues node(JsonNode node) {
        JsonNode allocatable = node.path("status").path("allocatable");
        return new NodeValues(
                node.path("metadata").path("name").asText(),
                takesPods(node),
                amount(allocatable.path("cpu")).movePointRight(3).longValue(),
                amount(allocatable.path("memory")).longValue(),
                amount(allocatable.path("pods")).intValue(),
                amount(allocatable.path(GPU)).intValue());
    }

    private static boolean takesPods(JsonNode node) {
        for (JsonNode taint : node.path("spec").path("taints")) {
            if (KEEPS_AWAY.contains(taint.path("effect").asText())) {
                return false;
            }
        }
        for (JsonNode condition : node.path("status").path("conditions")) {
            if (condition.path("type").asText().equals("Ready")
                    && !condition.path("status").asText().equals("True")) {
                return false;
            }
        }
        return !node.path("spec").path("unschedulable").asBoolean(false);
    }

    private static BigDecimal amount(JsonNode quantity) {
        if (!quantity.isValueNode() || quantity.isNull()) {
            return BigDecimal.ZERO;
        }
        try {
            return Quantity.getAmountInBytes(Quantity.parse(quantity.asText()))
                    .min(MOST_BYTES)
                    .max(BigDecimal.ZERO);
        } catch (IllegalArgumentException unreadable) {
            return BigDecimal.ZERO;
        }
    }

    private static void pod(CapacityBuilder builder, JsonNode pod) {
        String node = pod.path("spec").path("nodeName").asText("");
        String phase = pod.path("status").path("phase").asText("");
        boolean finished = phase.equals("Succeeded") || phase.equals("Failed");
        if (node.isEmpty() || finished) {
            return;
        }
        Map<String, String> requests;
        try {
            requests = PodRequests.of(MAPPER.treeToValue(pod, Pod.class));
        } catch (JsonProcessingException | IllegalArgumentException unreadable) {
            // It takes a place for a pod, and an amount that is not known.
            requests = Map.of();
        }
        String cpu = requests.getOrDefault("cpu", "0m");
        builder.pod(
                node, false, Long.parseLong(cpu.substring(0, cpu.length() - 1)), whole(requests.get("memory")), (int)
                        Math.min(Integer.MAX_VALUE, whole(requests.get(GPU))));
    }

    private static long whole(@Nullable String amount) {
        return amount == null ? 0 : new BigDecimal(amount).min(MOST_BYTES).longValue();
    }
}
