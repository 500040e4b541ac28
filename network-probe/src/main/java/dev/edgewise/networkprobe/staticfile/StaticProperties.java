package dev.edgewise.networkprobe.staticfile;

import dev.edgewise.common.Require;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The delay matrix in files. Without them the probe only knows what is put through its REST interface.
 *
 * @param matrix file with the delays in ms, n × n, plain or gzip; with {@code metadata}, or neither
 * @param metadata file with the JSON object node name → row, plain or gzip
 * @param poll how often the files are looked at, 10 ms to 1 d; a change is read once it has lasted from one look to the next
 * @param validFor for how long others may rely on a delay after the probe confirmed it, from 4 × {@code poll} to 365 d; the probe
 *     confirms each delay that is in force before half of it is over
 */
@ConfigurationProperties("edgewise.network-probe.static")
public record StaticProperties(
        @Nullable Path matrix,
        @Nullable Path metadata,
        @DefaultValue("2s") Duration poll,
        @DefaultValue("24h") Duration validFor) {
    private static final String PREFIX = "edgewise.network-probe.static.";
    private static final Duration LONGEST_VALID = Duration.ofDays(365);

    public StaticProperties {
        requireBoth("matrix", matrix, "metadata", metadata);
        requireBoth("metadata", metadata, "matrix", matrix);
        Require.within(PREFIX + "poll", poll, Duration.ofMillis(10), Duration.ofDays(1));
        Require.within(PREFIX + "valid-for", validFor, "4 times poll", poll.multipliedBy(4), LONGEST_VALID);
    }

    private static void requireBoth(String property, @Nullable Path file, String other, @Nullable Path otherFile) {
        Require.that(
                file != null || otherFile == null,
                PREFIX + property,
                "not set",
                "set together with " + other + ", or neither of them");
    }
}
