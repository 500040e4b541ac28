package dev.edgewise.common.signal.autoconfigure;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the store through which services share signals.
 *
 * @param store {@code redis}: signals are shared through Redis; {@code memory}: no Redis and no shared signals
 *     [redis, memory]
 */
@ConfigurationProperties("edgewise")
public record StoreProperties(@DefaultValue("redis") Store store) {
    public enum Store {
        REDIS,
        MEMORY
    }
}
