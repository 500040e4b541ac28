package dev.edgewise.kubernetes.watch;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** A period in which a kind cannot be watched. Logged at its begin, then once a minute. */
final class WatchOutage {
    private static final Logger LOG = LoggerFactory.getLogger(WatchOutage.class);
    private static final long AGAIN_NANOS = Duration.ofMinutes(1).toNanos();

    private final String kind;
    private boolean lasts;
    private long since;
    private long warned;

    WatchOutage(String kind) {
        this.kind = kind;
    }

    synchronized void failed(Exception problem) {
        long now = System.nanoTime();
        boolean warn = !lasts || now - warned >= AGAIN_NANOS;
        if (!lasts) {
            lasts = true;
            since = now;
        }
        if (warn) {
            warned = now;
        }
        LOG.atLevel(warn ? Level.WARN : Level.DEBUG)
                .log(
                        "Cannot watch, retrying; kind={} outageSeconds={} cause={}",
                        kind,
                        lasts().toSeconds(),
                        describe(problem));
    }

    synchronized void isOver() {
        lasts = false;
    }

    /** Duration of the outage; zero if there is none. */
    synchronized Duration lasts() {
        return lasts ? Duration.ofNanos(System.nanoTime() - since) : Duration.ZERO;
    }

    static String describe(Throwable failure) {
        return failure instanceof JsonProcessingException json
                ? String.valueOf(json.getOriginalMessage())
                : String.valueOf(failure.getMessage());
    }
}
