package dev.edgewise.scheduler.nodes;

import dev.edgewise.common.security.RequiresPermission;
import dev.edgewise.common.web.OnAnyReplica;
import dev.edgewise.common.web.Page;
import dev.edgewise.scheduler.signals.reward.RewardIndex;
import dev.edgewise.scheduler.signals.rtt.RttIndex;
import dev.edgewise.scheduler.state.ClusterState;
import dev.edgewise.scheduler.state.NodeState;
import dev.edgewise.scheduler.state.Snapshot;
import java.time.Clock;
import java.time.Instant;
import java.util.Comparator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Lists the nodes. */
@RestController
@OnAnyReplica(from = "what it watches, and the signals that it follows")
class NodesController {
    private final ClusterState state;
    private final Clock clock;

    NodesController(ClusterState state, Clock clock) {
        this.state = state;
        this.clock = clock;
    }

    /** Nodes by name; {@code continue} is the name after which the page begins. */
    @GetMapping("/api/v1/nodes")
    @RequiresPermission(verb = "list", group = "", resource = "nodes", everywhere = true)
    Page<NodeResponse> list(
            @RequestParam(defaultValue = "100") int limit,
            @RequestParam(name = "continue", required = false) @Nullable String after) {
        Instant now = clock.instant();
        Snapshot snapshot = state.snapshot().at(now);
        Stream<NodeState> rest = snapshot.nodes().stream()
                .filter(node -> after == null || node.name().compareTo(after) > 0)
                .sorted(Comparator.comparing(NodeState::name));
        return Page.of(rest, limit, NodeState::name, node -> answer(node, snapshot, now));
    }

    private static NodeResponse answer(NodeState node, Snapshot snapshot, Instant now) {
        return NodeResponse.of(
                node,
                RttResponse.of(snapshot.get(RttIndex.FACT).from(node.name()), now),
                EnergyResponse.of(snapshot.energy().at(snapshot.positionOf(node)), now),
                RewardResponse.of(snapshot.get(RewardIndex.FACT).nodes().of(node.name()), now));
    }
}
