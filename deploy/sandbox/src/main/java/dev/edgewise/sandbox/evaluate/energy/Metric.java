package dev.edgewise.sandbox.evaluate.energy;

import java.util.function.ToDoubleFunction;

/** Metrics by which outcomes are compared. */
enum Metric {
    /** Balance of availability: a reduction of the deviation is the gain. */
    SD("sd", true, EnergyRunResult::deviation),
    WEAKEST("weakest", false, EnergyRunResult::ofWeakest),
    MINNODE("minnode", false, EnergyRunResult::least),
    THROUGHPUT("throughput", false, EnergyRunResult::throughput),
    MEAN("mean", false, EnergyRunResult::mean);

    private final String label;
    private final boolean lessIsBetter;
    private final ToDoubleFunction<EnergyRunResult> value;

    Metric(String label, boolean lessIsBetter, ToDoubleFunction<EnergyRunResult> value) {
        this.label = label;
        this.lessIsBetter = lessIsBetter;
        this.value = value;
    }

    String label() {
        return label;
    }

    double of(EnergyRunResult outcome) {
        return value.applyAsDouble(outcome);
    }

    /** Gain of a contestant against a baseline in the same run, in percent of the baseline. */
    double gain(EnergyRunResult contestant, EnergyRunResult baseline) {
        double ratio = of(contestant) / of(baseline);
        return 100 * (lessIsBetter ? 1 - ratio : ratio - 1);
    }
}
