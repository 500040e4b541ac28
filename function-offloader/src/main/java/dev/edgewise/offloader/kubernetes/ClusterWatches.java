package dev.edgewise.offloader.kubernetes;

import dev.edgewise.common.LabelSelector;
import dev.edgewise.common.NodeCpuRequests;
import dev.edgewise.kubernetes.requests.PodRequests;
import dev.edgewise.kubernetes.watch.ServiceWatchedKinds;
import dev.edgewise.kubernetes.watch.WatchedKind;
import dev.edgewise.offloader.cluster.DesiredReplicas;
import dev.edgewise.offloader.cluster.WatchedClusterObjects;
import dev.edgewise.offloader.safety.Workload;
import dev.edgewise.offloader.settings.DelayViolationPolicy;
import dev.edgewise.offloader.settings.OffloaderProperties;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/** Keeps the table current: of pods that policies do not move, what they request of a node's processors. */
final class ClusterWatches {
    private static final String RUNNING = "spec.nodeName!=,status.phase!=Succeeded,status.phase!=Failed";
    private static final String SYSTEM = "kube-system";

    private final WatchedClusterObjects table;
    private final NodeCpuRequests others;
    private final PodReadySince readyTimes;
    private final List<String> namespaces;
    private final LabelSelector selector;
    private final boolean looksAfterAllDelays;

    ClusterWatches(
            WatchedClusterObjects table, NodeCpuRequests others, OffloaderProperties properties, InstantSource clock) {
        this.readyTimes = new PodReadySince(clock);
        this.table = table;
        this.others = others;
        this.namespaces = properties.namespaces();
        this.selector = new LabelSelector(properties.selector());
        this.looksAfterAllDelays = properties.delayViolations() == DelayViolationPolicy.ALL;
    }

    ServiceWatchedKinds kinds() {
        WatchedKind<Node> nodes = WatchedKind.all(
                Node.class, node -> table.put(NodeConverter.node(node)), (none, name) -> table.removeNode(name));
        WatchedKind<ReplicaSet> replicaSets =
                controllers(ReplicaSet.class, set -> set.getSpec().getReplicas());
        WatchedKind<StatefulSet> statefulSets =
                controllers(StatefulSet.class, set -> set.getSpec().getReplicas());
        WatchedKind<Pod> pods = WatchedKind.some(Pod.class, RUNNING, this::put, this::remove);
        return new ServiceWatchedKinds(
                List.of(nodes, replicaSets, statefulSets), List.of(pods), TrimmedObjectMapper.create());
    }

    /** Leaves out controllers that should have no pods: each Deployment has ten, its old revisions. */
    private <T extends HasMetadata> WatchedKind<T> controllers(Class<T> type, Function<T, @Nullable Integer> replicas) {
        ToIntFunction<T> desired = each -> Objects.requireNonNullElse(replicas.apply(each), 1);
        String kind = HasMetadata.getKind(type);
        return WatchedKind.all(
                        type,
                        each -> put(each, desired.applyAsInt(each)),
                        (namespace, name) -> table.removeController(controller(kind, namespace, name)))
                .where(each -> desired.applyAsInt(each) > 0);
    }

    private void put(HasMetadata controller, int desired) {
        // One among very many: what is the same in many is kept once.
        String namespace = controller.getMetadata().getNamespace().intern();
        String key = controller(
                controller.getKind(), namespace, controller.getMetadata().getName());
        OwnerReference owner = OwnerReferenceReader.controller(controller)
                .filter(OwnerReferenceReader::isKnown)
                .orElse(null);
        String kind = (owner == null ? controller.getKind() : owner.getKind()).intern();
        String name = owner == null ? controller.getMetadata().getName() : owner.getName();
        String uid = owner == null ? controller.getMetadata().getUid() : owner.getUid();
        table.putController(
                key,
                controller.getMetadata().getUid(),
                new DesiredReplicas(new Workload(namespace, kind, name, uid), desired));
    }

    private static String controller(String kind, String namespace, String name) {
        return kind + "/" + namespace + "/" + name;
    }

    private void put(Pod pod) {
        String namespace = pod.getMetadata().getNamespace();
        String name = pod.getMetadata().getName();
        boolean named = isNamed(namespace);
        boolean function = named && isSelected(pod);
        if (function || (named && looksAfterAllDelays && PodConverter.needsDelay(pod))) {
            table.put(PodConverter.pod(pod, function, readyTimes));
        } else {
            forget(namespace + "/" + name);
        }
        if (function) {
            others.remove(namespace, name);
        } else {
            others.put(namespace, name, pod.getSpec().getNodeName(), PodRequests.cpuMillis(pod));
        }
    }

    private void forget(String pod) {
        table.removePod(pod);
        readyTimes.forget(pod);
    }

    private void remove(String namespace, String name) {
        forget(namespace + "/" + name);
        others.remove(namespace, name);
    }

    private boolean isNamed(String namespace) {
        return namespaces.isEmpty() ? !namespace.equals(SYSTEM) : namespaces.contains(namespace);
    }

    private boolean isSelected(Pod pod) {
        return selector.test(Objects.requireNonNullElse(pod.getMetadata().getLabels(), Map.of()));
    }
}
