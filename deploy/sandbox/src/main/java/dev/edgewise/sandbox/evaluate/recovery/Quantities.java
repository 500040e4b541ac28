package dev.edgewise.sandbox.evaluate.recovery;

import io.fabric8.kubernetes.api.model.Quantity;
import java.math.BigDecimal;
import java.nio.file.Path;

/** Sizes as Kubernetes writes them. */
final class Quantities {
    /** 8 EiB less a byte is what Kubernetes can add up. */
    private static final BigDecimal MOST = BigDecimal.valueOf(Long.MAX_VALUE / 1024);

    private Quantities() {}

    /** Parses an amount in bytes, 0 or more. */
    static long bytes(Path file, String field, String text) {
        try {
            BigDecimal bytes = new Quantity(text).getNumericalAmount();
            if (bytes.signum() >= 0 && bytes.compareTo(MOST) <= 0) {
                return bytes.longValue();
            }
        } catch (IllegalArgumentException | ArithmeticException e) {
            // Reported below, with what is allowed.
        }
        throw new InputException(file, field, text, "a quantity of memory such as 512Mi or 8Gi");
    }
}
