package dev.edgewise.scheduler.config;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How much of the past is remembered.
 *
 * @param kept how many decisions are held in memory, about 2.5 kB each, and in the shared stream, 1..200000
 */
@ConfigurationProperties("edgewise.scheduler.decisions")
public record DecisionsProperties(@DefaultValue("10000") int kept) {
    public DecisionsProperties {
        Require.within("edgewise.scheduler.decisions.kept", kept, 1, 200_000);
    }
}
