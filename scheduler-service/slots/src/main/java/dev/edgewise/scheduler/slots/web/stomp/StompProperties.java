package dev.edgewise.scheduler.slots.web.stomp;

import dev.edgewise.common.Require;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the limits of the WebSocket at {@code /scheduler}.
 *
 * @param maxSessions clients that are connected at a time; a further one is refused with 503 [1 to 10000]
 * @param maxSubscriptions subscriptions of one client; a further one is answered by an ERROR frame [1 to 10000]
 */
@ConfigurationProperties("edgewise.scheduler.slots.stomp")
record StompProperties(@DefaultValue("200") int maxSessions, @DefaultValue("500") int maxSubscriptions) {
    private static final int MOST = 10_000;

    StompProperties {
        Require.within("edgewise.scheduler.slots.stomp.max-sessions", maxSessions, 1, MOST);
        Require.within("edgewise.scheduler.slots.stomp.max-subscriptions", maxSubscriptions, 1, MOST);
    }
}
