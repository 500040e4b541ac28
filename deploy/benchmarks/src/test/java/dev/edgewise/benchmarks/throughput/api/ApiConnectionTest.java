package dev.edgewise.benchmarks.throughput.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Against a server that says, byte by byte, what it was given to say: one answer a connection, then it hangs up. */
class ApiConnectionTest {
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private ServerSocket server;

    @BeforeEach
    void listen() throws IOException {
        server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
    }

    @AfterEach
    void close() throws IOException {
        server.close();
    }

    @Test
    void readsABodyOfKnownLength() throws Exception {
        say("HTTP/1.1 201 Created\r\nContent-Length: 5\r\nX: y\r\n\r\nhello");

        Reply reply = connection().post("/pods", "{}");

        assertThat(reply.status()).isEqualTo(201);
        assertThat(reply.text()).isEqualTo("hello");
        assertThat(asked)
                .startsWith("POST /base/pods HTTP/1.1")
                .contains("Authorization: Bearer secret", "Content-Type: application/json", "Content-Length: 2");
    }

    /** 5 bytes, then 0x10 = 16, then the end. */
    @Test
    void readsABodyInChunks() throws Exception {
        say("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n10\r\n, dear scheduler\r\n0\r\n\r\n");

        assertThat(connection().get("/").text()).isEqualTo("hello, dear scheduler");
    }

    @Test
    void connectsAnewWhenItWasHungUpOnMeanwhile() throws Exception {
        say("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n1", "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n2");
        ApiConnection connection = connection();

        assertThat(connection.get("/").text()).isEqualTo("1");
        assertThat(connection.get("/").text()).isEqualTo("2");
    }

    @Test
    void anAnswerThatIsCutOffIsAFailure() throws Exception {
        say("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhell");

        assertThatThrownBy(() -> connection().get("/")).hasMessageContaining("within an answer");
    }

    @Test
    void somethingElseThanHttpIsQuoted() throws Exception {
        say("SSH-2.0-OpenSSH\r\n");

        assertThatThrownBy(() -> connection().get("/")).hasMessageContaining("SSH-2.0-OpenSSH");
    }

    private ApiConnection connection() throws Exception {
        URI address = URI.create("http://127.0.0.1:" + server.getLocalPort() + "/base/");
        return new ApiConnection(new ApiAccess(address, SSLContext.getDefault(), "secret"));
    }

    private void say(String... answers) {
        Thread thread = new Thread(() -> List.of(answers).forEach(this::sayOnce));
        thread.setDaemon(true);
        thread.start();
    }

    private void sayOnce(String answer) {
        try (Socket socket = server.accept()) {
            BufferedReader in = new BufferedReader(new InputStreamReader(socket.getInputStream()));
            for (String line = in.readLine(); !line.isEmpty(); line = in.readLine()) {
                asked.add(line);
            }
            socket.getOutputStream().write(answer.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
