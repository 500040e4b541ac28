package dev.edgewise.scheduler.extender.transport;

import static dev.edgewise.scheduler.extender.transport.RunningExtender.QUESTION;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.scheduler.extender.buffer.BufferPool;
import dev.edgewise.scheduler.extender.judgement.ExtenderFixture;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.io.entity.InputStreamEntity;
import org.apache.hc.core5.http.message.BasicClassicHttpRequest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.web.server.ResponseStatusException;

/** Bodies that come in pieces, late, or not at all. */
class IncomingRequestTest {
    private static final int CHUNKED = -1;

    private final ExtenderFixture site = new ExtenderFixture();
    private final BufferPool buffers = new BufferPool(RunningExtender.IN_ALL);

    /** One piece of a body: what comes, after how long. */
    private record Piece(String text, Duration after) {
        static Piece of(String text) {
            return new Piece(text, Duration.ZERO);
        }
    }

    /** Each read gives one piece; then none comes any more. */
    private final class Pieces extends InputStream {
        private final Piece[] pieces;
        private final IOException end;
        private int next;

        /** @param end null for the end of the body */
        Pieces(IOException end, Piece... pieces) {
            this.pieces = pieces;
            this.end = end;
        }

        @Override
        public int read() {
            throw new UnsupportedOperationException();
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            if (next == pieces.length) {
                if (end != null) {
                    throw end;
                }
                return -1;
            }
            Piece piece = pieces[next++];
            site.ticker.advance(piece.after());
            byte[] bytes = piece.text().getBytes(UTF_8);
            System.arraycopy(bytes, 0, into, offset, bytes.length);
            return bytes.length;
        }
    }

    @AfterEach
    void allMemoryIsGivenBack() {
        assertThat(buffers.free()).isEqualTo(RunningExtender.IN_ALL);
    }

    @Test
    void aBodyIsReadToItsLength() throws Exception {
        Pieces pieces = new Pieces(
                new IOException("more is read"), Piece.of(QUESTION.substring(0, 7)), Piece.of(QUESTION.substring(7)));
        try (IncomingRequest received = received("/scheduler/filter", pieces, QUESTION.length())) {
            received.requireAccepted();
            assertThat(received.length()).isEqualTo(QUESTION.length());
            assertThat(received.isGivenUp()).isFalse();
        }
    }

    @Test
    void aFalseLengthReservesLittle() throws Exception {
        Pieces pieces = new Pieces(new ConnectionClosedException("ended"));
        ClassicHttpRequest request = request("/scheduler/filter", pieces, Integer.MAX_VALUE);
        try (IncomingRequest received = received(request)) {
            assertThat(buffers.free()).isEqualTo(RunningExtender.IN_ALL - 64 * 1024);
            assertThatThrownBy(received::receive).isInstanceOf(ConnectionClosedException.class);
        }
    }

    @Test
    void aBodyThatDoesNotEndIsNotReadForever() throws Exception {
        AtomicInteger sent = new AtomicInteger();
        InputStream endless = new InputStream() {
            @Override
            public int read() {
                sent.incrementAndGet();
                return ' ';
            }
        };
        try (IncomingRequest received = received("/scheduler/filter", endless, 1_000_000_000)) {
            assertRefused(received, 413, "edgewise.scheduler.extender.max-body");
            assertThat(received.isGivenUp()).isTrue();
            assertThat(sent.get()).isBetween(2 * 1024 * 1024, 3 * 1024 * 1024);
        }
    }

    @Test
    void aBodyThatComesSlowlyIsGivenUp() throws Exception {
        Pieces pieces = new Pieces(null, Piece.of("{"), new Piece("\"Pod\"", Duration.ofSeconds(4)), Piece.of(":"));
        try (IncomingRequest received = received("/scheduler/filter", pieces, QUESTION.length())) {
            assertRefused(received, 408, "was not all sent within 3000 ms");
            assertThat(received.isGivenUp()).isTrue();
            assertThat(pieces.next).isEqualTo(2);
        }
    }

    /** An error would fail the pod. */
    @Test
    void aBodyOfWhichTheLastByteIsLateIsAccepted() throws Exception {
        Pieces pieces = new Pieces(null, Piece.of("{"), new Piece(QUESTION.substring(1), Duration.ofSeconds(4)));
        try (IncomingRequest received = received("/scheduler/filter", pieces, QUESTION.length())) {
            received.requireAccepted();
        }
    }

    @Test
    void aRefusedBodyThatComesSlowlyIsGivenUp() throws Exception {
        Piece slow = new Piece(" ", Duration.ofSeconds(1));
        Pieces pieces = new Pieces(null, slow, slow, slow, slow, slow);
        try (IncomingRequest received = received("/nowhere", pieces, CHUNKED)) {
            assertRefused(received, 404, "/version");
            assertThat(received.isGivenUp()).isTrue();
            assertThat(pieces.next).isEqualTo(4);
        }
    }

    @Test
    void aBodyThatStallsIsGivenUp() throws Exception {
        Pieces pieces = new Pieces(new SocketTimeoutException(), Piece.of("{"));
        try (IncomingRequest received = received("/scheduler/filter", pieces, QUESTION.length())) {
            assertRefused(received, 408, "Nothing more of the body");
            assertThat(received.isGivenUp()).isTrue();
        }
    }

    @Test
    void aRefusedBodyThatStallsIsGivenUp() throws Exception {
        Pieces pieces = new Pieces(new SocketTimeoutException(), Piece.of("{"));
        try (IncomingRequest received = received("/nowhere", pieces, 1000)) {
            assertRefused(received, 404, "/version");
            assertThat(received.isGivenUp()).isTrue();
        }
    }

    @Test
    void whereThereIsNoBodyNoneIsRead() throws Exception {
        BasicClassicHttpRequest request = new BasicClassicHttpRequest("GET", "/version");
        try (IncomingRequest received = received(request)) {
            received.receive();
            received.requireAccepted();
            assertThat(received.length()).isZero();
        }
    }

    private static void assertRefused(IncomingRequest received, int status, String part) {
        assertThatThrownBy(received::requireAccepted)
                .isInstanceOfSatisfying(
                        ResponseStatusException.class,
                        refused -> assertThat(refused.getStatusCode().value()).isEqualTo(status))
                .hasMessageContaining(part);
    }

    private IncomingRequest received(String path, InputStream body, long length) throws IOException, HttpException {
        IncomingRequest received = received(request(path, body, length));
        received.receive();
        return received;
    }

    private static ClassicHttpRequest request(String path, InputStream body, long length) {
        ClassicHttpRequest request = new BasicClassicHttpRequest("POST", path);
        request.setHeader("Content-Type", "application/json");
        request.setEntity(new InputStreamEntity(body, length, null));
        return request;
    }

    private IncomingRequest received(ClassicHttpRequest request) {
        ExtenderRoutes paths = new ExtenderRoutes(site.extender(), () -> true);
        IncomingRequest.Limits limits = new IncomingRequest.Limits(RunningExtender.MOST, ExtenderFixture.DEADLINE);
        return new IncomingRequest(request, site.ticker.nanos(), paths, buffers, limits, site.ticker);
    }
}
