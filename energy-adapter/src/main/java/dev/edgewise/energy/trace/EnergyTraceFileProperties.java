package dev.edgewise.energy.trace;

import dev.edgewise.common.Require;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of a source that replays percentages from a file.
 *
 * @param file CSV file with percentages; after its end it starts again [file, required]
 * @param scale how much faster than real time the trace runs [above 0, to 86,400]
 */
@ConfigurationProperties("edgewise.energy-adapter.trace")
public record EnergyTraceFileProperties(@Nullable Path file, @DefaultValue("1") double scale) {
    static final String FILE = "edgewise.energy-adapter.trace.file";

    private static final String PREFIX = "edgewise.energy-adapter.trace.";
    private static final double FASTEST = 86_400;

    public EnergyTraceFileProperties {
        Require.that(scale > 0 && scale <= FASTEST, PREFIX + "scale", scale, "above 0, at most 86400, such as 6");
    }
}
