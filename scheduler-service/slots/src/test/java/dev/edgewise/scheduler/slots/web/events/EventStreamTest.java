package dev.edgewise.scheduler.slots.web.events;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.common.web.BusyException;
import dev.edgewise.common.web.StreamThreads;
import dev.edgewise.scheduler.slots.view.SlotObjectListener.Action;
import dev.edgewise.scheduler.slots.web.SlotFixtures;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/** Clients that have gone, and callers with many streams. */
@Timeout(60)
class EventStreamTest {
    private static final long SECOND = 1_000_000_000L;

    /** A client that has gone. */
    private static final class Gone extends SseEmitter {
        @Override
        public void send(SseEventBuilder event) throws IOException {
            throw new IOException("gone");
        }
    }

    @Test
    @Timeout(10)
    void aClientThatHasGoneIsNoticedBesideEventsOfOthers() {
        SlotEventLog log = new SlotEventLog("r", 10, 1_000_000);
        for (int i = 0; i < 3; i++) {
            log.changed(Action.MODIFIED, SlotFixtures.testbed("tb"));
        }
        AtomicLong now = new AtomicLong();
        // Three events of others, 6 s each: after 18 s a heartbeat is due.
        EventStream stream = new EventStream(log, "r-0", event -> now.addAndGet(6 * SECOND) < 0, event -> "", now::get);

        assertThatThrownBy(() -> stream.send(new Gone())).isInstanceOf(IOException.class);
    }

    @Test
    void oneCallerHasEightStreams() {
        StreamThreads streams = new StreamThreads(20, "test-");
        CompletableFuture<Void> end = new CompletableFuture<>();
        try {
            for (int i = 0; i < 8; i++) {
                streams.open("one", client -> end.join());
            }

            assertThatThrownBy(() -> streams.open("one", client -> end.join())).isInstanceOf(BusyException.class);
            assertThat(streams.open("two", client -> end.join())).isNotNull();
        } finally {
            end.complete(null);
            streams.stop();
        }
    }

    @Test
    void aStreamThatBreaksIsOver() throws Exception {
        StreamThreads streams = new StreamThreads(1, "test-");
        try {
            CompletableFuture<Throwable> error = new CompletableFuture<>();
            streams.run(
                    client -> {
                        throw new UnsupportedOperationException("broken");
                    },
                    new SseEmitter() {
                        @Override
                        public synchronized void completeWithError(Throwable why) {
                            error.complete(why);
                        }
                    },
                    () -> {});

            assertThat(error.get(20, TimeUnit.SECONDS)).hasMessage("broken");
        } finally {
            streams.stop();
        }
    }
}
