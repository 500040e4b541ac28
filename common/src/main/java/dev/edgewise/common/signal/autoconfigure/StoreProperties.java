package dev.edgewise.common.signal.autoconfigure;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Where signals are shared.
 *
 * @param store {@code redis}: with the other services; {@code memory}: not at all, no connection is ever tried
 */
@ConfigurationProperties("edgewise")
public record StoreProperties(@DefaultValue("redis") Store store) {
    public enum Store {
        REDIS,
        MEMORY
    }
}
