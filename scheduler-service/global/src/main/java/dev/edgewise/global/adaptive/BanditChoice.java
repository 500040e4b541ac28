package dev.edgewise.global.adaptive;

/**
 * A choice of one arm.
 *
 * @param arm index of the chosen arm
 * @param best index of the arm that would be chosen without exploration
 * @param propensities the exact probability with which each arm is chosen in this context
 * @param expected expected reward of each arm
 * @param bonus what its uncertainty adds to each arm
 */
record BanditChoice(int arm, int best, double[] propensities, double[] expected, double[] bonus) {
    double propensity() {
        return propensities[arm];
    }
}
