package dev.edgewise.global.web;

import dev.edgewise.common.Require;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings of the streams of events about requests.
 *
 * @param maxStreams clients that follow requests at a time; each has a thread [1 to 1000]
 */
@ConfigurationProperties("edgewise.global.events")
record RequestStreamsProperties(@DefaultValue("100") int maxStreams) {
    private static final int HIGHEST = 1000;

    RequestStreamsProperties {
        Require.within("edgewise.global.events.max-streams", maxStreams, 1, HIGHEST);
    }
}
