package dev.edgewise.networkprobe.estimation;

/** Purposes of a measurement. */
public enum MeasurementPurpose {
    /** Gain of information; the estimates are not mature yet and not compared with it. */
    EXPLORE,
    /** Gain of information; and the bounds learn from the error of the estimate before. */
    LEARN,
    /** Check of the estimates only: chosen at random, so that the self check rests on it too. */
    VERIFICATION
}
