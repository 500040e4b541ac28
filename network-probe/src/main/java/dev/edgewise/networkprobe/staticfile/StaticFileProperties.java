package dev.edgewise.networkprobe.staticfile;

import dev.edgewise.common.Require;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the delay matrix in files. Without them network-probe only knows values that are set over REST.
 *
 * @param matrix file with the delay matrix, plain or gzip; set together with {@code metadata} [file]
 * @param metadata JSON file, plain or gzip: an object node name → row, with zones if known [file]
 * @param poll how often the files are checked for changes [10ms to 1d]
 * @param validFor validity of a value; renewed before half of it [4 × poll to 365d]
 */
@ConfigurationProperties("edgewise.network-probe.static")
public record StaticFileProperties(
        @Nullable Path matrix,
        @Nullable Path metadata,
        @DefaultValue("2s") Duration poll,
        @DefaultValue("24h") Duration validFor) {
    private static final String PREFIX = "edgewise.network-probe.static.";
    private static final Duration LONGEST_VALID = Duration.ofDays(365);

    public StaticFileProperties {
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
