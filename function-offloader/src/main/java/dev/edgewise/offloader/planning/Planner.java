package dev.edgewise.offloader.planning;

/** A policy: which node each function should be on. Planners keep no state between two plans. */
@FunctionalInterface
public interface Planner {
    /** The index of a node for each function, in the view's order. */
    int[] plan(PlanningView view);
}
