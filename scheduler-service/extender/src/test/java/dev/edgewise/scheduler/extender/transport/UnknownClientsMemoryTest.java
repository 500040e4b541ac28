package dev.edgewise.scheduler.extender.transport;

import static dev.edgewise.scheduler.extender.transport.RunningExtender.head;
import static org.awaitility.Awaitility.await;

import dev.edgewise.scheduler.extender.transport.TimeoutSocket.Timeouts;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Large bodies of unknown clients leave memory for a client that asked about pods of the cluster. */
class UnknownClientsMemoryTest {
    private static final Duration LONG = Duration.ofMillis(TestClient.LIMIT_MILLIS);

    private final RunningExtender extender = new RunningExtender(new Timeouts(LONG, LONG, LONG, LONG));

    @AfterEach
    void end() throws IOException {
        extender.close();
    }

    @Test
    void strangersDoNotFillTheMemory() throws Exception {
        TestClient honest = extender.caller();
        extender.askAboutWatchedPod(honest);

        // Each holds 64 KB of the 1 MB that there is, for 100,000 bytes that do not come: 10 fill the two thirds that
        // unknown clients have.
        for (int i = 0; i < 10; i++) {
            extender.caller().send(head("/scheduler/filter", 100_000) + "{");
        }
        await().until(() -> extender.buffers.free() < RunningExtender.IN_ALL / 2);
        TestClient stranger = extender.caller();
        stranger.send(head("/scheduler/filter", 90_000) + "x".repeat(90_000));
        stranger.assertAnswer(503, "fill the memory");
        extender.askAboutWatchedPod(honest);
    }
}
