package dev.edgewise.networkprobe.estimation;

/** Why a pair is about to be measured. */
public enum Purpose {
    /** To learn something; the estimates are not mature yet and not held against it. */
    EXPLORE,
    /** To learn something; and the bounds learn from the error of the estimate before. */
    LEARN,
    /** Only to see how wrong estimates are: chosen at random, so that the self check rests on it too. */
    AUDIT
}
