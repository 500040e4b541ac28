package dev.edgewise.offloader.plan;

/**
 * A node on which a pod is better than where it runs.
 *
 * @param why for people: what speaks for the target
 * @param gain percent points of charge that the target has more; {@link #ANY} where that does not decide
 * @param severity of a violation, above 0: of a cause, the worst pods ask for moves first; 0 for other causes
 */
public record MoveProposal(String target, String why, MoveCause cause, double gain, double severity) {
    /** The gain of moves that are right whatever the charge, such as home to the owner's node. */
    public static final double ANY = Double.POSITIVE_INFINITY;
}
