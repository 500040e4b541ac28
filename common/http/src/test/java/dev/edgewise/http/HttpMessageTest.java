package dev.edgewise.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.ProtocolException;
import java.net.Proxy;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reads answers that arrive in pieces of any size. */
class HttpMessageTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 1000})
    void aBodyOfAnnouncedLengthLeavesTheNextAnswerAlone(int piece) throws IOException {
        HttpResponseInput input = input(
                piece,
                "HTTP/1.1 201 Created\r\ncontent-type: application/json\r\nContent-Length: 2\r\n\r\n{}HTTP/1.1 404 Not Found\r\n"
                        + "Content-Length: 0\r\nConnection: close\r\n\r\n");
        HttpResponseHead created = HttpResponseHead.read(input);
        assertThat(created).isEqualTo(new HttpResponseHead(201, "application/json", 2, false, "", "", true));
        assertThat(text(input, created)).isEqualTo("{}");
        HttpResponseHead missing = HttpResponseHead.read(input);
        assertThat(missing).isEqualTo(new HttpResponseHead(404, "", 0, false, "", "", false));
        assertThat(text(input, missing)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 1000})
    void chunksAreOneBody(int piece) throws IOException {
        HttpResponseInput input = input(
                piece,
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\nB;note=1\r\n wide world\r\n0\r\nTrailer: 1\r\n\r\n"
                        + "HTTP/1.1 204 No Content\r\n\r\n");
        HttpResponseHead chunked = HttpResponseHead.read(input);
        assertThat(chunked.reusable()).isTrue();
        assertThat(text(input, chunked)).isEqualTo("hello wide world");
        assertThat(HttpResponseHead.read(input).length()).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 1000})
    void interimAnswersAreSkipped(int piece) throws IOException {
        HttpResponseInput input =
                input(piece, "HTTP/1.1 100 Continue\r\nX: y\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx");
        assertThat(HttpResponseHead.read(input).code()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"HTTP/1.0 200 OK\r\n\r\nall of it", "HTTP/1.1 200 OK\r\n\r\nall of it"})
    void withoutALengthTheBodyEndsWithTheConnection(String answer) throws IOException {
        HttpResponseInput input = input(4, answer);
        HttpResponseHead head = HttpResponseHead.read(input);
        assertThat(head.reusable()).isFalse();
        assertThat(text(input, head)).isEqualTo("all of it");
    }

    @ParameterizedTest
    @ValueSource(strings = {"close", "keep-alive, close", "Close,keep-alive"})
    void oneThatAsksToCloseIsNotKept(String options) throws IOException {
        HttpResponseHead head = HttpResponseHead.read(
                input(1000, "HTTP/1.1 200 OK\r\nConnection: " + options + "\r\nContent-Length: 0\r\n\r\n"));
        assertThat(head.reusable()).isFalse();
    }

    @Test
    void theSameLengthTwiceIsOneLength() throws IOException {
        HttpResponseInput input = input(1000, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\nok");
        assertThat(text(input, HttpResponseHead.read(input))).isEqualTo("ok");
    }

    @Test
    void anAnswerSaysWhenItWasMade() throws IOException {
        String date = "Sat, 28 Nov 2026 14:00:00 GMT";
        assertThat(HttpResponseHead.read(input(1000, "HTTP/1.1 204 No Content\r\nDate: " + date + "\r\n\r\n"))
                        .date())
                .isEqualTo(date);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\r\nX: y", "a\nb", "a\tb", "ä", "a\u007f"})
    void aHeaderThatCouldEndItsLineIsNotSent(String value) throws IOException {
        Request request = new Request("GET", new Address(URI.create("http://there"), () -> Proxy.NO_PROXY, null), "/a");
        assertThatThrownBy(() -> request.header("X", value)).isInstanceOf(ProtocolException.class);
        assertThatThrownBy(() -> request.header("X: " + value, "")).isInstanceOf(ProtocolException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "HTTP/1.1 200 OK\r\nContent-Le", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nshort"})
    void anAnswerThatBreaksOffIsNone(String answer) {
        HttpResponseInput input = input(4, answer);
        assertThatThrownBy(() -> text(input, HttpResponseHead.read(input))).isInstanceOf(EOFException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SSH-2.0-OpenSSH\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n-5\r\nhello\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nsome\r\n",
                // What two programs could read differently.
                "HTTP/1.1 200 OK\r\nContent-Length: +5\r\n\r\nhello",
                "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello!",
                "HTTP/1.1 200 OK\r\nContent-Length: 5, 5\r\n\r\nhello",
                "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\n0\r\n\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n",
                "HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length : 5\r\n\r\nhello",
                "HTTP/1.1 200 OK\r\nX: y\r\n Content-Length: 5\r\n\r\nhello",
                "HTTP/1.1 200 OK\r\nX: y\rContent-Length: 5\r\n\r\nhello",
                "HTTP/1.1 200 OK\r\nno field\r\n\r\n",
                "HTTP/2.0 200 OK\r\n\r\n",
                "JUNK/1.1 200 OK\r\n\r\n",
                "HTTP/1.1 +20 OK\r\n\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nabc\r\n0\r\n\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n+2\r\nab\r\n0\r\n\r\n"
            })
    void whatIsNoHttpIsRefused(String answer) {
        HttpResponseInput input = input(1000, answer);
        assertThatThrownBy(() -> text(input, HttpResponseHead.read(input)))
                .isInstanceOf(IOException.class)
                .isNotInstanceOf(EOFException.class)
                .hasMessageContaining("the server");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"HTTP/1.1 200 OK\r\n%s", "%s", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n%s"})
    void linesWithoutEndAreRefused(String answer) {
        String more = answer.equals("%s") ? "HTTP/1.1 100 Continue\r\n\r\n" : "X-More: x\r\n";
        HttpResponseInput input = input(1000, answer.formatted(more.repeat(10_000)));
        assertThatThrownBy(() -> text(input, HttpResponseHead.read(input)))
                .hasMessage("the server sent header lines of more than 65536 bytes");
    }

    /** However slowly an answer comes: what is left of the time is asked for before each piece. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 20\r\n\r\n12345678901234567890",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n1\r\nb\r\n0\r\n\r\n",
            })
    void anAnswerEndsWithItsTime(String answer) throws IOException {
        AtomicInteger left = new AtomicInteger(answer.length());
        HttpResponseInput.Wait wait = () -> {
            if (left.getAndDecrement() == 0) {
                throw new SocketTimeoutException("Read timed out");
            }
        };
        HttpResponseInput inTime = new HttpResponseInput(pieces(1, answer), wait);
        text(inTime, HttpResponseHead.read(inTime));
        left.set(answer.length() - 1);
        HttpResponseInput late = new HttpResponseInput(pieces(1, answer), wait);
        assertThatThrownBy(() -> text(late, HttpResponseHead.read(late))).isInstanceOf(SocketTimeoutException.class);
    }

    private static String text(HttpResponseInput input, HttpResponseHead head) throws IOException {
        return new String(new HttpResponseBody(input, head.length()).readAllBytes(), StandardCharsets.UTF_8);
    }

    private static HttpResponseInput input(int piece, String text) {
        return new HttpResponseInput(pieces(piece, text), () -> {});
    }

    private static InputStream pieces(int piece, String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)) {
            @Override
            public synchronized int read(byte[] into, int offset, int length) {
                return super.read(into, offset, Math.min(length, piece));
            }
        };
    }
}
