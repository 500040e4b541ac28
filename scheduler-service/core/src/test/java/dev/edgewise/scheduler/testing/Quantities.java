package dev.edgewise.scheduler.testing;

/** Reads the quantities that tests write: {@code 500m}, {@code 2}, {@code 64Mi}, {@code 1Gi}. */
final class Quantities {
    private static final long KIBI = 1024;

    private Quantities() {}

    static long milli(String quantity) {
        return quantity.endsWith("m")
                ? Long.parseLong(quantity.substring(0, quantity.length() - 1))
                : Math.round(Double.parseDouble(quantity) * 1000);
    }

    static long bytes(String quantity) {
        if (quantity.endsWith("Ki")) {
            return number(quantity) * KIBI;
        }
        if (quantity.endsWith("Mi")) {
            return number(quantity) * KIBI * KIBI;
        }
        if (quantity.endsWith("Gi")) {
            return number(quantity) * KIBI * KIBI * KIBI;
        }
        return Long.parseLong(quantity);
    }

    private static long number(String quantity) {
        return Long.parseLong(quantity.substring(0, quantity.length() - 2));
    }
}
