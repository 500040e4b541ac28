package dev.edgewise.scheduler.slots.web.events;

import dev.edgewise.common.Require;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the limits of the stream of events about batch slots.
 *
 * @param maxStreams clients that follow at a time; a further one is answered 503 [1 to 1000]
 * @param kept changes that are kept for clients that connect again; one that is further behind lists again [100 to
 *     100000]
 */
@ConfigurationProperties("edgewise.scheduler.slots.events")
record EventsProperties(@DefaultValue("50") int maxStreams, @DefaultValue("2000") int kept) {
    EventsProperties {
        Require.within("edgewise.scheduler.slots.events.max-streams", maxStreams, 1, 1_000);
        Require.within("edgewise.scheduler.slots.events.kept", kept, 100, 100_000);
    }
}
