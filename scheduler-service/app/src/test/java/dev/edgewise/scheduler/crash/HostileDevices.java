package dev.edgewise.scheduler.crash;

import static dev.edgewise.scheduler.crash.HostileObjects.text;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Device classes and claims of devices at the API server's limits. */
final class HostileDevices {
    private static final int MOST = 32;
    private static final int LONGEST_EXPRESSION = 10 * 1024;
    /** All parameters together may have 10 KiB. */
    private static final int LONGEST_NUMBER = 10_000;

    private HostileDevices() {}

    static Map<String, ?> deviceClass(int number) {
        return Map.of(
                "spec",
                Map.of(
                        "selectors",
                        selectors(4),
                        "extendedResourceName",
                        "hostile.example/" + "r".repeat(50) + number));
    }

    static Map<String, ?> claim() {
        List<?> requests = IntStream.range(0, MOST)
                .mapToObj(i -> Map.of(
                        "name",
                        "request-" + i,
                        "exactly",
                        Map.of(
                                "deviceClassName",
                                "c".repeat(61) + ".example",
                                "allocationMode",
                                "ExactCount",
                                "count",
                                1,
                                "selectors",
                                selectors(1))))
                .toList();
        return Map.of("spec", Map.of("devices", Map.of("requests", requests, "config", List.of(config()))));
    }

    /**
     * Parameters of a driver, which the API server stores as they are written: a number may have any number of digits.
     */
    private static Map<String, ?> config() {
        BigDecimal number = new BigDecimal("0." + "1".repeat(LONGEST_NUMBER));
        return Map.of("opaque", Map.of("driver", "hostile.example", "parameters", Map.of("n", number)));
    }

    /** Expressions that are true, and long. */
    private static List<?> selectors(int count) {
        String expression = "\"" + text(LONGEST_EXPRESSION - 8) + "\" != \"\"";
        return IntStream.range(0, count)
                .mapToObj(i -> Map.of("cel", Map.of("expression", expression)))
                .toList();
    }
}
