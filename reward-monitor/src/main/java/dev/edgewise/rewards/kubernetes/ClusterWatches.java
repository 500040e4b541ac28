package dev.edgewise.rewards.kubernetes;

import dev.edgewise.kubernetes.watch.ServiceWatchedKinds;
import dev.edgewise.kubernetes.watch.WatchedKind;
import dev.edgewise.rewards.cluster.WatchedNodesAndPods;
import dev.edgewise.rewards.learning.facts.NodeFacts;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeCondition;
import io.fabric8.kubernetes.api.model.NodeStatus;
import io.fabric8.kubernetes.api.model.Pod;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/** Keeps the table current by watches. */
final class ClusterWatches {
    private static final String WARNINGS_OF_PODS = "involvedObject.kind=Pod,type=Warning";

    private final WatchedNodesAndPods table;
    private final Clock clock;

    ClusterWatches(WatchedNodesAndPods table, Clock clock) {
        this.table = table;
        this.clock = clock;
    }

    /** Returns the watched kinds: nodes first, as pods refer to them. */
    ServiceWatchedKinds kinds(boolean events) {
        WatchedKind<Node> nodes = WatchedKind.all(
                Node.class,
                node -> table.node(facts(node, clock.instant()), clock.instant()),
                (none, name) -> table.nodeGone(name));
        WatchedKind<Pod> pods = WatchedKind.all(
                Pod.class,
                pod -> table.pod(PodConverter.pod(pod), clock.instant()),
                (namespace, name) -> table.podGone(namespace, name, clock.instant()));
        WatchedKind<Event> warnings =
                WatchedKind.some(Event.class, WARNINGS_OF_PODS, this::warning, (namespace, name) -> {});
        return new ServiceWatchedKinds(
                List.of(nodes), events ? List.of(pods, warnings) : List.of(pods), TrimmedObjectMapper.create());
    }

    private void warning(Event event) {
        Instant now = clock.instant();
        table.warning(
                event.getMetadata().getName(), EventConverter.pod(event), EventConverter.warning(event, now), now);
    }

    /**
     * Returns the facts of a node. A node whose kubelet has not reported yet counts as ready: no pod was lost with it.
     */
    static NodeFacts facts(Node node, Instant now) {
        NodeStatus status = node.getStatus();
        String name = node.getMetadata().getName().intern();
        return Stream.ofNullable(status == null ? null : status.getConditions())
                .flatMap(List::stream)
                .filter(condition -> condition != null && "Ready".equals(condition.getType()))
                .filter(condition -> !"True".equals(condition.getStatus()))
                .map(condition -> new NodeFacts(name, since(condition, now)))
                .findFirst()
                .orElseGet(() -> NodeFacts.ready(name));
    }

    private static Instant since(NodeCondition condition, Instant now) {
        Instant changed = UntrustedFields.instant(condition.getLastTransitionTime());
        return changed == null || changed.isAfter(now) ? now : changed;
    }
}
