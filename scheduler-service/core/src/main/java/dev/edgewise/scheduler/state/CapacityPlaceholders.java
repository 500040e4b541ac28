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
 * that takes the place of another on the same node between two calls of {@link #drainCapacityFreed} frees nothing. Not
 * thread-safe.
 */
public final class CapacityPlaceholders {
    /** The number of placeholders that modules keep. */
    static final FactKey<Integer> COUNT_OF_MODULES = FactKey.of("placeholders of modules", 0);

    private final NodeTable nodes;
    private final CurrentClusterFacts facts;
    /** Capacity that was released on each node and taken there since the last call of {@link #drainCapacityFreed}. */
    private final Map<String, ResourceDemand> released = new HashMap<>();

    private final Map<String, ResourceDemand> taken = new HashMap<>();
    /** The placeholders that modules keep, by kind and name. */
    private final Map<PodKey, Pod> placeholdersOfModules = new HashMap<>();

    private boolean freed;

    CapacityPlaceholders(NodeTable nodes, CurrentClusterFacts facts) {
        this.nodes = nodes;
        this.facts = facts;
    }

    /**
     * Keeps room on the node from now on, instead of what was kept under that name before. The room is taken for all
     * pods, and preemption does not free it.
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
        Pod before =
                placeholder == null ? placeholdersOfModules.remove(key) : placeholdersOfModules.put(key, placeholder);
        if (Objects.equals(before, placeholder)) {
            return;
        }
        if (before != null) {
            remove(before);
        }
        if (placeholder != null) {
            add(placeholder);
        }
        facts.set(COUNT_OF_MODULES, placeholdersOfModules.size());
    }

    void add(Pod placeholder) {
        nodes.addPod(placeholder);
        noteTaken(placeholder);
    }

    void remove(Pod placeholder) {
        nodes.removePod(placeholder);
        released.merge(nodeOf(placeholder), ResourceDemand.of(placeholder), ResourceDemand::plus);
    }

    /** Notes that the pod takes the place of a placeholder on its node. */
    public void noteTaken(Pod pod) {
        taken.merge(nodeOf(pod), ResourceDemand.of(pod), ResourceDemand::plus);
    }

    /** Notes that capacity is free which placeholders do not show: that of a pod beside them. */
    void noteCapacityFreed() {
        freed = true;
    }

    /** Returns whether placeholders have given capacity back since the last call. */
    boolean drainCapacityFreed() {
        boolean was = freed
                || released.entrySet().stream().anyMatch(node -> isMore(node.getValue(), taken.get(node.getKey())));
        freed = false;
        released.clear();
        taken.clear();
        return was;
    }

    private static boolean isMore(ResourceDemand released, @Nullable ResourceDemand taken) {
        return taken == null || released.pods() > taken.pods() || exceeds(released.resources(), taken.resources());
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
