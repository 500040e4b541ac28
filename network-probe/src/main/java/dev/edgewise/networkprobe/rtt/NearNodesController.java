package dev.edgewise.networkprobe.rtt;

import dev.edgewise.common.security.RequiresPermission;
import dev.edgewise.common.web.InvalidInputException;
import dev.edgewise.networkprobe.nodes.NodeDirectory;
import dev.edgewise.networkprobe.nodes.ProbeEndpoint;
import dev.edgewise.networkprobe.sources.EffectiveRttMerger;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * The prototype's question to a worker agent: nodes by their latency from one node. An agent answered for its own node,
 * so here the question names it; and it pinged when it was asked, while this answers from the matrix, whatever number
 * of pings the question has.
 */
@RestController
class NearNodesController {
    private static final double MICROS_OF_MILLI = 1_000;
    private static final int LARGEST_PING = 65_507;
    private static final int MOST_PINGS = 1_000;

    private final EffectiveRttMerger rtt;
    private final @Nullable NodeDirectory nodes;
    private final Clock clock;

    /** @param nodes of the cluster; where no cluster is watched, those of the matrix count */
    NearNodesController(EffectiveRttMerger rtt, ObjectProvider<NodeDirectory> nodes, Clock clock) {
        this.rtt = rtt;
        this.nodes = nodes.getIfAvailable();
        this.clock = clock;
    }

    /**
     * Returns the node itself with 0 ms, and all others with a fresh time, nearest first and then by name. Nodes that
     * do not answer are left out.
     */
    @GetMapping("/monitoring/near-nodes/latency")
    @RequiresPermission(verb = "list", resource = "roundtriptimes")
    List<NearNodeResponse> nearNodes(
            @RequestParam(name = "source_node", required = false) @Nullable String source,
            @RequestParam(defaultValue = "8") int pingSize,
            @RequestParam(defaultValue = "2") int pingCount) {
        within("pingSize", pingSize, LARGEST_PING);
        within("pingCount", pingCount, MOST_PINGS);
        if (source == null || !isNode(source)) {
            throw new InvalidInputException(
                    "source_node", source == null ? "missing" : source, "the name of a node of the cluster");
        }
        Instant now = clock.instant();
        List<NearNodeResponse> near = new ArrayList<>();
        near.add(new NearNodeResponse(source, address(source), 0));
        rtt.row(source).forEach((node, time) -> {
            if (!node.equals(source) && time.loss() < 1 && !time.observed().staleAt(now) && isKnown(node)) {
                near.add(new NearNodeResponse(node, address(node), time.p50Micros() / MICROS_OF_MILLI));
            }
        });
        near.sort(Comparator.comparingDouble(NearNodeResponse::latency).thenComparing(NearNodeResponse::name));
        return near;
    }

    private boolean isNode(String name) {
        return nodes == null ? rtt.nodes().contains(name) : nodes.contains(name);
    }

    /** A node of the matrix may have left the cluster. */
    private boolean isKnown(String node) {
        return nodes == null || nodes.contains(node);
    }

    private String address(String node) {
        return nodes == null
                ? ""
                : nodes.endpoint(node).map(ProbeEndpoint::host).orElse("");
    }

    private static void within(String field, int value, int most) {
        if (value < 1 || value > most) {
            throw new InvalidInputException(field, value, "from 1 to " + most);
        }
    }
}
