package dev.edgewise.examples.slots.learning;

/**
 * Settings of what is learned.
 *
 * @param minimumSamples runs beside each other without which a pair is not known, cut off ones among them
 * @param confidence standard errors between the best pairs and their nearest rival when they are found
 * @param tolerance share of all run time that rival pairs may save without being searched for
 */
public record LearningSettings(int minimumSamples, double confidence, double tolerance) {
    /** Settings of the example: 3 runs, 2.5 standard errors, 1 %. */
    public static final LearningSettings USUAL = new LearningSettings(3, 2.5, 0.01);

    public LearningSettings {
        if (minimumSamples < 1) {
            throw new IllegalArgumentException("minimumSamples is " + minimumSamples + "; allowed: 1 or more");
        }
        if (!(confidence > 0) || !(tolerance >= 0)) {
            throw new IllegalArgumentException("confidence must be above 0 and tolerance not below 0");
        }
    }
}
