package dev.edgewise.common.web;

import dev.edgewise.common.time.Ticker;
import java.io.IOException;
import java.time.Duration;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/** The client of a stream. It gets a comment when it got nothing for 15 s, so that one that went away is noticed. */
public final class ServerSentEventConnection {
    private static final Duration HEARTBEAT = Duration.ofSeconds(15);

    private final SseEmitter emitter;
    private final Ticker ticker;
    private long sent;

    public ServerSentEventConnection(SseEmitter emitter, Ticker ticker) {
        this.emitter = emitter;
        this.ticker = ticker;
        this.sent = ticker.nanos();
    }

    public void send(SseEmitter.SseEventBuilder event) throws IOException {
        emitter.send(event);
        sent = ticker.nanos();
    }

    /** Returns the time until the next comment is due; zero if it is due. */
    public Duration untilHeartbeat() {
        Duration left = HEARTBEAT.minus(ticker.since(sent));
        return left.isNegative() ? Duration.ZERO : left;
    }

    public void sendHeartbeatIfDue() throws IOException {
        if (untilHeartbeat().isZero()) {
            send(SseEmitter.event().comment("alive"));
        }
    }
}
