package dev.edgewise.scheduler.kubernetes.limits;

import dev.edgewise.kubernetes.watch.InvalidObjectException;
import io.fabric8.kubernetes.api.model.Quantity;
import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * Amounts of resources, rounded up to whole units as kube-scheduler does. Whole numbers, which is nearly all there are,
 * are read without {@link BigDecimal}: pods come by thousands.
 */
public final class Quantities {
    private static final int LONGEST_PLAIN = 15;
    /**
     * The maximum length of a quantity; the API server writes at most 25 characters, and the time to read one grows
     * with the square of its length.
     */
    private static final int LONGEST = 100;

    private static final BigDecimal LARGEST = BigDecimal.valueOf(Long.MAX_VALUE);
    private static final String DECIMAL = "kMGTPE";
    private static final String BINARY = "KMGTPE";
    private static final String SMALL = "mun";

    private Quantities() {}

    /** Thousandths; what CPU is counted in. */
    public static long milli(String field, Quantity quantity) {
        String amount = amountOf(field, quantity);
        String unit = unitOf(quantity);
        if (isPlain(amount)) {
            if (unit.equals("m")) {
                return Long.parseLong(amount);
            }
            if (unit.isEmpty()) {
                return Long.parseLong(amount) * 1000;
            }
        }
        return exact(field, amount, unit, 3);
    }

    /** Whole units, or bytes. */
    public static long units(String field, Quantity quantity) {
        String amount = amountOf(field, quantity);
        String unit = unitOf(quantity);
        if (isPlain(amount)) {
            if (unit.isEmpty()) {
                return Long.parseLong(amount);
            }
            if (isBinary(unit) && amount.length() <= 5) {
                // At most 99999 Gi: below 2^17 * 2^30; larger units take the exact way.
                int shift = 10 * (BINARY.indexOf(unit.charAt(0)) + 1);
                if (shift <= 30) {
                    return Long.parseLong(amount) << shift;
                }
            }
        }
        return exact(field, amount, unit, 0);
    }

    private static String amountOf(String field, Quantity quantity) {
        if (quantity == null || quantity.getAmount() == null) {
            throw new InvalidObjectException(field, null, "a quantity, such as 100m, 2 or 1Gi");
        }
        return quantity.getAmount();
    }

    private static String unitOf(Quantity quantity) {
        return quantity.getFormat() == null ? "" : quantity.getFormat();
    }

    private static boolean isPlain(String amount) {
        if (amount.isEmpty() || amount.length() > LONGEST_PLAIN) {
            return false;
        }
        for (int i = 0; i < amount.length(); i++) {
            char digit = amount.charAt(i);
            if (digit < '0' || digit > '9') {
                return false;
            }
        }
        return true;
    }

    private static boolean isBinary(String unit) {
        return unit.length() == 2 && unit.charAt(1) == 'i' && BINARY.indexOf(unit.charAt(0)) >= 0;
    }

    private static long exact(String field, String amount, String unit, int decimals) {
        if (amount.length() + unit.length() > LONGEST) {
            throw new InvalidObjectException(
                    field,
                    amount.substring(0, Math.min(amount.length(), 20)) + "…",
                    "a quantity of at most " + LONGEST + " characters");
        }
        BigDecimal value;
        try {
            value = scaled(amount, unit);
        } catch (NumberFormatException notOne) {
            throw new InvalidObjectException(field, amount + unit, "a quantity, such as 100m, 2 or 1Gi");
        }
        if (value.signum() < 0) {
            throw new InvalidObjectException(field, amount + unit, "a quantity of 0 or more");
        }
        return value.movePointRight(decimals)
                .setScale(0, RoundingMode.CEILING)
                .min(LARGEST)
                .longValueExact();
    }

    private static BigDecimal scaled(String amount, String unit) {
        if (amount.indexOf('e') >= 0 || amount.indexOf('E') >= 0) {
            // The exponent is a unit; in the amount it could be of any size.
            throw new NumberFormatException(amount);
        }
        if (unit.isEmpty()) {
            return new BigDecimal(amount);
        }
        char first = unit.charAt(0);
        if (isBinary(unit)) {
            return new BigDecimal(amount).multiply(BigDecimal.valueOf(1L << 10 * (BINARY.indexOf(first) + 1)));
        }
        if (unit.length() == 1 && DECIMAL.indexOf(first) >= 0) {
            return new BigDecimal(amount).movePointRight(3 * (DECIMAL.indexOf(first) + 1));
        }
        if (unit.length() == 1 && SMALL.indexOf(first) >= 0) {
            return new BigDecimal(amount).movePointLeft(3 * (SMALL.indexOf(first) + 1));
        }
        if (unit.length() <= 4 && (first == 'e' || first == 'E')) {
            return new BigDecimal(amount + unit);
        }
        throw new NumberFormatException(unit);
    }
}
