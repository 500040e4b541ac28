package dev.edgewise.scheduler.extender;

import static dev.edgewise.scheduler.extender.ServedExtender.QUESTION;
import static dev.edgewise.scheduler.extender.ServedExtender.head;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.edgewise.scheduler.extender.CallerSocket.Waits;
import dev.edgewise.scheduler.extender.TestCaller.Answer;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.web.server.PortInUseException;

/** The port, with connections of several callers. */
class ExtenderServerTest {
    private static final Duration LONG = Duration.ofMillis(TestCaller.LIMIT_MILLIS);

    private final ServedExtender extender = new ServedExtender(new Waits(LONG, LONG, LONG, LONG, LONG));
    private final ExtenderServer server = extender.server;

    @AfterEach
    void end() throws IOException {
        extender.close();
    }

    @Test
    void inTheEndWhatHasBegunIsAnsweredAndAllConnectionsEnd() throws Exception {
        List<TestCaller> idle = List.of(extender.caller(), extender.caller());
        List<TestCaller> busy = List.of(extender.caller(), extender.caller());
        for (TestCaller caller : busy) {
            caller.send(head("/scheduler/filter", QUESTION.length()) + QUESTION.charAt(0));
        }
        await().until(() -> extender.buffers.free() <= ServedExtender.IN_ALL - 2 * QUESTION.length());

        CompletableFuture<Void> stopped = CompletableFuture.runAsync(server::stop);

        for (TestCaller caller : idle) {
            caller.assertEnded();
        }
        assertThat(stopped).isNotDone();
        for (TestCaller caller : busy) {
            caller.send(QUESTION.substring(1) + head("/scheduler/filter", QUESTION.length()) + QUESTION);
            Answer answer = caller.answer();
            assertThat(answer.head()).startsWith("http/1.1 200 ").contains("connection: close\r\n");
            assertThat(answer.body()).contains("\"NodeNames\":[\"full\"]");
        }
        stopped.join();
        assertThat(server.port()).isNegative();
    }

    @Test
    void itMayStartAgain() throws Exception {
        server.stop();
        server.start();
        TestCaller caller = extender.caller();
        caller.send("GET /version HTTP/1.1\r\nHost: a\r\n\r\n");
        caller.assertAnswer(200, "version");
    }

    @Test
    void aPortThatIsTakenIsNamed() {
        ExtenderServer second = extender.server(server.port());
        assertThatThrownBy(second::start)
                .isInstanceOf(PortInUseException.class)
                .hasMessageContaining(Integer.toString(server.port()));
        assertThat(second.port()).isNegative();
    }

    /** Idle ones hold their place until they have been silent for too long. */
    @Test
    void moreConnectionsThanThereIsRoomForEnd() throws Exception {
        List<TestCaller> first = List.of(extender.caller(), extender.caller());
        for (int i = first.size(); i < ExtenderServer.CONNECTIONS; i++) {
            extender.caller();
        }
        extender.caller().assertEnded();
        first.get(0).send("GET /version HTTP/1.1\r\nHost: a\r\n\r\n");
        first.get(0).assertAnswer(200, "version");
        first.get(1).close();
        await().untilAsserted(() -> {
            TestCaller next = extender.caller();
            next.send("GET /version HTTP/1.1\r\nHost: a\r\n\r\n");
            next.assertAnswer(200, "version");
        });
    }
}
