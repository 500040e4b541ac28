package dev.edgewise.sandbox.report;

/**
 * Result of one pod, with its reason.
 *
 * @param measured the delay to each of its references, such as "1.2 ms, 8.4 ms", or "-"
 * @param why what the result rests on; empty if there is nothing to add
 */
public record PodVerdict(PodFacts pod, PlacementVerdictKind result, String measured, String why) {}
