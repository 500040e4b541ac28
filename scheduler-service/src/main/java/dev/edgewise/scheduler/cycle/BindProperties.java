package dev.edgewise.scheduler.cycle;

import dev.edgewise.common.Require;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How decisions are carried out.
 *
 * @param concurrency how many bindings run concurrently, 1..256
 */
@ConfigurationProperties("edgewise.scheduler.bind")
record BindProperties(@DefaultValue("16") int concurrency) {
    public BindProperties {
        Require.within("edgewise.scheduler.bind.concurrency", concurrency, 1, 256);
    }
}
