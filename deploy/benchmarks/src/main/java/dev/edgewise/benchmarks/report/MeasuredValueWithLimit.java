package dev.edgewise.benchmarks.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * A figure and its limit: the most or the least it may be.
 *
 * @param value null if it could not be measured
 * @param met whether {@code value} keeps to the limit; a value that could not be measured does not
 */
public record MeasuredValueWithLimit(
        @Nullable Double value,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Double atMost,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Double atLeast,
        boolean met) {
    static MeasuredValueWithLimit atMost(double limit, double value) {
        return new MeasuredValueWithLimit(Report.rounded(value), limit, null, value <= limit);
    }

    static MeasuredValueWithLimit atLeast(double limit, double value) {
        return new MeasuredValueWithLimit(Report.rounded(value), null, limit, value >= limit);
    }
}
