package dev.edgewise.scheduler.extender.transport;

import static dev.edgewise.scheduler.extender.transport.RunningExtender.QUESTION;
import static dev.edgewise.scheduler.extender.transport.RunningExtender.head;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.scheduler.extender.buffer.BufferPool;
import dev.edgewise.scheduler.extender.judgement.RequestOutcome;
import dev.edgewise.scheduler.extender.transport.TestClient.Answer;
import dev.edgewise.scheduler.extender.transport.TimeoutSocket.Timeouts;
import dev.edgewise.scheduler.extender.wire.ExtenderVerb;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The responses of a connection to what one client sends. */
class AcceptedConnectionTest {
    private static final Duration LONG = Duration.ofMillis(TestClient.LIMIT_MILLIS);
    private static final String CHUNKED =
            "Host: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n";

    private final RunningExtender extender = new RunningExtender(new Timeouts(LONG, LONG, LONG, LONG.multipliedBy(10)));
    private TestClient caller;

    @BeforeEach
    void connect() throws IOException {
        caller = extender.caller();
    }

    @AfterEach
    void end() throws IOException {
        extender.close();
    }

    @Test
    void questionsAreAnsweredOneAfterTheOther() throws IOException {
        caller.send(head("/scheduler/filter", QUESTION.length())
                + QUESTION
                + head("/scheduler/prioritize", QUESTION.length())
                + QUESTION.substring(0, 20));
        caller.assertAnswer(200, "\"NodeNames\":[\"full\"]");
        caller.send(QUESTION.substring(20));
        caller.assertAnswer(200, "[{\"Host\":\"full\",\"Score\":10}");
        assertThat(extender.site.answers(ExtenderVerb.FILTER, RequestOutcome.JUDGED))
                .isEqualTo(1);
        assertThat(extender.site.answers(ExtenderVerb.PRIORITIZE, RequestOutcome.JUDGED))
                .isEqualTo(1);
    }

    @Test
    void aBodyInChunksIsReadWithoutItsLength() throws IOException {
        caller.send("POST /scheduler/filter HTTP/1.1\r\n" + CHUNKED + Integer.toHexString(QUESTION.length()) + "\r\n"
                + QUESTION + "\r\n0\r\n\r\n");
        caller.assertAnswer(200, "\"NodeNames\":[\"full\"]");
        assertOpen();
    }

    @Test
    void aBodyThatIsTooLargeIsRefusedOnceItIsRead() throws IOException {
        caller.send(head("/scheduler/filter", RunningExtender.MOST + 1) + " ".repeat(RunningExtender.MOST + 1));
        Answer answer = caller.answer();
        assertThat(answer.status()).isEqualTo(413);
        assertThat(answer.body())
                .contains("larger than 100000 bytes", "edgewise.scheduler.extender.max-body", "nodeCacheCapable: true");
        assertOpen();
        assertThat(extender.site.answers(ExtenderVerb.FILTER, RequestOutcome.REFUSED))
                .isEqualTo(1);
    }

    /** An error would fail the pod. */
    @Test
    void aQuestionThatIsLateFavoursNoNode() throws IOException {
        caller.send(head("/scheduler/filter", QUESTION.length()));
        extender.awaitHeld();
        extender.site.ticker.advance(Duration.ofSeconds(4));
        caller.send(QUESTION);
        caller.assertAnswer(200, "\"NodeNames\":[\"full\",\"empty\"]");
        assertThat(extender.site.answers(ExtenderVerb.FILTER, RequestOutcome.LATE))
                .isEqualTo(1);
        assertOpen();
    }

    @Test
    void onlyTheTimeOfOneRequestIsCounted() throws IOException {
        assertOpen();
        extender.site.ticker.advance(LONG.plusSeconds(1));
        String head = head("/scheduler/filter", QUESTION.length());
        caller.send(head.substring(0, 20));
        caller.send(head.substring(20) + QUESTION);
        caller.assertAnswer(200, "\"NodeNames\":[\"full\"]");
        assertThat(extender.site.answers(ExtenderVerb.FILTER, RequestOutcome.JUDGED))
                .isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "0\r\nA"})
    void aBodyOrATrailerThatStallsIsGivenUp(String begun) throws IOException {
        String chunk = Integer.toHexString(QUESTION.length()) + "\r\n" + QUESTION + "\r\n";
        String request = "POST /scheduler/filter HTTP/1.1\r\n" + CHUNKED + chunk + begun;
        // The first byte has to come within this, too.
        Timeouts soon = new Timeouts(Duration.ofMillis(700), LONG, LONG, LONG);
        try (RunningExtender impatient = new RunningExtender(soon)) {
            TestClient stalling = impatient.caller();
            stalling.send(request);
            stalling.assertAnswer(408, "Nothing more of the body");
            stalling.assertEnded();
            assertThat(impatient.site.answers(ExtenderVerb.FILTER, RequestOutcome.REFUSED))
                    .isEqualTo(1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "POST /scheduler/filter HTTP/1.1\r\nHost: a"})
    void aConnectionWithoutARequestIsClosed(String begun) throws IOException {
        Timeouts soon = new Timeouts(Duration.ofMillis(50), LONG, LONG, LONG);
        try (RunningExtender impatient = new RunningExtender(soon)) {
            TestClient silent = impatient.caller();
            silent.send(begun);
            silent.assertEnded();
        }
    }

    @Test
    void whoAsksFirstWhetherToSendTheBodyIsAskedForIt() throws IOException {
        caller.send(waiting(head("/scheduler/filter", QUESTION.length())));
        assertThat(caller.head()).startsWith("HTTP/1.1 100 ");
        caller.send(QUESTION);
        caller.assertAnswer(200, "\"NodeNames\":[\"full\"]");
        assertOpen();
    }

    /** The client may or may not send it all the same. */
    @Test
    void aBodyThatIsNotWantedIsNotWaitedFor() throws IOException {
        caller.send(waiting(head("/nowhere", QUESTION.length())));
        caller.assertAnswer(404, "/version");
        caller.assertEnded();
    }

    private static String waiting(String head) {
        return head.replace("Host: a", "Host: a\r\nExpect: 100-continue");
    }

    @Test
    void nothingIsSaidOfAClusterThatIsNotKnown() throws IOException {
        extender.synced = false;
        caller.send(head("/scheduler/filter", QUESTION.length()) + QUESTION);
        Answer answer = caller.answer();
        assertThat(answer.status()).isEqualTo(503);
        assertThat(answer.head()).contains("retry-after: 1\r\n");
        assertThat(answer.body()).contains("not been read completely yet");
    }

    @Test
    void othersMayFillTheMemory() throws IOException {
        BufferPool.Buffer held = extender.buffers.open(RunningExtender.IN_ALL - 100, RunningExtender.IN_ALL);
        caller.send(head("/scheduler/filter", QUESTION.length()) + QUESTION);
        caller.assertAnswer(503, "Other questions fill the memory");
        held.release();
        assertOpen();
    }

    @Test
    void whatIsRefusedIsCountedByWhatItAsks() throws IOException {
        extender.synced = false;
        caller.send(head("/scheduler/filter", 2) + "{}"
                + head("/scheduler/prioritize", 2).replace("json", "xml") + "{}");
        caller.assertAnswer(503, "not been read completely yet");
        caller.assertAnswer(415, "application/xml");
        assertThat(extender.site.answers(ExtenderVerb.FILTER, RequestOutcome.REFUSED))
                .isEqualTo(1);
        assertThat(extender.site.answers(ExtenderVerb.PRIORITIZE, RequestOutcome.REFUSED))
                .isEqualTo(1);
    }

    @Test
    void eachPathHasItsMethodAndItsType() throws IOException {
        caller.send("GET /version?x HTTP/1.1\r\nHost: a\r\n\r\n");
        caller.assertAnswer(200, "{\"version\":\"");
        caller.send("GET /scheduler/filter HTTP/1.1\r\nHost: a\r\n\r\n");
        caller.assertAnswer(405, "POST");
        caller.send(head("/scheduler/filter", 2).replace("application/json", "text/plain") + "{}");
        caller.assertAnswer(415, "application/json");
        caller.send(head("/scheduler/filter", 2).replace("Content-Type: application/json\r\n", "") + "{}");
        caller.assertAnswer(415, "application/json");
        caller.send(head("/scheduler/filter", 2).replace("json", "json;charset=utf-8") + "{}");
        caller.assertAnswer(400, "\"field\":\"Pod\"");
        for (String path : new String[] {"/scheduler/%66ilter", "//scheduler/filter"}) {
            caller.send(head(path, 2) + "{}");
            caller.assertAnswer(404, "/scheduler/preempt");
        }
        assertOpen();
    }

    @Test
    void whoAsksForAHeadGetsNoBody() throws IOException {
        caller.send("HEAD /version HTTP/1.1\r\nHost: a\r\n\r\n");
        assertThat(caller.head()).startsWith("HTTP/1.1 405 ");
        assertOpen();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"GET /version HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", "GET /version HTTP/1.0\r\n\r\n"
            })
    void aConnectionEndsWhereItsCallerSaysSo(String request) throws IOException {
        caller.send(request);
        Answer answer = caller.answer();
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.head()).contains("connection: close\r\n");
        caller.assertEnded();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "POST /scheduler/filter HTTP/1.1\r\n" + CHUNKED + "x\r\n",
                "POST /scheduler/filter HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n",
                "POST /scheduler/filter HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
                "POST /scheduler/filter HTTP/1.1\r\nHost: a\r\nContent-Length : 1\r\n\r\n",
                "POST /scheduler/filter HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip\r\n\r\n",
                "POST /scheduler/filter HTTP/2.0\r\nHost: a\r\n\r\n",
                "{}\r\n\r\n",
                "GET //a:99999/ HTTP/1.1\r\nHost: a\r\n\r\n",
                "GET / HTTP/-1.1\r\nHost: a\r\n\r\n",
            })
    void whatIsNoHttpIsRefusedAndEndsTheConnection(String request) throws IOException {
        caller.send(request);
        caller.assertAnswer(400, "cannot be read as HTTP/1.1");
        caller.assertEnded();
    }

    @Test
    void aHeadHasAnEnd() throws IOException {
        caller.send("GET /version HTTP/1.1\r\nHost: " + "a".repeat(2 * 1024));
        caller.assertAnswer(400, "cannot be read as HTTP/1.1");
        TestClient other = extender.caller();
        other.send("GET /version HTTP/1.1\r\n" + "a: b\r\n".repeat(32));
        other.assertAnswer(400, "cannot be read as HTTP/1.1");
    }

    @Test
    void aTrailerHasAnEnd() throws IOException {
        caller.send("POST /scheduler/filter HTTP/1.1\r\n" + CHUNKED + "0\r\n" + "a: b\r\n".repeat(32));
        caller.assertAnswer(400, "cannot be read as HTTP/1.1");
    }

    @Test
    void aRefusedBodyThatIsNoHttpEndsTheConnection() throws IOException {
        caller.send("POST /nowhere HTTP/1.1\r\n" + CHUNKED + "x\r\n");
        caller.assertAnswer(404, "/version");
        caller.assertEnded();
    }

    private void assertOpen() throws IOException {
        caller.send("GET /version HTTP/1.1\r\nHost: a\r\n\r\n");
        caller.assertAnswer(200, "{\"version\":\"");
    }
}
