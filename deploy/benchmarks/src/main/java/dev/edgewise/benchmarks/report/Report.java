package dev.edgewise.benchmarks.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** Figures of a benchmark, in the order in which they were added. Names carry the unit. */
public final class Report {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final MathContext DIGITS = new MathContext(4);

    private final String name;
    private final Map<String, @Nullable Object> figures = new LinkedHashMap<>();
    private final Map<String, MeasuredValueWithLimit> bars = new LinkedHashMap<>();

    private record Line(String name, Map<String, @Nullable Object> figures, Map<String, MeasuredValueWithLimit> bars) {}

    /** Starts a report of the benchmark of that name. */
    public Report(String name) {
        this.name = name;
    }

    /** Adds a whole number. */
    public Report figure(String figure, long value) {
        return put(figure, value);
    }

    /** Adds a measured value, rounded to four digits. A value that is not a number (nothing was measured) is null. */
    public Report figure(String figure, double value) {
        return put(figure, rounded(value));
    }

    /** Adds what is not a number: a version, a sum-up of violations. */
    public Report figure(String figure, String text) {
        return put(figure, text);
    }

    /** Holds a value against the most it may be. */
    public Report bar(String bar, double atMost, double value) {
        bars.put(bar, MeasuredValueWithLimit.atMost(atMost, value));
        return this;
    }

    /** Holds a value against the least it may be. */
    public Report barAtLeast(String bar, double atLeast, double value) {
        bars.put(bar, MeasuredValueWithLimit.atLeast(atLeast, value));
        return this;
    }

    /** {@code {"name":…,"figures":{…},"bars":{…}}} without a line break. */
    public String toJson() {
        return JSON.writeValueAsString(new Line(name, figures, bars));
    }

    private Report put(String figure, @Nullable Object value) {
        if (figures.containsKey(figure)) {
            throw new IllegalArgumentException("figure " + figure + " is reported twice");
        }
        figures.put(figure, value);
        return this;
    }

    static @Nullable Double rounded(double value) {
        return Double.isFinite(value) ? new BigDecimal(value).round(DIGITS).doubleValue() : null;
    }
}
