package dev.edgewise.scheduler.extender;

import static dev.edgewise.scheduler.extender.ExtenderSite.pod;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.scheduler.extender.QuestionHandler.Ending;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.handler.codec.http.HttpServerKeepAliveHandler;
import io.netty.handler.timeout.IdleStateEvent;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A connection that is played: what comes in are bytes, in pieces. */
class QuestionHandlerTest {
    private static final int MOST = 100_000;
    private static final int IN_ALL = 1_000_000;
    private static final String QUESTION =
            "{\"Pod\":" + pod("energy-aware-scheduler") + ",\"NodeNames\":[\"full\",\"empty\"]}";

    private final ExtenderSite site = new ExtenderSite();
    private final Buffers buffers = new Buffers(IN_ALL);
    private boolean synced = true;
    private final EmbeddedChannel connection = connection();

    private EmbeddedChannel connection() {
        Webhooks webhooks = new Webhooks(site.extender(), () -> synced);
        Received.Bounds bounds = new Received.Bounds(MOST, ExtenderSite.DEADLINE);
        return new EmbeddedChannel(
                new HttpRequestDecoder(),
                new HttpServerKeepAliveHandler(),
                new QuestionHandler(
                        request -> new Received(request, webhooks, buffers, bounds, site.ticker),
                        buffers,
                        site.tally(),
                        site.ticker));
    }

    @AfterEach
    void allMemoryIsGivenBack() {
        connection.finishAndReleaseAll();
        assertThat(buffers.free()).isEqualTo(IN_ALL);
    }

    @Test
    void questionsAreAnsweredOneAfterTheOther() {
        come(head("/scheduler/filter", QUESTION.length())
                + QUESTION
                + head("/scheduler/prioritize", QUESTION.length()));
        assertAnswer(200, "\"NodeNames\":[\"full\"]");
        assertNothing();
        come(QUESTION.substring(0, 20));
        assertNothing();
        come(QUESTION.substring(20));
        assertAnswer(200, "[{\"Host\":\"full\",\"Score\":10}");
        assertThat(connection.isOpen()).isTrue();
        assertThat(site.answers(Verb.FILTER, Outcome.JUDGED)).isEqualTo(1);
    }

    @Test
    void aBodyInChunksIsReadWithoutItsLength() {
        come(
                "POST /scheduler/filter HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
                        + Integer.toHexString(QUESTION.length()) + "\r\n" + QUESTION + "\r\n0\r\n\r\n");
        assertAnswer(200, "\"NodeNames\":[\"full\"]");
    }

    @Test
    void aFalseLengthReservesLittle() {
        come(head("/scheduler/filter", Integer.MAX_VALUE) + "{");
        assertThat(buffers.free()).isEqualTo(IN_ALL - 64 * 1024);
    }

    @Test
    void aBodyThatIsTooLargeIsRefusedOnceItIsRead() {
        come(head("/scheduler/filter", MOST + 1) + " ".repeat(MOST));
        assertNothing();
        come(" ");
        String problem = assertAnswer(413, "larger than 100000 bytes");
        assertThat(problem).contains("edgewise.scheduler.extender.max-body", "nodeCacheCapable: true");
        assertThat(connection.isOpen()).isTrue();
        assertThat(site.answers(Verb.FILTER, Outcome.REFUSED)).isEqualTo(1);
    }

    @Test
    void aBodyThatDoesNotEndIsNotReadForever() {
        come(head("/scheduler/filter", 1_000_000_000));
        for (int i = 0; i < 25 && connection.isOpen(); i++) {
            come(" ".repeat(MOST));
        }
        assertAnswer(413, "larger than");
        assertThat(connection.isOpen()).isFalse();
    }

    @Test
    void aBodyThatArrivesSlowlyIsGivenUp() {
        come(head("/scheduler/filter", QUESTION.length()) + "{");
        site.ticker.advance(Duration.ofSeconds(4));
        come("\"Pod\"");
        assertAnswer(408, "was not sent within 3000 ms");
        assertThat(connection.isOpen()).isFalse();
    }

    /** Of trailers nothing is decoded until all are here. */
    @Test
    void trailersThatArriveSlowlyAreGivenUp() {
        come(
                "POST /scheduler/filter HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
                        + Integer.toHexString(QUESTION.length()) + "\r\n" + QUESTION + "\r\n0\r\nA");
        site.ticker.advance(Duration.ofSeconds(4));
        come("b");
        assertAnswer(408, "was not sent within 3000 ms");
        assertThat(connection.isOpen()).isFalse();
        assertThat(buffers.free()).isEqualTo(IN_ALL);
        assertThat(site.answers(Verb.FILTER, Outcome.REFUSED)).isEqualTo(1);
    }

    @Test
    void aRefusedBodyThatArrivesSlowlyIsGivenUp() {
        come(head("/nowhere", 1_000));
        for (int i = 0; i < 3; i++) {
            site.ticker.advance(Duration.ofSeconds(1));
            come(" ");
            assertThat(connection.isOpen()).isTrue();
        }
        site.ticker.advance(Duration.ofSeconds(1));
        come(" ");
        assertAnswer(404, "/version");
        assertThat(connection.isOpen()).isFalse();
    }

    /** An error would fail the pod. */
    @Test
    void aBodyOfWhichTheLastByteIsLateFavoursNoNode() {
        come(head("/scheduler/filter", QUESTION.length()) + "{");
        site.ticker.advance(Duration.ofSeconds(4));
        come(QUESTION.substring(1));
        assertAnswer(200, "\"NodeNames\":[\"full\",\"empty\"]");
        assertThat(site.answers(Verb.FILTER, Outcome.LATE)).isEqualTo(1);
        assertThat(connection.isOpen()).isTrue();
    }

    @Test
    void aHeadThatArrivesSlowlyEndsTheConnection() {
        String head = head("/scheduler/filter", QUESTION.length());
        for (int i = 0; i < 4; i++) {
            come(head.substring(i, i + 1));
            site.ticker.advance(Duration.ofSeconds(3));
            assertThat(connection.isOpen()).isTrue();
        }
        come(head.substring(4, 5));
        assertThat(connection.isOpen()).isFalse();
    }

    @Test
    void onlyTheTimeOfOneHeadIsCounted() {
        String first = head("/scheduler/filter", QUESTION.length());
        come(first.substring(0, 20));
        come(first.substring(20) + QUESTION);
        assertAnswer(200, "full");
        site.ticker.advance(Duration.ofMinutes(1));
        come(first.substring(0, 20));
        site.ticker.advance(Duration.ofSeconds(9));
        come(first.substring(20));
        come(QUESTION);
        assertAnswer(200, "full");
        assertThat(connection.isOpen()).isTrue();
    }

    @Test
    void aBodyThatStallsIsGivenUp() {
        come(head("/scheduler/filter", QUESTION.length()) + "{");
        connection.pipeline().fireUserEventTriggered(IdleStateEvent.READER_IDLE_STATE_EVENT);
        assertAnswer(408, "Nothing more of the body");
        assertThat(connection.isOpen()).isFalse();
    }

    @Test
    void aRefusedBodyThatStallsIsGivenUp() {
        come(head("/nowhere", 1_000) + "{");
        connection.pipeline().fireUserEventTriggered(IdleStateEvent.READER_IDLE_STATE_EVENT);
        assertAnswer(404, "/version");
        assertThat(connection.isOpen()).isFalse();
    }

    @Test
    void aConnectionMayBeSilentForMinutesOnceItWasUsed() {
        come(head("/scheduler/filter", QUESTION.length()) + QUESTION);
        assertAnswer(200, "full");
        site.ticker.advance(Duration.ofMinutes(4));
        connection.pipeline().fireUserEventTriggered(IdleStateEvent.READER_IDLE_STATE_EVENT);
        assertThat(connection.isOpen()).isTrue();
        site.ticker.advance(Duration.ofMinutes(2));
        connection.pipeline().fireUserEventTriggered(IdleStateEvent.READER_IDLE_STATE_EVENT);
        assertThat(connection.isOpen()).isFalse();
    }

    @Test
    void aConnectionOnWhichNothingComesIsClosed() {
        connection.pipeline().fireUserEventTriggered(IdleStateEvent.READER_IDLE_STATE_EVENT);
        assertThat(connection.isOpen()).isFalse();
    }

    @Test
    void whatHasBegunIsAnsweredInTheEnd() {
        come(head("/scheduler/filter", QUESTION.length()) + "{");
        connection.pipeline().fireUserEventTriggered(Ending.ENDING);
        assertThat(connection.isOpen()).isTrue();
        come(QUESTION.substring(1) + head("/scheduler/filter", QUESTION.length()) + QUESTION);
        assertAnswer(200, "\"NodeNames\":[\"full\"]");
        assertNothing();
        assertThat(connection.isOpen()).isFalse();
    }

    @Test
    void aConnectionThatIsIdleEndsAtOnce() {
        connection.pipeline().fireUserEventTriggered(Ending.ENDING);
        assertThat(connection.isOpen()).isFalse();
    }

    @Test
    void nothingIsSaidOfAClusterThatIsNotKnown() {
        synced = false;
        come(head("/scheduler/filter", QUESTION.length()) + QUESTION);
        FullHttpResponse answer = answer();
        assertThat(answer.status().code()).isEqualTo(503);
        assertThat(answer.headers().get("Retry-After")).isEqualTo("1");
        answer.release();
    }

    @Test
    void othersMayFillTheMemory() {
        Buffers.Buffer held = buffers.open(IN_ALL - 100, IN_ALL);
        come(head("/scheduler/filter", QUESTION.length()) + QUESTION);
        assertAnswer(503, "Other questions fill the memory");
        held.release();
    }

    @Test
    void whatIsNoHttpIsRefusedAndEndsTheConnection() {
        come(
                "POST /scheduler/filter HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n");
        assertAnswer(400, "This is no HTTP");
        assertThat(connection.isOpen()).isFalse();
    }

    /** Of a bad head nothing follows that would end it. */
    @ParameterizedTest
    @ValueSource(strings = {"Content-Length: x", "Content-Length: 1\r\nContent-Length: 2", "A B: c"})
    void aHeadThatIsNoHttpIsRefusedAtOnce(String header) {
        come("POST /scheduler/filter HTTP/1.1\r\nHost: a\r\n" + header + "\r\n\r\n");
        assertAnswer(400, "This is no HTTP");
        assertThat(connection.isOpen()).isFalse();
    }

    @Test
    void aRefusedBodyThatIsNoHttpEndsTheConnection() {
        come("POST /nowhere HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n");
        assertAnswer(404, "/version");
        assertThat(connection.isOpen()).isFalse();
    }

    @Test
    void whoDoesNotTakeAnswersIsNotReadFrom() {
        connection.unsafe().outboundBuffer().setUserDefinedWritability(1, false);
        connection.runPendingTasks();
        assertThat(connection.config().isAutoRead()).isFalse();
        connection.unsafe().outboundBuffer().setUserDefinedWritability(1, true);
        connection.runPendingTasks();
        assertThat(connection.config().isAutoRead()).isTrue();
    }

    @Test
    void whatIsRefusedIsCountedByWhatItAsks() {
        synced = false;
        come(head("/scheduler/filter", 2) + "{}"
                + head("/scheduler/prioritize", 2).replace("json", "xml") + "{}");
        assertAnswer(503, "not been read completely yet");
        assertAnswer(415, "application/xml");
        assertThat(site.answers(Verb.FILTER, Outcome.REFUSED)).isEqualTo(1);
        assertThat(site.answers(Verb.PRIORITIZE, Outcome.REFUSED)).isEqualTo(1);
    }

    /** A thread that was held up has its clock fire before it reads what has come meanwhile. */
    @Test
    void oneLookAtASilentConnectionIsNotEnough() {
        come(head("/scheduler/filter", QUESTION.length()) + "{");
        connection.pipeline().fireUserEventTriggered(IdleStateEvent.FIRST_READER_IDLE_STATE_EVENT);
        come(QUESTION.substring(1));
        assertAnswer(200, "full");
    }

    @Test
    void eachPathHasItsMethodAndItsType() {
        come("GET /version?x HTTP/1.1\r\nHost: a\r\n\r\n");
        assertAnswer(200, "{\"version\":\"");
        come("GET /scheduler/filter HTTP/1.1\r\nHost: a\r\n\r\n");
        assertAnswer(405, "POST");
        come(head("/scheduler/filter", 2).replace("application/json", "text/plain") + "{}");
        assertAnswer(415, "application/json");
        come(head("/scheduler/filter", 2).replace("Content-Type: application/json\r\n", "") + "{}");
        assertAnswer(415, "application/json");
        come(head("/scheduler/filter", 2).replace("json", "json;charset=utf-8") + "{}");
        assertAnswer(400, "\"field\":\"Pod\"");
        come(head("/scheduler/%66ilter", 2) + "{}");
        assertAnswer(404, "/scheduler/preempt");
        assertThat(connection.isOpen()).isTrue();
    }

    private static String head(String path, int length) {
        return "POST " + path + " HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: " + length
                + "\r\n\r\n";
    }

    private void come(String bytes) {
        connection.writeInbound(Unpooled.copiedBuffer(bytes, UTF_8));
    }

    private String assertAnswer(int status, String part) {
        FullHttpResponse answer = answer();
        String text = answer.content().toString(UTF_8);
        assertThat(answer.status().code()).as(text).isEqualTo(status);
        assertThat(text).contains(part);
        assertThat(answer.headers().get("Content-Type"))
                .isEqualTo(status == 200 ? "application/json" : "application/problem+json");
        assertThat(answer.headers().get("Content-Length"))
                .isEqualTo(String.valueOf(answer.content().readableBytes()));
        answer.release();
        return text;
    }

    private FullHttpResponse answer() {
        FullHttpResponse answer = connection.readOutbound();
        assertThat(answer).isNotNull();
        return answer;
    }

    private void assertNothing() {
        assertThat(connection.<Object>readOutbound()).isNull();
    }
}
