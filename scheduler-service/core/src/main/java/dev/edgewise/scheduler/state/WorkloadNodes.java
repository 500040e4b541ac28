package dev.edgewise.scheduler.state;

import dev.edgewise.scheduler.facts.FactKey;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodStatus.Phase;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.pcollections.HashTreePMap;
import org.pcollections.PMap;

/**
 * The nodes of each workload, by the name its users give it: the owner's, or the pods' {@code app} label. Immutable.
 */
public final class WorkloadNodes {
    public static final FactKey<WorkloadNodes> FACT = FactKey.of("workloads", new WorkloadNodes(HashTreePMap.empty()));

    /** A search by namespace has no index, and only people ask. */
    private static final int MOST_LOOKED_AT = 20_000;

    private final PMap<Name, Workload> byName;

    private record Name(String namespace, String name) {}

    /**
     * One workload.
     *
     * @param pods how many pods it has, running or not
     * @param running how many run on each node
     * @param placed the node where a pod was placed last; null if none was since the start
     */
    public record Workload(int pods, PMap<String, Integer> running, @Nullable String placed) {
        static final Workload NONE = new Workload(0, HashTreePMap.empty(), null);

        /** The nodes that its running pods are on. */
        public Set<String> nodes() {
            return running.keySet();
        }

        /** The node of its pod that was placed last; null if that is not known. */
        public @Nullable String lastNode() {
            return placed == null && running.size() == 1
                    ? running.keySet().iterator().next()
                    : placed;
        }
    }

    private WorkloadNodes(PMap<Name, Workload> byName) {
        this.byName = byName;
    }

    /** The workload of that name, or null if no pod belongs to one. */
    public @Nullable Workload find(String namespace, String name) {
        return byName.get(new Name(namespace, name));
    }

    /** The names of the namespace's workloads, of the first {@value #MOST_LOOKED_AT} of all. */
    public Stream<String> names(String namespace) {
        return byName.keySet().stream()
                .limit(MOST_LOOKED_AT)
                .filter(name -> name.namespace().equals(namespace))
                .map(Name::name);
    }

    WorkloadNodes with(Pod pod) {
        return change(pod, 1);
    }

    WorkloadNodes without(Pod pod) {
        return change(pod, -1);
    }

    private WorkloadNodes change(Pod pod, int by) {
        PMap<Name, Workload> changed = byName;
        for (String name : namesOf(pod)) {
            Name key = new Name(pod.namespace(), name);
            Workload workload = changed(changed.getOrDefault(key, Workload.NONE), pod, by);
            changed = workload.pods() == 0 ? changed.minus(key) : changed.plus(key, workload);
        }
        return new WorkloadNodes(changed);
    }

    private static Workload changed(Workload workload, Pod pod, int by) {
        String node = pod.spec().nodeName();
        PMap<String, Integer> running = workload.running();
        if (node != null && isRunning(pod)) {
            int count = running.getOrDefault(node, 0) + by;
            running = count == 0 ? running.minus(node) : running.plus(node, count);
        }
        boolean isNew = by > 0 && node != null && pod.status().startedAt() == null;
        return new Workload(workload.pods() + by, running, isNew ? node : workload.placed());
    }

    /** Returns whether the pod counts for where the workload runs. */
    public static boolean isRunningPodOf(String namespace, String name, Pod pod) {
        return isRunning(pod)
                && pod.spec().nodeName() != null
                && pod.namespace().equals(namespace)
                && namesOf(pod).contains(name);
    }

    private static boolean isRunning(Pod pod) {
        return pod.status().phase() == Phase.RUNNING && !pod.terminating();
    }

    private static Set<String> namesOf(Pod pod) {
        Set<String> names = new LinkedHashSet<>();
        String app = pod.labels().get("app");
        if (app != null && !app.isEmpty()) {
            names.add(app);
        }
        if (!pod.workload().isEmpty()) {
            names.add(pod.workload());
        }
        return names;
    }
}
