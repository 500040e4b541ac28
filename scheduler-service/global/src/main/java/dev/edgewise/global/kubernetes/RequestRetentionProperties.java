package dev.edgewise.global.kubernetes;

import dev.edgewise.common.Require;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the records of requests.
 *
 * @param keptFor time since its end for which a failed or cancelled request is kept, of which nothing exists; others
 *     are kept [1m to 3650d]
 */
@ConfigurationProperties("edgewise.global.records")
record RequestRetentionProperties(@DefaultValue("7d") Duration keptFor) {
    RequestRetentionProperties {
        Require.within("edgewise.global.records.kept-for", keptFor, Duration.ofMinutes(1), Duration.ofDays(3650));
    }
}
