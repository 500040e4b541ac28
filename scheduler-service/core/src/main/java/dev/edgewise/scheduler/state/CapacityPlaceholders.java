package dev.edgewise.scheduler.state;

import dev.edgewise.scheduler.facts.FactKey;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodKey;
import dev.edgewise.scheduler.model.Resources;
import dev.edgewise.scheduler.state.protection.ResourceDemand;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Adds and removes all kinds of placeholders, so that one class knows when they have released capacity. A placeholder
 * that takes the place of another on the same node between two calls of {@link #drainFreed} frees nothing. Not
 * thread-safe.
 */
public final class CapacityPlaceholders {
    /** The number of placeholders that modules keep. */
    static final FactKey<Integer> OF_MODULES = FactKey.of("placeholders of modules", 0);

    private final NodeTable nodes;
    private final CurrentClusterFacts facts;
    /** Capacity that was released on each node and taken there since the last call of {@link #drainFreed}. */
    private final Map<String, ResourceDemand> left = new HashMap<>();

    private final Map<String, ResourceDemand> come = new HashMap<>();
    /** The placeholders that modules keep, by kind and name. */
    private final Map<PodKey, Pod> ofModules = new HashMap<>();

    private boolean freed;

    CapacityPlaceholders(NodeTable nodes, CurrentClusterFacts facts) {
        this.nodes = nodes;
        this.facts = facts;
    }

    /**
     * Keeps room on the node from now on, instead of what was kept under that name before. The room is taken for all pods, and preemption does not free it.
     *
     * @param kind the kind of object that the room is for; the module's own word
     * @param name the object's name, unique in its kind
     */
    public void keep(String kind, String name, String node, Resources requests) {
        Pod placeholder = CapacityPlaceholderPod.of(kind, name, node, requests);
        replace(placeholder.key(), placeholder);
    }

    /** Gives the room back that is kept under that name, if there is any. */
    public void release(String kind, String name) {
        replace(CapacityPlaceholderPod.of(kind, name, "", Resources.NONE).key(), null);
    }

    private void replace(PodKey key, @Nullable Pod placeholder) {
        Pod before = placeholder == null ? ofModules.remove(key) : ofModules.put(key, placeholder);
        if (Objects.equals(before, placeholder)) {
            return;
        }
        if (before != null) {
            remove(before);
        }
        if (placeholder != null) {
            add(placeholder);
        }
        facts.set(OF_MODULES, ofModules.size());
    }

    void add(Pod placeholder) {
        nodes.addPod(placeholder);
        takesPlace(placeholder);
    }

    void remove(Pod placeholder) {
        nodes.removePod(placeholder);
        left.merge(nodeOf(placeholder), ResourceDemand.of(placeholder), ResourceDemand::plus);
    }

    /** Notes that the pod takes the place of a placeholder on its node. */
    public void takesPlace(Pod pod) {
        come.merge(nodeOf(pod), ResourceDemand.of(pod), ResourceDemand::plus);
    }

    /** Notes that capacity is free which placeholders do not show: that of a pod beside them. */
    void freed() {
        freed = true;
    }

    /** Returns whether placeholders have given capacity back since the last call. */
    boolean drainFreed() {
        boolean was =
                freed || left.entrySet().stream().anyMatch(node -> isMore(node.getValue(), come.get(node.getKey())));
        freed = false;
        left.clear();
        come.clear();
        return was;
    }

    private static boolean isMore(ResourceDemand left, @Nullable ResourceDemand come) {
        return come == null || left.pods() > come.pods() || exceeds(left.resources(), come.resources());
    }

    private static boolean exceeds(Resources one, Resources other) {
        return one.milliCpu() > other.milliCpu()
                || one.memory() > other.memory()
                || one.ephemeralStorage() > other.ephemeralStorage()
                || one.scalars().entrySet().stream().anyMatch(each -> each.getValue() > other.scalar(each.getKey()));
    }

    private static String nodeOf(Pod pod) {
        return Objects.requireNonNull(pod.spec().nodeName(), "nodeName");
    }
}
