package dev.edgewise.scheduler.state;

import dev.edgewise.scheduler.model.Node;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * The order in which a search that looks at a part of the nodes only meets them: each zone in turn gives one, so that
 * any run of them is a fair sample of the zones.
 *
 * <p>Source: nodeTree in kubernetes, pkg/scheduler/backend/cache/node_tree.go.
 */
final class ZoneRoundRobin {
    private static final String REGION = "topology.kubernetes.io/region";

    /** The labels that the order depends on. */
    static final Set<String> LABELS = Set.of(REGION, Node.ZONE_LABEL);

    private ZoneRoundRobin() {}

    private record Zone(String region, String zone) {
        static Zone of(Node node) {
            return new Zone(Objects.requireNonNullElse(node.labels().get(REGION), ""), node.zone());
        }
    }

    /** The nodes' positions. */
    static int[] of(NodeState[] nodes) {
        Map<Zone, List<Integer>> zones = new LinkedHashMap<>();
        for (int i = 0; i < nodes.length; i++) {
            zones.computeIfAbsent(Zone.of(nodes[i].node()), zone -> new ArrayList<>())
                    .add(i);
        }
        List<List<Integer>> left = new ArrayList<>(zones.values());
        int[] order = new int[nodes.length];
        int next = 0;
        for (int turn = 0; next < order.length; turn++) {
            int now = turn;
            left.removeIf(zone -> zone.size() <= now);
            for (List<Integer> zone : left) {
                order[next++] = zone.get(turn);
            }
        }
        return order;
    }
}
