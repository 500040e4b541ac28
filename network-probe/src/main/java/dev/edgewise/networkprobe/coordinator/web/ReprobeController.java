package dev.edgewise.networkprobe.coordinator.web;

import dev.edgewise.common.security.NotAudited;
import dev.edgewise.common.security.RequiresPermission;
import dev.edgewise.common.signal.publish.WriterElection;
import dev.edgewise.common.time.SteadyTime;
import dev.edgewise.common.web.InvalidInputException;
import dev.edgewise.networkprobe.coordinator.Coordinator;
import dev.edgewise.networkprobe.nodes.NodeDirectory;
import dev.edgewise.networkprobe.protocol.ProtocolLimits;
import dev.edgewise.networkprobe.sources.ConditionalOnRttSource;
import dev.edgewise.networkprobe.sources.RttSourceKind;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** REST endpoint that measures single pairs at once. */
@RestController
@ConditionalOnRttSource(RttSourceKind.AGENTS)
class ReprobeController {
    private static final int MOST = 32;

    private final Coordinator coordinator;
    private final NodeDirectory nodes;
    private final SteadyTime time;
    private final WriterElection turn;

    ReprobeController(Coordinator coordinator, NodeDirectory nodes, SteadyTime time, WriterElection turn) {
        this.coordinator = coordinator;
        this.nodes = nodes;
        this.time = time;
        this.turn = turn;
    }

    /**
     * Request to measure pairs from one node to others; the results are published as all others are.
     *
     * @param to 1..32 nodes
     * @param echoes to each, 1..200; as many as in a round, if absent
     */
    record ReprobeRequest(@Nullable String from, @Nullable List<String> to, @Nullable Integer echoes) {}

    /**
     * The pairs that will be measured.
     *
     * @param to without those whose agent cannot be reached now, and those that are too many for one node
     */
    record ReprobeResponse(String from, List<String> to) {}

    /**
     * Answers 202 with the pairs that will be measured after a round, up to three at 5,000 nodes; the same request
     * again adds nothing.
     */
    @PostMapping("/api/v1/rtt:reprobe")
    @RequiresPermission(verb = "create", resource = "roundtriptimes/reprobe")
    @NotAudited(because = "it measures, as scheduler-service asks for pods that wait")
    ResponseEntity<ReprobeResponse> reprobe(@RequestBody ReprobeRequest request) {
        turn.requireNoOther();
        String from = known("from", request.from());
        List<String> all = request.to() == null ? List.of() : request.to();
        if (all.isEmpty() || all.size() > MOST) {
            throw new InvalidInputException("to", all.size() + " nodes", "1.." + MOST + " nodes");
        }
        Set<String> to = new LinkedHashSet<>();
        for (int i = 0; i < all.size(); i++) {
            String node = known("to[" + i + "]", all.get(i));
            if (node.equals(from)) {
                throw new InvalidInputException("to[" + i + "]", node, "another node than from");
            }
            to.add(node);
        }
        Integer echoes = request.echoes();
        if (echoes != null && (echoes < 1 || echoes > ProtocolLimits.MAX_SENT)) {
            throw new InvalidInputException("echoes", echoes, "in 1.." + ProtocolLimits.MAX_SENT);
        }
        int least = echoes == null ? 0 : echoes;
        Instant now = time.now();
        List<String> accepted = to.stream()
                .filter(node -> coordinator.ask(from, node, least, now))
                .toList();
        return ResponseEntity.accepted().body(new ReprobeResponse(from, accepted));
    }

    private String known(String field, @Nullable String node) {
        if (node == null || !nodes.contains(node)) {
            throw new InvalidInputException(field, String.valueOf(node), "a node of the cluster");
        }
        return node;
    }
}
