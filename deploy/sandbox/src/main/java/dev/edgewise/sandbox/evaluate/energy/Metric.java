package dev.edgewise.sandbox.evaluate.energy;

import java.util.function.ToDoubleFunction;

/** Metrics by which outcomes are compared. */
enum Metric {
    /** Balance of availability: a reduction of the deviation is the gain. */
    SD("sd", true, Outcome::deviation),
    WEAKEST("weakest", false, Outcome::ofWeakest),
    MINNODE("minnode", false, Outcome::least),
    THROUGHPUT("throughput", false, Outcome::throughput),
    MEAN("mean", false, Outcome::mean);

    private final String label;
    private final boolean lessIsBetter;
    private final ToDoubleFunction<Outcome> value;

    Metric(String label, boolean lessIsBetter, ToDoubleFunction<Outcome> value) {
        this.label = label;
        this.lessIsBetter = lessIsBetter;
        this.value = value;
    }

    String label() {
        return label;
    }

    double of(Outcome outcome) {
        return value.applyAsDouble(outcome);
    }

    /** Gain of a contestant against a baseline in the same run, in percent of the baseline. */
    double gain(Outcome contestant, Outcome baseline) {
        double ratio = of(contestant) / of(baseline);
        return 100 * (lessIsBetter ? 1 - ratio : ratio - 1);
    }
}
