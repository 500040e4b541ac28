package dev.edgewise.scheduler.extender;

import dev.edgewise.common.Require;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * How kube-schedulers reach the extender.
 *
 * @param port where it listens, apart from all else, 0..65,535; 0 for any free one; null for no extender
 * @param sslBundle the bundle with its certificate, and with those that may have signed its callers'; empty for plain HTTP
 * @param profile for pods whose {@code schedulerName} is no profile's name
 * @param deadline after which the answer favours no node; 1 ms or more, and less than 5 s, what kube-scheduler waits by default
 * @param maxBody the largest question, 64 KB to 256 MB
 * @param maxBodies how much of questions and answers is held at a time, twice {@code maxBody} to 1 GB; further ones are refused
 */
@ConfigurationProperties("edgewise.scheduler.extender")
record ExtenderProperties(
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
