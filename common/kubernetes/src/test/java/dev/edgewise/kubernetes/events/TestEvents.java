package dev.edgewise.kubernetes.events;

import dev.edgewise.common.time.Ticker;
import dev.edgewise.kubernetes.events.ObjectEvent.InvolvedObject;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Instant;

/** Events of CronTabs, named after object and reason, such as {@code web.Failed}. */
final class TestEvents {
    static final Instant START = Instant.parse("2026-11-29T00:00:00Z");

    private TestEvents() {}

    static ObjectEvent warning(String name, String reason) {
        return event(name, true, reason, "", START);
    }

    static ObjectEvent normal(String name, String reason) {
        return event(name, false, reason, "", START);
    }

    static ObjectEvent event(String name, boolean warning, String reason, String detail, Instant at) {
        return new ObjectEvent(
                name + "." + reason,
                new InvolvedObject("stable.example.com/v1", "CronTab", "shop", name, "uid-of-" + name),
                "crontab-controller",
                warning,
                reason,
                detail,
                "why",
                at,
                at,
                1);
    }

    /** Counts in {@code crontabs.lost}, by cause. */
    static LostEvents lost(MeterRegistry meters, Ticker ticker) {
        return new LostEvents("crontabs", cause -> meters.counter("crontabs.lost", "cause", cause.tag()), ticker);
    }
}
