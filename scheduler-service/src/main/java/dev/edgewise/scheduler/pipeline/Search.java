package dev.edgewise.scheduler.pipeline;

/**
 * A search for a node and what came of it, for those who look further where there is none.
 *
 * @param feasibility of the pod in the snapshot that was searched
 * @param refusal why nodes were rejected: all of them if the decision names no node
 */
public record Search(Decision decision, Feasibility feasibility, Refusal refusal) {}
