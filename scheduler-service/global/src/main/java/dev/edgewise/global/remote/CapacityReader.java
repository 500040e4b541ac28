package dev.edgewise.global.remote;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.edgewise.common.Names;
import dev.edgewise.global.cluster.CapacityBuilder;
import dev.edgewise.global.cluster.CapacityBuilder.Exclusion;
import dev.edgewise.global.cluster.CapacityBuilder.NodeValues;
import dev.edgewise.global.cluster.ClusterCapacity;
import dev.edgewise.global.cluster.PodShape;
import dev.edgewise.global.model.GlobalRequestObjectNames;
import dev.edgewise.kubernetes.http.ApiServerObjectMappers;
import dev.edgewise.kubernetes.requests.PodRequests;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import java.math.BigDecimal;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads how much is free in a member from its nodes and pods, page by page: of a page, only sums are kept. A page that
 * is too long is asked for again with fewer objects.
 */
final class CapacityReader {
    /** Objects of a page, whose text takes some 5 MB while it is read. */
    private static final int PAGE = 250;

    /** The bytes of a page: a pod of 1.5 MiB in an API server's store may be some 7 MiB in JSON. */
    private static final int MOST_PAGE_BYTES = 16 * 1024 * 1024;

    /** The pages of a list, those that are asked for again included. */
    private static final int MOST_PAGES = 4_000;

    private static final BigDecimal MOST_BYTES = BigDecimal.valueOf(1L << 60);
    private static final Set<String> KEEPS_AWAY = Set.of("NoSchedule", "NoExecute");
    private static final ObjectMapper MAPPER = ApiServerObjectMappers.lenient();

    private static final SelectedFields NODES = page(SelectedFields.of()
            .and("metadata", SelectedFields.of("name").and("labels", SelectedFields.of(Names.ENERGY_LABEL)))
            .and("spec", SelectedFields.of("unschedulable").and("taints", SelectedFields.of("effect")))
            .and(
                    "status",
                    SelectedFields.of()
                            .and("allocatable", SelectedFields.of("cpu", "memory", "pods", PodShape.GPU))
                            .and("conditions", SelectedFields.of("type", "status"))));

    private static final SelectedFields REQUESTS = SelectedFields.of().and("resources", SelectedFields.of("requests"));
    /** The fields of {@link PodRequests}, and what says whether a pod counts, and for which request. */
    private static final SelectedFields PODS = page(SelectedFields.of()
            .and(
                    "metadata",
                    SelectedFields.of()
                            .and(
                                    "labels",
                                    SelectedFields.of(
                                            GlobalRequestObjectNames.REQUEST_LABEL,
                                            GlobalRequestObjectNames.ATTEMPT_LABEL)))
            .and(
                    "spec",
                    REQUESTS.and("nodeName", SelectedFields.ALL)
                            .and("overhead", SelectedFields.ALL)
                            .and("containers", REQUESTS)
                            .and("initContainers", REQUESTS.and("restartPolicy", SelectedFields.ALL)))
            .and("status", SelectedFields.of("phase")));

    private final MemberApi api;

    CapacityReader(MemberApi api) {
        this.api = api;
    }

    /**
     * A member's capacity.
     *
     * @param energyPercent mean charge of its nodes in percent; NaN if none says it
     * @param counted the pods of requests that the capacity counts: their number by request and attempt, {@code
     *     uid/number}
     */
    record Reading(ClusterCapacity capacity, double energyPercent, Map<String, Integer> counted) {
        Reading {
            counted = Map.copyOf(counted);
        }
    }

    /** @throws CapacityUnknownException if a list is refused, does not end, is not answered in time, or is none */
    Reading read() throws CapacityUnknownException {
        CapacityBuilder builder = new CapacityBuilder();
        MeanBatteryCharge energy = new MeanBatteryCharge();
        Map<String, Integer> counted = new HashMap<>();
        list("/api/v1/nodes", "", NODES, node -> {
            Exclusion exclusion = exclusion(node);
            if (exclusion == null) {
                builder.node(node(node));
            } else {
                builder.excluded(exclusion);
            }
            energy.add(node);
        });
        list("/api/v1/pods", "status.phase!=Succeeded,status.phase!=Failed", PODS, pod -> pod(builder, counted, pod));
        return new Reading(builder.build(), energy.mean(), counted);
    }

    /** Selects of a page what is needed to ask for the next one, and these fields of its objects. */
    private static SelectedFields page(SelectedFields ofItems) {
        return SelectedFields.of()
                .and("metadata", SelectedFields.of("continue"))
                .and("items", ofItems);
    }

    /** @param wanted the objects, as {@code fieldSelector} has it; empty for all */
    private void list(String path, String wanted, SelectedFields read, Consumer<JsonNode> each)
            throws CapacityUnknownException {
        String selector = wanted.isEmpty() ? "" : "&fieldSelector=" + encoded(wanted);
        String next = "";
        PageSize size = new PageSize(PAGE);
        for (int page = 0; page < MOST_PAGES; page++) {
            String from = next.isEmpty() ? "" : "&continue=" + encoded(next);
            MemberReply reply = page(path, path + "?limit=" + size.objects() + selector + from, read, size);
            if (reply == null) {
                continue;
            }
            reply.body().path("items").forEach(each);
            next = reply.body().path("metadata").path("continue").asText("");
            if (next.isEmpty()) {
                return;
            }
            size.doubleAfterPage();
        }
        throw new CapacityUnknownException("its list of " + path + " does not end");
    }

    /** Returns a page; null if it is too long, so that its size is halved. */
    private @Nullable MemberReply page(String path, String query, SelectedFields read, PageSize size)
            throws CapacityUnknownException {
        MemberReply reply;
        try {
            reply = api.get(query, read, MOST_PAGE_BYTES);
        } catch (MemberUnreachableException failed) {
            if (size.halveIfTooLong(failed)) {
                return null;
            }
            throw new CapacityUnknownException("its list of " + path + " fails: " + failed.getMessage());
        }
        if (!reply.isSuccess()) {
            throw new CapacityUnknownException("it does not list " + path + ": " + reply.message());
        }
        if (!reply.body().path("items").isArray()) {
            throw new CapacityUnknownException("its list of " + path + " has no items");
        }
        return reply;
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private static NodeValues node(JsonNode node) {
        JsonNode allocatable = node.path("status").path("allocatable");
        return new NodeValues(
                node.path("metadata").path("name").asText(),
                true,
                amount(allocatable.path("cpu")).movePointRight(3).longValue(),
                amount(allocatable.path("memory")).longValue(),
                amount(allocatable.path("pods")).intValue(),
                amount(allocatable.path(PodShape.GPU)).intValue());
    }

    /**
     * Returns why the node takes no pods; null if it does. A node that is not ready or cordoned has a taint as well.
     */
    private static @Nullable Exclusion exclusion(JsonNode node) {
        for (JsonNode condition : node.path("status").path("conditions")) {
            if (condition.path("type").asText().equals("Ready")
                    && !condition.path("status").asText().equals("True")) {
                return Exclusion.NOT_READY;
            }
        }
        if (node.path("spec").path("unschedulable").asBoolean(false)) {
            return Exclusion.CORDONED;
        }
        for (JsonNode taint : node.path("spec").path("taints")) {
            if (KEEPS_AWAY.contains(taint.path("effect").asText())) {
                return Exclusion.TAINTED;
            }
        }
        return null;
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

    private static void pod(CapacityBuilder builder, Map<String, Integer> counted, JsonNode pod) {
        String node = pod.path("spec").path("nodeName").asText("");
        String phase = pod.path("status").path("phase").asText("");
        boolean finished = phase.equals("Succeeded") || phase.equals("Failed");
        if (node.isEmpty() || finished) {
            return;
        }
        JsonNode labels = pod.path("metadata").path("labels");
        String request = labels.path(GlobalRequestObjectNames.REQUEST_LABEL).asText("");
        if (!request.isEmpty()) {
            String attempt = labels.path(GlobalRequestObjectNames.ATTEMPT_LABEL).asText("");
            counted.merge(request + "/" + attempt, 1, Integer::sum);
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
                        Math.min(Integer.MAX_VALUE, whole(requests.get(PodShape.GPU))));
    }

    private static long whole(@Nullable String amount) {
        return amount == null ? 0 : new BigDecimal(amount).min(MOST_BYTES).longValue();
    }
}
