package dev.edgewise.scheduler.plugins.delay;

import java.math.BigDecimal;
import java.math.MathContext;

/** Formats figures for people. */
final class NumberFormats {
    private static final MathContext DIGITS = new MathContext(3);

    private NumberFormats() {}

    /** Microseconds, such as {@code 12.5 ms}. */
    static String millis(long micros) {
        return BigDecimal.valueOf(micros, 3).stripTrailingZeros().toPlainString() + " ms";
    }

    /** A share, such as {@code 12.5 %} for 0.125; three digits. */
    static String percent(double share) {
        return new BigDecimal(share)
                        .movePointRight(2)
                        .round(DIGITS)
                        .stripTrailingZeros()
                        .toPlainString() + " %";
    }
}
