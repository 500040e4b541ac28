package dev.edgewise.scheduler.extender.transport;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Sends bytes, and reads answers one by one. */
final class TestClient implements Closeable {
    /** A test that waits longer has failed. */
    static final int LIMIT_MILLIS = 30_000;

    private static final Pattern LENGTH = Pattern.compile("content-length: (\\d+)");

    private final Socket socket;
    private final InputStream input;

    /** @param head in lower case */
    record Answer(int status, String head, String body) {}

    TestClient(int port) throws IOException {
        this(port, InetAddress.getLoopbackAddress());
    }

    /** @param from the caller's address: any of 127.0.0.0/8 */
    TestClient(int port, InetAddress from) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port, from, 0);
        socket.setSoTimeout(LIMIT_MILLIS);
        input = socket.getInputStream();
    }

    void send(String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(UTF_8));
    }

    Answer answer() throws IOException {
        String head = head().toLowerCase(Locale.ROOT);
        Matcher length = LENGTH.matcher(head);
        byte[] body = length.find() ? input.readNBytes(Integer.parseInt(length.group(1))) : new byte[0];
        return new Answer(Integer.parseInt(head.substring(9, 12)), head, new String(body, UTF_8));
    }

    String head() throws IOException {
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        while (!head.toString(UTF_8).endsWith("\r\n\r\n")) {
            int next = input.read();
            if (next < 0) {
                throw new EOFException("ended after \"" + head.toString(UTF_8) + "\"");
            }
            head.write(next);
        }
        return head.toString(UTF_8);
    }

    void assertAnswer(int status, String part) throws IOException {
        Answer answer = answer();
        assertThat(answer.status()).as(answer.body()).isEqualTo(status);
        assertThat(answer.body()).contains(part);
        assertThat(answer.head())
                .contains("content-type: application/" + (status == 200 ? "json" : "problem+json") + "\r\n");
    }

    /** Asserts that nothing more comes. */
    void assertEnded() throws IOException {
        assertThat(input.read()).isEqualTo(-1);
    }

    /** Asserts the end also if the other side did not read all that was sent: the system then reports an error. */
    void assertAborted() {
        try {
            assertEnded();
        } catch (SocketException reset) {
            assertThat(reset).hasMessageContaining("reset");
        } catch (IOException other) {
            throw new UncheckedIOException(other);
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
