package dev.edgewise.scheduler.kubernetes.watch;

import dev.edgewise.kubernetes.watch.InvalidObjectException;
import dev.edgewise.kubernetes.watch.WatchedKind;
import dev.edgewise.scheduler.cluster.ClusterFeed;
import dev.edgewise.scheduler.model.PodKey;
import dev.edgewise.scheduler.protection.Balloon;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import java.util.List;
import java.util.Map;

/** The kinds that every scheduler needs. */
final class WatchedKinds {
    private WatchedKinds() {}

    /** What has to be known before pods make sense: nodes, namespaces, disruption budgets. */
    public static List<WatchedKind<?>> surroundings(ClusterFeed feed) {
        return List.of(
                WatchedKind.all(Node.class, node -> read(node, feed), (none, name) -> feed.nodeGone(name)),
                WatchedKind.all(
                        Namespace.class,
                        namespace -> feed.namespace(namespace.getMetadata().getName(), labels(namespace)),
                        (none, name) -> feed.namespaceGone(name)),
                WatchedKind.all(
                        PodDisruptionBudget.class,
                        budget -> feed.disruptionBudget(DisruptionBudgetConverter.convert(budget)),
                        feed::disruptionBudgetGone));
    }

    /**
     * The pods that have not terminated, of all schedulers.
     *
     * @param own the service's namespace, in which it has balloons
     */
    public static WatchedKind<Pod> pods(ClusterFeed feed, String own) {
        return WatchedKind.some(
                Pod.class,
                "status.phase!=Succeeded,status.phase!=Failed",
                pod -> read(pod, feed, own),
                (namespace, name) -> feed.podGone(new PodKey(namespace, name)));
    }

    /** @throws InvalidObjectException naming the field that cannot be understood */
    static Map<String, String> labels(Namespace namespace) {
        return Weight.checked(
                "metadata.labels",
                Fields.texts("metadata.labels", namespace.getMetadata().getLabels()));
    }

    private static void read(Node node, ClusterFeed feed) {
        NodeReading reading = NodeReading.of(node);
        feed.node(reading.node());
        if (reading.problem() != null) {
            throw reading.problem();
        }
    }

    private static void read(Pod pod, ClusterFeed feed, String own) {
        PodReading reading = PodReading.of(pod);
        InvalidObjectException problem = reading.problem();
        if (problem == null && Balloon.isOne(reading.pod(), own)) {
            feed.balloon(Balloon.of(reading.pod()));
        } else if (problem == null) {
            feed.pod(reading.pod());
        } else {
            feed.unreadablePod(reading.pod(), String.valueOf(problem.getMessage()));
            throw problem;
        }
    }
}
