package dev.edgewise.scheduler.extender;

import dev.edgewise.common.Require;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Settings of the extender's port and limits.
 *
 * @param port port of the extender; none: no extender; 0: any free port [0 to 65535]
 * @param sslBundle bundle of {@code spring.ssl.bundle}; callers then need a certificate that it trusts; empty:
 *     plain HTTP [name]
 * @param profile profile that judges pods whose {@code schedulerName} is no profile's name [profile]
 * @param deadline time after which the answer prefers no node [1ms to below 5s]
 * @param maxBody size of the largest request [64KB to 256MB]
 * @param maxBodies memory for requests and answers at a time; further requests get 503 [2 × max-body to 1GB]
 */
@ConfigurationProperties("edgewise.scheduler.extender")
public record ExtenderProperties(
        @Nullable Integer port,
        @DefaultValue("") String sslBundle,
        @DefaultValue("edgewise") String profile,
        @DefaultValue("3s") Duration deadline,
        @DefaultValue("32MB") DataSize maxBody,
        @DefaultValue("96MB") DataSize maxBodies) {
    private static final Duration SHORTEST = Duration.ofMillis(1);
    private static final Duration LONGEST = Duration.ofSeconds(5);
    private static final int HIGHEST_PORT = 65_535;

    public ExtenderProperties {
        Require.within("edgewise.scheduler.extender.port", port == null ? 0 : port, 0, HIGHEST_PORT);
        Require.that(
                deadline.compareTo(SHORTEST) >= 0 && deadline.compareTo(LONGEST) < 0,
                "edgewise.scheduler.extender.deadline",
                deadline,
                "1ms or more, and less than 5s, what kube-scheduler waits by default");
        within("max-body", maxBody, DataSize.ofKilobytes(64), DataSize.ofMegabytes(256));
        within("max-bodies", maxBodies, DataSize.ofBytes(2 * maxBody.toBytes()), DataSize.ofGigabytes(1));
    }

    private static void within(String name, DataSize value, DataSize least, DataSize most) {
        Require.that(
                value.compareTo(least) >= 0 && value.compareTo(most) <= 0,
                "edgewise.scheduler.extender." + name,
                value,
                "from " + least + " to " + most);
    }
}
