package dev.edgewise.common.energy;

/**
 * Scores of charge, locality and stickiness, in hundredths as the paper's planner has them.
 *
 * <p>Source: Aslanpour, Toosi, Cheema, Chhetri, faasHouse, IEEE TSC 17(4) 2024, 10.1109/TSC.2024.3354296.
 *
 * @param energy weight of the difference of charge between host and owner
 * @param locality weight of the owner's charge for staying there
 * @param stickiness added for the present host
 * @param warm whether functions of owners without power are placed elsewhere
 */
public record FaasHouseWeights(double energy, double locality, double stickiness, boolean warm) {
    /** The paper's own. */
    public static final FaasHouseWeights DEFAULT = new FaasHouseWeights(100, 60, 40, false);

    /** Score of a host for a function of the owner, from the charge of both in percent. */
    public double energy(int host, int owner) {
        return hundredths(energy * (host - owner) / 100);
    }

    /** Score that the owner gains in addition, from its charge in percent. */
    public double locality(int owner) {
        return hundredths(locality * owner / 100);
    }

    private static double hundredths(double value) {
        return Math.rint(value * 100) / 100;
    }
}
