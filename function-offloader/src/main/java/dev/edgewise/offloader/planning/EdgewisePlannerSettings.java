package dev.edgewise.offloader.planning;

/**
 * The settings of how far and how strictly {@link EdgewisePlanner} looks ahead.
 *
 * @param steps steps of the forecast
 * @param stepSeconds length of one, in seconds
 * @param nearSteps steps in which a host's outage costs service
 * @param blend weight of the average input against the recent one, 0 to 1
 * @param fade factor by which the forecast input shrinks with each step, above 0 to 1
 * @param tail weight of what remains in the battery at the end, 0 to 1
 * @param memory weight of past availability, 0 to 1
 * @param priorSeconds time of full availability that every node is given, so that young figures say little
 * @param fairness exponent: the higher, the more the least available nodes count
 * @param demand how far a node counts by what its sensors request of functions, 0 to 1; the rest is the same for every
 *     node
 * @param service cost of a requested core without a running host
 * @param idleShare load that a function of an owner without power is expected to bring, as a share of its usual load
 * @param move cost of a move
 * @param targets nodes that are considered as hosts for each function, at least 2
 */
public record EdgewisePlannerSettings(
        int steps,
        double stepSeconds,
        int nearSteps,
        double blend,
        double fade,
        double tail,
        double memory,
        double priorSeconds,
        double fairness,
        double demand,
        double service,
        double idleShare,
        double move,
        int targets) {
    /** Found by a random search over variations of the papers' experiment; docs/figures.md has what they reach. */
    public static final EdgewisePlannerSettings DEFAULT = new EdgewisePlannerSettings(
            5, 300, 2, 0.332, 0.896, 0.769, 0.647, 600, 1.527, 0.105, 6.325, 0.093, 0.168, 16);
}
