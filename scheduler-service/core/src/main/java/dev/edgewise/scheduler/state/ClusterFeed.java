package dev.edgewise.scheduler.state;

import dev.edgewise.scheduler.facts.FactKey;
import dev.edgewise.scheduler.model.Node;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodKey;
import dev.edgewise.scheduler.state.protection.Balloon;
import java.util.function.UnaryOperator;

/**
 * Receives the objects that watches see. Each call gives the current state of one object; a repeated call changes
 * nothing. Calls for one object come in order; calls for different kinds may come from different threads.
 */
public interface ClusterFeed {
    void node(Node node);

    void nodeGone(String name);

    void pod(Pod pod);

    /**
     * A pod with a field that cannot be read. A bound one takes its capacity; where a replacement may run is not known.
     *
     * @param rest the pod without what cannot be read
     * @param problem names the field, its value, and what is allowed
     */
    void unreadablePod(Pod rest, String problem);

    /** A balloon pod of this service: reserves capacity that its node keeps, and is no ordinary pod. */
    void balloon(Balloon balloon);

    /** Removes a pod or a balloon. */
    void podGone(PodKey key);

    /**
     * Changes what is known of all other kinds of objects, each a fact with a key beside its class.
     *
     * @param change gives the fact with the current state of one object, or without it; the same one if that is no
     *     change
     */
    <T> void fact(FactKey<T> key, UnaryOperator<T> change);
}
