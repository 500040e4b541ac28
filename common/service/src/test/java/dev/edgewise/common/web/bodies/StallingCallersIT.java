package dev.edgewise.common.web.bodies;

import static dev.edgewise.testkit.StallingCallers.head;
import static dev.edgewise.testkit.StallingCallers.withoutBody;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.testkit.ResourceCloser;
import dev.edgewise.testkit.StallingCallers;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.ConfigurableApplicationContext;

/** Callers that do not finish their requests hold none of the four threads of a service. */
class StallingCallersIT {
    /** A service that waits for a thread answers after 5 s at the earliest, when the first silent caller is let go. */
    private static final Duration SOON = Duration.ofSeconds(4);

    private static ConfigurableApplicationContext service;

    @BeforeAll
    static void start() throws Exception {
        service = BodiesIT.service("--server.tomcat.threads.max=4");
        honestCallersAreAnswered();
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    private static int port(String name) {
        return service.getEnvironment().getRequiredProperty("local." + name + ".port", Integer.class);
    }

    private static HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        HttpRequest call = request.timeout(SOON).build();
        return StallingCallers.answered(() -> HttpClient.newHttpClient().send(call, BodyHandlers.ofString()));
    }

    private static HttpRequest.Builder request(String port, String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port(port) + path));
    }

    private static void honestCallersAreAnswered() throws Exception {
        for (int i = 0; i < 3; i++) {
            HttpRequest.Builder names = request("server", "/names")
                    .header("Content-Type", "application/json")
                    .POST(BodyPublishers.ofString("{\"names\":[\"a\",\"b\"]}"));
            assertThat(send(names).body()).isEqualTo("2");
            HttpRequest.Builder bytes = request("server", "/bytes").POST(BodyPublishers.ofByteArray(new byte[200_000]));
            assertThat(send(bytes).body()).isEqualTo("200000");
            assertThat(send(request("server", "/unknown")).statusCode()).isEqualTo(404);
            assertThat(send(request("management", "/actuator/health/liveness")).statusCode())
                    .isEqualTo(200);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "server, /refused",
        "server, /unknown",
        "server, /bytes",
        "server, /names",
        "server, /parameter",
        "management, /actuator/health",
        "management, /unknown"
    })
    void bodiesThatDoNotComeHoldNoThread(String port, String path) throws Exception {
        String begin = withoutBody("POST", path);
        try (ResourceCloser stalling = new ResourceCloser()) {
            stalling.add(StallingCallers.silentAfter(port(port), begin));
            stalling.add(StallingCallers.dribblingAfter(port(port), begin));
            honestCallersAreAnswered();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"server", "management"})
    void headsThatDoNotComeHoldNoThread(String port) throws Exception {
        try (ResourceCloser stalling = new ResourceCloser()) {
            stalling.add(StallingCallers.silentAfter(port(port), ""));
            stalling.add(StallingCallers.silentAfter(port(port), head("GET", "/unknown")));
            stalling.add(StallingCallers.dribblingAfter(port(port), head("GET", "/unknown")));
            honestCallersAreAnswered();
        }
    }

    @Test
    void aRefusalIsSentBeforeTheBodyIsWaitedFor() throws Exception {
        // A stalled caller reads its answer at once, too.
        assertThat(StallingCallers.answered(StallingCallersIT::refusal)).isEqualTo("HTTP/1.1 401 ");
    }

    private static String refusal() throws IOException {
        try (Socket socket = new Socket("127.0.0.1", port("server"))) {
            socket.setSoTimeout((int) SOON.toMillis());
            socket.getOutputStream().write(withoutBody("POST", "/refused").getBytes(US_ASCII));
            return new String(socket.getInputStream().readNBytes(13), US_ASCII);
        }
    }
}
