package dev.edgewise.scheduler.delay;

import java.math.BigDecimal;

/** Microseconds as people read them. */
final class Millis {
    private Millis() {}

    /** Such as {@code 12.5 ms}. */
    static String of(long micros) {
        return BigDecimal.valueOf(micros, 3).stripTrailingZeros().toPlainString() + " ms";
    }
}
