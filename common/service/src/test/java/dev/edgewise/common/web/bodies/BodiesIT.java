package dev.edgewise.common.web.bodies;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.boot.EdgewiseServiceApplication;
import dev.edgewise.common.web.LimitedRequestBodyReader;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

/** Limits of the time for which a body holds a thread of a service. */
class BodiesIT {
    private static final String SLOW = "POST %s HTTP/1.1\r\nHost: x\r\nContent-Type: %s\r\n%s\r\n";
    private static final String JSON = "application/json";
    private static final int ONE_READ_MILLIS = 100;
    private static final int MOST_BYTES = 200;

    private static ConfigurableApplicationContext service;
    /** Each read waits 200 ms. */
    private static ConfigurableApplicationContext impatient;

    /** A service that has these endpoints alone. */
    @EdgewiseServiceApplication
    @RestController
    static class Endpoints {
        record Names(List<String> names) {}

        @PostMapping("/refused")
        void refuse() {
            throw new ResponseStatusException(HttpStatus.UNAUTHORIZED, "No token");
        }

        @PostMapping("/bytes")
        int bytes(HttpServletRequest request) throws IOException {
            return LimitedRequestBodyReader.read(request, 1_000_000).length;
        }

        @PostMapping("/parameter")
        String parameter(@RequestParam(defaultValue = "") String name) {
            return name;
        }

        @PostMapping("/names")
        int names(@RequestBody Names names) {
            return names.names().size();
        }
    }

    @BeforeAll
    static void start() {
        service = service();
        impatient = service("--server.tomcat.connection-timeout=200ms");
    }

    static ConfigurableApplicationContext service(String... settings) {
        return new SpringApplicationBuilder(Endpoints.class)
                .properties(
                        "spring.config.name=bodies",
                        "spring.application.name=bodies",
                        "server.port=0",
                        "management.server.port=0",
                        "edgewise.security.auth=none")
                .run(settings);
    }

    @AfterAll
    static void stop() {
        service.close();
        impatient.close();
    }

    private static int port(ConfigurableApplicationContext of, String path) {
        String name = path.startsWith("/actuator") ? "local.management.port" : "local.server.port";
        return of.getEnvironment().getRequiredProperty(name, Integer.class);
    }

    private static HttpResponse<String> post(String path, String body) throws Exception {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port(service, path) + path))
                                .header("Content-Type", JSON)
                                .POST(BodyPublishers.ofString(body))
                                .build(),
                        BodyHandlers.ofString());
    }

    @Test
    void whoSendsMuchThatIsRefusedReadsWhy() throws Exception {
        HttpResponse<String> response = post("/refused", "x".repeat(1_500_000));

        assertThat(response.statusCode()).isEqualTo(401);
        assertThat(response.body()).contains("No token");
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 1_500_000})
    void aBodyThatNobodyReadsDoesNotChangeTheAnswer(int length) throws Exception {
        HttpResponse<String> response = post("/parameter?name=a", "x".repeat(length));

        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.body()).isEqualTo("a");
    }

    @Test
    void aBodyOfFewFieldsIsSmall() throws Exception {
        assertThat(post("/names", "{\"names\":[\"a\",\"b\"]}").body()).isEqualTo("2");

        HttpResponse<String> response = post("/names", "{\"names\":[\"" + "a".repeat(100_000) + "\"]}");
        assertThat(response.statusCode()).isEqualTo(413);
        assertThat(response.body()).contains("larger than 65536 bytes");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/bytes", "/names"})
    void aBodyThatStopsHalfWayIsLate(String path) throws IOException {
        try (Socket socket = open(path, JSON, "Content-Length: 10\r\n", "{\"nam")) {
            assertThat(new String(socket.getInputStream().readNBytes(13), US_ASCII))
                    .isEqualTo("HTTP/1.1 408 ");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "/refused, application/json",
        "/unknown, application/json",
        "/actuator/health, application/json",
        "/unknown, multipart/form-data; boundary=b",
        "/names, application/x-www-form-urlencoded",
        "/parameter, application/x-www-form-urlencoded"
    })
    void aBodyThatNobodyReadsAndThatComesByteByByteIsNotWaitedFor(String path, String contentType) throws IOException {
        assertThat(closedAfter(path, contentType, "Content-Length: 60000\r\n", ""))
                .isLessThan(MOST_BYTES);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/refused", "/bytes", "/names", "/actuator/health"})
    void whatStandsBesideAChunkIsShort(String path) throws IOException {
        assertThat(closedAfter(path, JSON, "Transfer-Encoding: chunked\r\n", "1;"))
                .isLessThan(MOST_BYTES);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/refused", "/bytes", "/names"})
    void whatFollowsTheLastChunkIsShort(String path) throws IOException {
        assertThat(closedAfter(path, JSON, "Transfer-Encoding: chunked\r\n", "1\r\n7\r\n0\r\n"))
                .isLessThan(MOST_BYTES);
    }

    private static Socket open(String path, String contentType, String header, String begin) throws IOException {
        Socket socket = new Socket("127.0.0.1", port(impatient, path));
        socket.getOutputStream().write((String.format(SLOW, path, contentType, header) + begin).getBytes(US_ASCII));
        return socket;
    }

    /** How many bytes, one in 100 ms, are taken until the connection is closed. */
    private static int closedAfter(String path, String contentType, String header, String begin) throws IOException {
        try (Socket socket = open(path, contentType, header, begin)) {
            socket.setSoTimeout(ONE_READ_MILLIS);
            int sent = 0;
            while (sent < MOST_BYTES && isOpen(socket)) {
                socket.getOutputStream().write('a');
                sent++;
            }
            return sent;
        } catch (SocketException e) {
            // It was reset, as a byte came after it was closed.
            return 0;
        }
    }

    /** Reads what is answered, until nothing comes for 100 ms. */
    private static boolean isOpen(Socket socket) throws IOException {
        try {
            byte[] answer = new byte[1_000];
            while (socket.getInputStream().read(answer) >= 0) {
                // More may come.
            }
            return false;
        } catch (SocketTimeoutException e) {
            return true;
        }
    }
}
