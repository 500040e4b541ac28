package dev.edgewise.scheduler.model;

/**
 * An annotation of pods whose value is a number.
 *
 * @param name of the annotation
 * @param most the largest number that counts
 */
public record NumberAnnotation(String name, double most) {
    private static final int LONGEST_NUMBER = 32;

    /**
     * Returns the number of the pod, from 0 to the limit; 0 if the pod has none, or a text that is no finite number.
     */
    public double of(Pod pod) {
        String text = pod.annotations().get(name);
        if (text == null || text.length() > LONGEST_NUMBER) {
            return 0;
        }
        try {
            double number = Double.parseDouble(text);
            return Double.isFinite(number) ? Math.min(most, Math.max(0, number)) : 0;
        } catch (NumberFormatException none) {
            return 0;
        }
    }
}
