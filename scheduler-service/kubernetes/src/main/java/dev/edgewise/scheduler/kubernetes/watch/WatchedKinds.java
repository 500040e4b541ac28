package dev.edgewise.scheduler.kubernetes.watch;

import dev.edgewise.common.Names;
import dev.edgewise.kubernetes.watch.InvalidObjectException;
import dev.edgewise.kubernetes.watch.WatchedKind;
import dev.edgewise.scheduler.kubernetes.limits.HeavyObjectAccounting;
import dev.edgewise.scheduler.kubernetes.limits.HeavyObjectAccounting.Key;
import dev.edgewise.scheduler.kubernetes.limits.PodRetainedSizeEstimator;
import dev.edgewise.scheduler.kubernetes.limits.RetainedSizeEstimator;
import dev.edgewise.scheduler.model.PodKey;
import dev.edgewise.scheduler.spelling.MisspelledPods;
import dev.edgewise.scheduler.state.ClusterFeed;
import dev.edgewise.scheduler.state.DisruptionBudgetIndex;
import dev.edgewise.scheduler.state.NamespaceLabels;
import dev.edgewise.scheduler.state.PendingPods;
import dev.edgewise.scheduler.state.protection.Balloon;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The kinds of objects that every scheduler watches, with their handlers. */
final class WatchedKinds {
    private static final String PODS = "pods";
    private static final String BUDGETS = "poddisruptionbudgets";

    private WatchedKinds() {}

    /** Returns the kinds that must be known before pods: nodes, namespaces, disruption budgets. */
    public static List<WatchedKind<?>> surroundings(ClusterFeed feed, HeavyObjectAccounting heavy) {
        return List.of(
                WatchedKind.all(Node.class, node -> read(node, feed), (none, name) -> feed.nodeGone(name)),
                WatchedKind.all(
                        Namespace.class,
                        namespace -> feed.fact(
                                NamespaceLabels.FACT,
                                all -> all.with(namespace.getMetadata().getName(), labels(namespace))),
                        (none, name) -> feed.fact(NamespaceLabels.FACT, all -> all.without(name))),
                WatchedKind.all(
                        PodDisruptionBudget.class,
                        budget -> {
                            var converted = DisruptionBudgetConverter.convert(budget);
                            heavy.keep(
                                    key(BUDGETS, converted.namespace(), converted.name()),
                                    RetainedSizeEstimator.parts("spec.selector", converted.selector()));
                            feed.fact(DisruptionBudgetIndex.FACT, all -> all.with(converted));
                        },
                        (namespace, name) -> {
                            heavy.forget(key(BUDGETS, namespace, name));
                            feed.fact(DisruptionBudgetIndex.FACT, all -> all.without(namespace, name));
                        }));
    }

    /**
     * The pods that have not terminated, of all schedulers.
     *
     * @param pending keeps those that have no node
     * @param misspelled learns what words each pod has
     * @param own the service's namespace, in which it has balloons
     */
    public static WatchedKind<Pod> pods(
            ClusterFeed feed, PendingPods pending, MisspelledPods misspelled, String own, HeavyObjectAccounting heavy) {
        return WatchedKind.some(
                        Pod.class,
                        "status.phase!=Succeeded,status.phase!=Failed",
                        pod -> {
                            PartiallyReadablePod reading = reading(pod, heavy);
                            keepIfPending(reading, pod.getMetadata().getResourceVersion(), pending);
                            misspelled.put(
                                    reading.pod(),
                                    pod.getMetadata().getLabels(),
                                    pod.getMetadata().getAnnotations());
                            read(reading, feed, own);
                        },
                        (namespace, name) -> {
                            misspelled.remove(new PodKey(namespace, name));
                            pending.remove(new PodKey(namespace, name));
                            heavy.forget(key(PODS, namespace, name));
                            feed.podGone(new PodKey(namespace, name));
                        })
                .inProtobuf(PodProtobufSchema.POD);
    }

    /** @throws InvalidObjectException naming the field that cannot be understood */
    static Map<String, String> labels(Namespace namespace) {
        return RetainedSizeEstimator.checked(
                "metadata.labels",
                FieldReader.texts("metadata.labels", namespace.getMetadata().getLabels()));
    }

    private static void read(Node node, ClusterFeed feed) {
        PartiallyReadableNode reading = PartiallyReadableNode.of(node);
        feed.node(reading.node());
        if (reading.problem() != null) {
            throw reading.problem();
        }
    }

    /** Returns the parsed pod, reduced to its light fields if it is heavy and its namespace has no capacity for it. */
    private static PartiallyReadablePod reading(Pod pod, HeavyObjectAccounting heavy) {
        PartiallyReadablePod reading = PartiallyReadablePod.of(pod);
        PodKey name = reading.pod().key();
        Key key = key(PODS, name.namespace(), name.name());
        try {
            heavy.keep(key, PodRetainedSizeEstimator.parts(reading.pod()));
            return reading;
        } catch (InvalidObjectException full) {
            heavy.forget(key);
            return PartiallyReadablePod.light(pod, full);
        }
    }

    private static void keepIfPending(
            PartiallyReadablePod reading, @Nullable String resourceVersion, PendingPods pending) {
        if (reading.problem() == null) {
            pending.put(reading.pod(), resourceVersion);
        } else {
            pending.remove(reading.pod().key());
        }
    }

    private static Key key(String kind, String namespace, String name) {
        return new Key(kind, namespace, name);
    }

    /** Returns whether the pod holds the room of a free slot: those of the service's own namespace count. */
    private static boolean isPausePod(dev.edgewise.scheduler.model.Pod pod, String own) {
        return pod.namespace().equals(own) && pod.labels().containsKey(Names.SLOT_PAUSE_POD_LABEL);
    }

    private static void read(PartiallyReadablePod reading, ClusterFeed feed, String own) {
        InvalidObjectException problem = reading.problem();
        if (isPausePod(reading.pod(), own)) {
            // It is no pod to our profiles: the placeholder of its slot has its room.
            feed.podGone(reading.pod().key());
        } else if (problem == null && Balloon.isOne(reading.pod(), own)) {
            feed.balloon(Balloon.of(reading.pod()));
        } else if (problem == null) {
            feed.pod(reading.pod());
        } else {
            feed.unreadablePod(reading.pod(), String.valueOf(problem.getMessage()));
            throw problem;
        }
    }
}
