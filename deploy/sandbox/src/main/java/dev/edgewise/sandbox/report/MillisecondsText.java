package dev.edgewise.sandbox.report;

import java.util.Locale;

/** Numbers for people. */
final class MillisecondsText {
    private MillisecondsText() {}

    /** A delay to the µs, without needless zeros: "1.25 ms". */
    static String ms(double ms) {
        String number = String.format(Locale.ROOT, "%.3f", ms);
        return number.replaceAll("0+$", "").replaceAll("\\.$", "") + " ms";
    }
}
