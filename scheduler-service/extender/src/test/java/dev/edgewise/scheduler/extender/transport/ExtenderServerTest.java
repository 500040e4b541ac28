package dev.edgewise.scheduler.extender.transport;

import static dev.edgewise.scheduler.extender.transport.RunningExtender.QUESTION;
import static dev.edgewise.scheduler.extender.transport.RunningExtender.head;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.edgewise.scheduler.extender.judgement.RequestOutcome;
import dev.edgewise.scheduler.extender.transport.TestClient.Answer;
import dev.edgewise.scheduler.extender.transport.TimeoutSocket.Timeouts;
import dev.edgewise.scheduler.extender.wire.ExtenderVerb;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.web.server.PortInUseException;

/** The port, with connections of several callers. */
class ExtenderServerTest {
    private static final Duration LONG = Duration.ofMillis(TestClient.LIMIT_MILLIS);

    private final RunningExtender extender = new RunningExtender(new Timeouts(LONG, LONG, LONG, LONG));
    private final ExtenderServer server = extender.server;

    @AfterEach
    void end() throws IOException {
        extender.close();
    }

    @Test
    void inTheEndWhatHasBegunIsAnsweredAndAllConnectionsEnd() throws Exception {
        List<TestClient> idle = List.of(extender.caller(), extender.caller());
        List<TestClient> busy = List.of(extender.caller(), extender.caller());
        for (TestClient caller : busy) {
            caller.send(head("/scheduler/filter", QUESTION.length()) + QUESTION.charAt(0));
        }
        await().until(() -> extender.buffers.free() <= RunningExtender.IN_ALL - 2 * QUESTION.length());

        CompletableFuture<Void> stopped = CompletableFuture.runAsync(server::stop);

        for (TestClient caller : idle) {
            caller.assertEnded();
        }
        assertThat(stopped).isNotDone();
        for (TestClient caller : busy) {
            caller.send(QUESTION.substring(1) + head("/scheduler/filter", QUESTION.length()) + QUESTION);
            Answer answer = caller.answer();
            assertThat(answer.head()).startsWith("http/1.1 200 ").contains("connection: close\r\n");
            assertThat(answer.body()).contains("\"NodeNames\":[\"full\"]");
            caller.assertAborted();
        }
        stopped.join();
        assertThat(extender.site.answers(ExtenderVerb.FILTER, RequestOutcome.JUDGED))
                .isEqualTo(2);
        assertThat(server.port()).isNegative();
    }

    @Test
    void itMayStartAgain() throws Exception {
        server.stop();
        server.start();
        askForVersion(extender.caller());
    }

    @Test
    void aPortThatIsTakenIsNamed() {
        ExtenderServer second = extender.server(server.port());
        assertThatThrownBy(second::start)
                .isInstanceOf(PortInUseException.class)
                .hasMessageContaining(Integer.toString(server.port()));
        assertThat(second.port()).isNegative();
    }

    /** Connections without requests keep no client out. */
    @Test
    void whereAllConnectionsAreTakenTheOneThatIsIdleForLongestMakesRoom() throws Exception {
        TestClient longest = extender.caller();
        TestClient used = extender.caller();
        // Accepted in this order.
        extender.askAboutWatchedPod(used);
        extender.site.ticker.advance(Duration.ofSeconds(1));
        List<TestClient> later = new ArrayList<>();
        for (int i = 2; i < ExtenderServer.CONNECTIONS; i++) {
            later.add(extender.caller());
        }
        askForVersion(extender.caller());
        longest.assertEnded();
        // Of those that never asked, each goes before one that did.
        for (TestClient ignored : later) {
            askForVersion(extender.caller());
        }
        askForVersion(used);
    }

    @Test
    void whereAllConnectionsAreBusyNoneIsAccepted() throws Exception {
        List<TestClient> busy = new ArrayList<>();
        for (int i = 0; i < ExtenderServer.CONNECTIONS; i++) {
            TestClient caller = extender.caller();
            caller.send(head("/scheduler/filter", QUESTION.length()));
            busy.add(caller);
        }
        await().until(() ->
                extender.buffers.free() <= RunningExtender.IN_ALL - ExtenderServer.CONNECTIONS * QUESTION.length());
        extender.caller().assertEnded();
        busy.get(0).send(QUESTION);
        busy.get(0).assertAnswer(200, "\"NodeNames\":[\"full\"]");
        // Its connection is idle now, or will be in a moment.
        await().ignoreExceptionsInstanceOf(IOException.class).untilAsserted(() -> askForVersion(extender.caller()));
    }

    /** kube-scheduler keeps its connection while others come and do not finish what they begin. */
    @Test
    void whoHasAskedKeepsItsConnectionAmongManyThatDribble() throws Exception {
        TestClient honest = extender.caller();
        extender.askAboutWatchedPod(honest);
        for (int i = 0; i < 2 * ExtenderServer.CONNECTIONS; i++) {
            // The head is not complete, so that all are busy for 500 ms, and idle from then on.
            extender.caller().send("POST /scheduler/filter HTTP/1.1\r\nHost: a\r\n");
            if (i == ExtenderServer.CONNECTIONS) {
                extender.site.ticker.advance(Duration.ofMillis(501));
            }
            askForVersion(honest);
        }
    }

    /** A kube-scheduler that starts, or whose connection was lost, comes with a new one. */
    @Test
    void manyAddressesThatKeepAConnectionEachKeepNoNewCallerOut() throws Exception {
        for (int i = 1; i <= 48; i++) {
            askForVersion(extender.caller("127.0.1." + i));
        }
        TestClient honest = extender.caller("127.0.2.1");
        extender.askAboutWatchedPod(honest);
        for (int i = 1; i <= 48; i++) {
            askForVersion(extender.caller("127.0.3." + i));
        }
        extender.askAboutWatchedPod(honest);
    }

    @Test
    void whereAllHaveAskedTheOneThatIsIdleForLongestMakesRoom() throws Exception {
        TestClient longest = extender.caller("127.0.1.1");
        extender.askAboutWatchedPod(longest);
        extender.site.ticker.advance(Duration.ofSeconds(1));
        // 32 and 16 more that may come while some have asked.
        for (int i = 2; i <= 48; i++) {
            extender.askAboutWatchedPod(extender.caller("127.0.1." + i));
        }
        extender.askAboutWatchedPod(extender.caller("127.0.2.1"));
        longest.assertEnded();
    }

    @Test
    void aNewCallerIsServedAmongHeadsThatAreNeverComplete() throws Exception {
        for (int i = 0; i < ExtenderServer.CONNECTIONS; i++) {
            extender.caller().send("POST /scheduler/filter HTTP/1.1\r\nHost: a\r\n");
        }
        // Callers are accepted in turn: when this one, of another address, is answered, all heads have begun before the
        // time advances.
        askForVersion(extender.caller("127.0.9.1"));
        extender.site.ticker.advance(Duration.ofMillis(501));
        // As soon as all heads have begun to come in; until then it is as if they were silent, which makes room too.
        askForVersion(extender.caller());
    }

    private static void askForVersion(TestClient caller) throws IOException {
        caller.send("GET /version HTTP/1.1\r\nHost: a\r\n\r\n");
        caller.assertAnswer(200, "version");
    }

    /** The server searches for such a connection with each new client, too. */
    @ParameterizedTest
    @ValueSource(strings = {"Host: a", "Host: a\r\nExpect: 100-continue"})
    void whoDoesNotReadWhatIsWrittenIsCutOff(String header) throws Exception {
        TestClient unread = extender.caller();
        String scores = head("/scheduler/prioritize", QUESTION.length()).replace("Host: a", header) + QUESTION;
        AtomicLong times = new AtomicLong();
        CompletableFuture<Void> sent = CompletableFuture.runAsync(() -> {
            try {
                while (true) {
                    unread.send(scores);
                    times.incrementAndGet();
                }
            } catch (IOException cutOff) {
                // As it should be.
            }
        });
        AtomicLong last = new AtomicLong(-1);
        await().pollInterval(Duration.ofMillis(300)).until(() -> {
            // Nothing more is taken, as nothing more can be written.
            if (last.getAndSet(times.get()) == times.get()) {
                extender.site.ticker.advance(LONG.plusSeconds(1));
                extender.caller().close();
            }
            return sent.isDone();
        });
    }
}
