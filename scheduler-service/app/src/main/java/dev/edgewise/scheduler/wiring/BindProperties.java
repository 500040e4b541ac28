package dev.edgewise.scheduler.wiring;

import dev.edgewise.common.Require;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the limits of binding.
 *
 * @param concurrency bindings that run at a time [1 to 256]
 */
@ConfigurationProperties("edgewise.scheduler.bind")
record BindProperties(@DefaultValue("16") int concurrency) {
    public BindProperties {
        Require.within("edgewise.scheduler.bind.concurrency", concurrency, 1, 256);
    }
}
