package dev.edgewise.scheduler.framework;

import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.state.NodeState;
import dev.edgewise.scheduler.state.Snapshot;
import java.util.List;

/** Rates how well nodes suit a pod. May assume that every filter accepted them. Stateless. */
public interface Score {
    /** Result of a score that does not apply to the pod. */
    double[] NOTHING = new double[0];

    /** The stock plugin's name where there is one. */
    String name();

    /** A value from 0 (worst) to 1 (best) for each node, in their order; or {@link #NOTHING}. */
    double[] score(Pod pod, Snapshot snapshot, List<NodeState> nodes);
}
