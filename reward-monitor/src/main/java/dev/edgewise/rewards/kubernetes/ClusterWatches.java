package dev.edgewise.rewards.kubernetes;

import dev.edgewise.kubernetes.watch.ClusterKinds;
import dev.edgewise.kubernetes.watch.WatchedKind;
import dev.edgewise.rewards.cluster.ClusterTable;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeStatus;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

/** Keeps the table current. */
final class ClusterWatches {
    private static final String WARNINGS_OF_PODS = "involvedObject.kind=Pod,type=Warning";

    private final ClusterTable table;
    private final Clock clock;

    ClusterWatches(ClusterTable table, Clock clock) {
        this.table = table;
        this.clock = clock;
    }

    /** Nodes first, as pods refer to them. */
    ClusterKinds kinds(boolean events) {
        WatchedKind<Node> nodes = WatchedKind.all(
                Node.class,
                node -> table.node(node.getMetadata().getName().intern(), isReady(node.getStatus())),
                (none, name) -> table.nodeGone(name));
        WatchedKind<Pod> pods = WatchedKind.all(
                Pod.class,
                pod -> table.pod(PodConverter.pod(pod), clock.instant()),
                (namespace, name) -> table.podGone(namespace + "/" + name, clock.instant()));
        WatchedKind<Event> warnings =
                WatchedKind.some(Event.class, WARNINGS_OF_PODS, this::warning, (namespace, name) -> {});
        return new ClusterKinds(List.of(nodes), events ? List.of(pods, warnings) : List.of(pods), LeanMapper.create());
    }

    private void warning(Event event) {
        Instant now = clock.instant();
        table.trouble(
                event.getMetadata().getName(), EventConverter.pod(event), EventConverter.trouble(event, now), now);
    }

    /** One whose kubelet has not said anything yet counts as ready: no pod was lost with it. */
    private static boolean isReady(NodeStatus status) {
        return status == null
                || status.getConditions() == null
                || status.getConditions().stream()
                        .filter(Objects::nonNull)
                        .filter(condition -> "Ready".equals(condition.getType()))
                        .allMatch(condition -> "True".equals(condition.getStatus()));
    }
}
