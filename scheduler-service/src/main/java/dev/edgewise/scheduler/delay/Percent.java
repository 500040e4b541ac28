package dev.edgewise.scheduler.delay;

import java.math.BigDecimal;
import java.math.MathContext;

/** Shares as people read them. */
final class Percent {
    private static final MathContext DIGITS = new MathContext(3);

    private Percent() {}

    /** Such as {@code 12.5 %} for 0.125; three digits. */
    static String of(double share) {
        return new BigDecimal(share)
                        .movePointRight(2)
                        .round(DIGITS)
                        .stripTrailingZeros()
                        .toPlainString() + " %";
    }
}
