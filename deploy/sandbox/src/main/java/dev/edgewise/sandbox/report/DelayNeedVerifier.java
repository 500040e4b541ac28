package dev.edgewise.sandbox.report;

import dev.edgewise.sandbox.topology.DelayMatrix;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Predicate;

/**
 * Judges placements by the delay matrix alone, without asking the scheduler: is each need of a placed pod met, and was
 * a pod that was refused truly impossible to place? Impossible is: a need that makes no sense, a reference that is
 * nowhere, no node in the radius, or no room left in it.
 */
public final class DelayNeedVerifier {
    private final Cluster cluster;

    /**
     * @param nodes all nodes
     * @param pods all pods that occupy nodes, also those of others
     */
    public DelayNeedVerifier(List<NodeFacts> nodes, List<PodFacts> pods, DelayMatrix delays) {
        this.cluster = new Cluster(nodes, pods, delays);
    }

    public PodVerdict verify(PodFacts pod) {
        if (pod.node() != null) {
            return placed(pod, pod.node());
        }
        return pod.refusal() == null
                ? new PodVerdict(pod, PlacementVerdictKind.UNDECIDED, "-", "the scheduler has not decided yet")
                : refused(pod);
    }

    private PodVerdict placed(PodFacts pod, String node) {
        if (pod.belongsInCloud() && !cluster.inCloud(node)) {
            return new PodVerdict(
                    pod, PlacementVerdictKind.VIOLATED, "-", "a pod without a need belongs on a cloud node");
        }
        List<String> measured = new ArrayList<>();
        PlacementVerdictKind result = PlacementVerdictKind.MET;
        String why = pod.belongsInCloud() ? "no need: cloud" : "";
        for (DelayNeed need : pod.needs()) {
            OptionalDouble ms = cluster.delay(cluster.placesOf(need, pod), node);
            measured.add(ms.isPresent() ? MillisecondsText.ms(ms.getAsDouble()) : "?");
            if (ms.isEmpty()) {
                result = result == PlacementVerdictKind.VIOLATED ? result : PlacementVerdictKind.UNVERIFIED;
                why = "the delay from " + need.reference() + " is unknown";
            } else if (ms.getAsDouble() > need.limitMs().orElse(-1)) {
                result = PlacementVerdictKind.VIOLATED;
                why = need + " is not met";
            }
        }
        return new PodVerdict(pod, result, measured.isEmpty() ? "-" : String.join(", ", measured), why);
    }

    private PodVerdict refused(PodFacts pod) {
        for (DelayNeed need : pod.needs()) {
            if (need.limitMs().isEmpty()) {
                return impossible(pod, "'" + need.value() + "' is no number of ms");
            }
            if (cluster.placesOf(need, pod).isEmpty()) {
                return impossible(pod, need.reference() + " is neither a node nor a running workload");
            }
        }
        List<NodeFacts> radius = cluster.nodes().stream().filter(inRadius(pod)).toList();
        if (radius.isEmpty()) {
            return impossible(pod, nothingInReach(pod));
        }
        return radius.stream()
                .filter(node -> pod.rules().allow(node) && cluster.hasRoom(node, pod))
                .findFirst()
                .map(node -> wronglyRefused(pod, node))
                .orElseGet(() -> impossible(pod, noRoom(pod, radius.size())));
    }

    private Predicate<NodeFacts> inRadius(PodFacts pod) {
        if (pod.belongsInCloud()) {
            return NodeFacts::cloud;
        }
        return node -> pod.needs().stream().allMatch(need -> {
            OptionalDouble ms = cluster.delay(cluster.placesOf(need, pod), node.name());
            return ms.isPresent() && ms.getAsDouble() <= need.limitMs().orElse(-1);
        });
    }

    private static String nothingInReach(PodFacts pod) {
        return switch (pod.needs().size()) {
            case 0 -> "there is no cloud node";
            case 1 -> "no node is within " + pod.needs().get(0);
            default -> "no node meets all its needs at once";
        };
    }

    private static String noRoom(PodFacts pod, int radius) {
        return "none of the " + radius + " node" + (radius == 1 ? "" : "s") + " in reach has room for " + pod.asks();
    }

    private PodVerdict wronglyRefused(PodFacts pod, NodeFacts node) {
        if (pod.rules().unchecked().isEmpty()) {
            return new PodVerdict(pod, PlacementVerdictKind.REFUSED, "-", node.name() + " is in reach and has room");
        }
        String rules = String.join(", ", pod.rules().unchecked());
        return new PodVerdict(
                pod, PlacementVerdictKind.UNVERIFIED, "-", "refused; the sandbox does not check " + rules);
    }

    private static PodVerdict impossible(PodFacts pod, String why) {
        return new PodVerdict(pod, PlacementVerdictKind.IMPOSSIBLE, "-", why);
    }
}
