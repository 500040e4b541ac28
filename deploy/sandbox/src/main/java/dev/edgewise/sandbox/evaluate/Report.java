package dev.edgewise.sandbox.evaluate;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Figures of an experiment, in the order in which they were added; {@code null} stands for one that could not be
 * measured.
 */
public final class Report {
    private static final MathContext DIGITS = new MathContext(4);

    private final String name;
    private final Map<String, String> figures = new LinkedHashMap<>();
    private final Map<String, String> bars = new LinkedHashMap<>();

    public Report(String name) {
        this.name = name;
    }

    public Report figure(String figure, double value) {
        figures.put(figure, rounded(value));
        return this;
    }

    /** Several values of one kind, such as one for each node. */
    public Report figures(String figure, double[] values) {
        figures.put(figure, Arrays.stream(values).mapToObj(Report::rounded).collect(Collectors.joining(",", "[", "]")));
        return this;
    }

    /** Holds a value against the least it may be, before rounding. */
    public Report bar(String bar, double atLeast, double value) {
        bars.put(
                bar,
                "{\"value\":" + rounded(value) + ",\"atLeast\":" + atLeast + ",\"met\":" + (value >= atLeast) + "}");
        return this;
    }

    /** Holds a value against what it must exceed, before rounding. */
    public Report above(String bar, double limit, double value) {
        bars.put(bar, "{\"value\":" + rounded(value) + ",\"above\":" + limit + ",\"met\":" + (value > limit) + "}");
        return this;
    }

    /** Holds a value against the most it may be, before rounding. */
    public Report atMost(String bar, double limit, double value) {
        bars.put(bar, "{\"value\":" + rounded(value) + ",\"atMost\":" + limit + ",\"met\":" + (value <= limit) + "}");
        return this;
    }

    /** {@code {"name":…,"figures":{…},"bars":{…}}} without a line break. */
    public String toJson() {
        return "{\"name\":\"" + name + "\",\"figures\":" + object(figures) + ",\"bars\":" + object(bars) + "}";
    }

    private static String object(Map<String, String> entries) {
        return entries.entrySet().stream()
                .map(entry -> "\"" + entry.getKey() + "\":" + entry.getValue())
                .collect(Collectors.joining(",", "{", "}"));
    }

    private static String rounded(double value) {
        return Double.isFinite(value)
                ? new BigDecimal(value).round(DIGITS).stripTrailingZeros().toPlainString()
                : "null";
    }
}
