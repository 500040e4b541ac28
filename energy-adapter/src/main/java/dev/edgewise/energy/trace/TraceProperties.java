package dev.edgewise.energy.trace;

import dev.edgewise.common.Require;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Percentages over time, from a file.
 *
 * @param file CSV with a header and a column for each node, {@code time,<node>,…} in seconds or {@code slot,minute_from,minute_to,<node>,…};
 *     needed where a node's source is {@code trace}; after its end it begins again
 * @param scale how much faster than real time it passes, above 0, at most 86400: a day in a second
 */
@ConfigurationProperties("edgewise.energy-adapter.trace")
public record TraceProperties(@Nullable Path file, @DefaultValue("1") double scale) {
    static final String FILE = "edgewise.energy-adapter.trace.file";

    private static final String PREFIX = "edgewise.energy-adapter.trace.";
    private static final double FASTEST = 86_400;

    public TraceProperties {
        Require.that(scale > 0 && scale <= FASTEST, PREFIX + "scale", scale, "above 0, at most 86400, such as 6");
    }
}
