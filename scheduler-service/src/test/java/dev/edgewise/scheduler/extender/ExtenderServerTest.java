package dev.edgewise.scheduler.extender;

import static dev.edgewise.scheduler.extender.ExtenderSite.pod;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.web.server.PortInUseException;

/** The port, with connections of several callers. */
class ExtenderServerTest {
    private static final int MOST = 100_000;
    private static final int IN_ALL = 10 * MOST;
    private static final int LIMIT_MILLIS = 30_000;
    private static final String QUESTION =
            "{\"Pod\":" + pod("energy-aware-scheduler") + ",\"NodeNames\":[\"full\",\"empty\"]}";
    private static final String HEAD =
            "POST /scheduler/filter HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: "
                    + QUESTION.length() + "\r\n\r\n";

    private final ExtenderSite site = new ExtenderSite();
    private final Buffers buffers = new Buffers(IN_ALL);
    private final List<Socket> callers = new ArrayList<>();
    private final ExtenderServer server = server(0);

    private ExtenderServer server(int port) {
        Webhooks webhooks = new Webhooks(site.extender(), () -> true);
        Received.Bounds bounds = new Received.Bounds(MOST, ExtenderSite.DEADLINE);
        return new ExtenderServer(
                port,
                null,
                () -> new QuestionHandler(
                        request -> new Received(request, webhooks, buffers, bounds, site.ticker),
                        buffers,
                        site.tally(),
                        site.ticker),
                Duration.ofMillis(LIMIT_MILLIS),
                Duration.ofMillis(LIMIT_MILLIS));
    }

    @AfterEach
    void end() throws IOException {
        for (Socket caller : callers) {
            caller.close();
        }
        server.stop();
    }

    @Test
    void inTheEndWhatHasBegunIsAnsweredAndAllConnectionsEnd() throws Exception {
        server.start();
        List<Socket> idle = List.of(caller(), caller());
        List<Socket> busy = List.of(caller(), caller());
        for (Socket caller : busy) {
            send(caller, HEAD + QUESTION.charAt(0));
        }
        await().until(() -> buffers.free() <= IN_ALL - 2 * QUESTION.length());

        CompletableFuture<Void> stopped = CompletableFuture.runAsync(server::stop);

        for (Socket caller : idle) {
            assertThat(caller.getInputStream().read()).isEqualTo(-1);
        }
        assertThat(stopped).isNotDone();
        for (Socket caller : busy) {
            send(caller, QUESTION.substring(1));
            assertThat(new String(caller.getInputStream().readAllBytes(), UTF_8))
                    .contains("200 OK", "\"NodeNames\":[\"full\"]");
        }
        stopped.join();
        assertThat(server.port()).isNegative();
        assertThat(buffers.free()).isEqualTo(IN_ALL);
    }

    @Test
    void aPortThatIsTakenIsNamed() {
        server.start();
        ExtenderServer second = server(server.port());
        assertThatThrownBy(second::start)
                .isInstanceOf(PortInUseException.class)
                .hasMessageContaining(Integer.toString(server.port()));
        assertThat(second.port()).isNegative();
    }

    private Socket caller() throws IOException {
        Socket caller = new Socket(InetAddress.getLoopbackAddress(), server.port());
        caller.setSoTimeout(LIMIT_MILLIS);
        callers.add(caller);
        return caller;
    }

    private static void send(Socket caller, String text) throws IOException {
        caller.getOutputStream().write(text.getBytes(UTF_8));
    }
}
