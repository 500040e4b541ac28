package dev.edgewise.networkprobe.matrix;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

/** Reads decimal numbers, fast where they are short: up to 15 digits are exact as a double, and so is their quotient's rounding. */
final class DecimalParser {
    private static final int EXACT_DIGITS = 15;
    private static final double[] POWERS = {
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15
    };

    private DecimalParser() {}

    /** The number in {@code text[from, to)}; NaN if there is none. */
    static double parse(byte[] text, int from, int to) {
        long digits = 0;
        int count = 0;
        int point = -1;
        for (int i = from; i < to; i++) {
            byte c = text[i];
            if (c >= '0' && c <= '9' && count < EXACT_DIGITS) {
                digits = digits * 10 + (c - '0');
                count++;
            } else if (c == '.' && point < 0) {
                point = count;
            } else {
                return slowly(new String(text, from, to - from, ISO_8859_1));
            }
        }
        return count == 0 ? Double.NaN : digits / POWERS[point < 0 ? 0 : count - point];
    }

    private static double slowly(String text) {
        if (!text.matches("[-+]?[0-9]*\\.?[0-9]*([eE][-+]?[0-9]+)?")) {
            return Double.NaN;
        }
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException e) {
            return Double.NaN;
        }
    }
}
