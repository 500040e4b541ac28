package dev.edgewise.global.adaptive;

/**
 * A decision with its outcome, for evaluation of another policy.
 *
 * @param context at the time of the decision, nothing of the outcome
 * @param arm that was chosen
 * @param propensity the probability with which it was chosen, above 0
 * @param reward of the outcome, from 0 to 1
 */
record LoggedDecision(double[] context, int arm, double propensity, double reward) {}
