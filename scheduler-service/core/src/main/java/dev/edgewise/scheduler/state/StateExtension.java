package dev.edgewise.scheduler.state;

import dev.edgewise.scheduler.facts.FactChange;
import dev.edgewise.scheduler.model.Node;
import dev.edgewise.scheduler.model.Pod;
import org.jspecify.annotations.Nullable;

/**
 * A part of the cluster's state that is worked out from nodes, pods and facts, and may keep room on nodes by {@link
 * CapacityPlaceholders}. It hears of each change within the step that makes it, and shows snapshots an immutable view
 * under a key of its own. Registered by {@link ClusterState#register(java.util.function.Function)}; all calls come
 * under the lock of the state.
 */
public interface StateExtension {
    /**
     * Takes in the change of one node.
     *
     * @param before null where it was not there
     * @param after null where it is not there any more; its pods may still say that they are on it
     */
    default void nodeChanged(@Nullable Node before, @Nullable Node after) {}

    /**
     * Takes in the change of one pod.
     *
     * @param before null where it was not there
     * @param after null where it is not there any more, or has terminated
     * @param assumed whether the binding of the pod is not confirmed yet
     */
    default void podChanged(@Nullable Pod before, @Nullable Pod after, boolean assumed) {}

    /**
     * Takes in the change of a fact by {@link ClusterState#change}; on registration, what became of each fact since the
     * start.
     */
    default void factChanged(FactChange<?> change) {}
}
