package dev.edgewise.networkprobe.estimation;

/** The basis of an {@link Estimate}, from the surest to the least sure; residuals are recorded for each. */
public enum EstimateBasis {
    /** The pair itself was measured in this direction, not long ago. */
    MEASURED,
    /** The pair itself was measured in this direction, a while ago. */
    AGED,
    /** The pair itself was measured, in the other direction only. */
    REVERSE,
    /** Both nodes are at one site: at most 1.5 ms from its centre along measured links. */
    SAME_SITE,
    /** Another pair of nodes of the same two sites was measured. */
    SITE_PAIR,
    /** Shortest path and coordinates agree: |ln(path / coordinates)| ≤ 0.25. */
    AGREEING,
    /** Shortest path and coordinates differ, or only one of them is known. */
    DIFFERING
}
