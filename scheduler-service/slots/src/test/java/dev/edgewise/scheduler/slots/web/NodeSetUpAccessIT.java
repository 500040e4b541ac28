package dev.edgewise.scheduler.slots.web;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.security.ReviewApi;
import dev.edgewise.common.testing.FakeReviews;
import dev.edgewise.common.testing.TestTokens;
import dev.edgewise.testkit.StallingCallers;
import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Primary;

/** Callers of node set-up, who are checked before their bodies are read. */
class NodeSetUpAccessIT {
    private static final String SET_UP = "/api/v1/slots/testbeds/default/tb/node-set-up";
    /** Less than the time for which a body is waited for. */
    private static final int SOON_MILLIS = 4_000;

    private static final FakeReviews REVIEWS = new FakeReviews()
            .user("operator", "get testbeds in default", "patch nodes")
            .user("tenant", "get testbeds in default")
            .user("stranger");

    private static SlotsWebService service;

    static class Roles {
        @Bean
        @Primary
        ReviewApi testReviews() {
            return REVIEWS;
        }
    }

    @BeforeAll
    static void start() {
        service = new SlotsWebService(
                List.of(Roles.class),
                "--edgewise.scheduler.slots.node-set-up.enabled=true",
                "--edgewise.security.auth=token-review",
                // There is no API server that could say what this service may do.
                "--spring.autoconfigure.exclude=dev.edgewise.kubernetes.autoconfigure.AccessAutoConfiguration");
        service.objects().put(SlotFixtures.testbed("tb"));
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    private static String[] as(String user) {
        return new String[] {"Authorization", "Bearer " + TestTokens.of(user, "edgewise-slots")};
    }

    @ParameterizedTest
    @CsvSource({"unknown, 401", "stranger, 403", "tenant, 403"})
    void aRefusalIsSentBeforeTheBodyIsWaitedFor(String user, int status) throws Exception {
        String begin = StallingCallers.head("POST", SET_UP, as(user))
                + "Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n";

        String answer = StallingCallers.answered(() -> firstBytes(begin));

        assertThat(answer).isEqualTo("HTTP/1.1 " + status + " ");
    }

    private static String firstBytes(String begin) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", service.port())) {
            socket.setSoTimeout(SOON_MILLIS);
            socket.getOutputStream().write(begin.getBytes(US_ASCII));
            return new String(socket.getInputStream().readNBytes(13), US_ASCII);
        }
    }

    @ParameterizedTest
    @CsvSource({"stranger, 403", "tenant, 403", "operator, 400"})
    void onlyTheBodyOfACallerWhoMayChangeNodesIsJudged(String user, int status) throws Exception {
        assertThat(service.send("POST", SET_UP, "no JSON", as(user)).statusCode())
                .isEqualTo(status);
    }

    @Test
    void aBodyThatIsTooLargeIsRefused() throws Exception {
        String body = "{\"nodes\":[\"" + "n".repeat(64 * 1024) + "\"]}";

        assertThat(service.send("POST", SET_UP, body, as("operator")).statusCode())
                .isEqualTo(413);
    }

    @Test
    void whoMayChangeNodesLabelsThem() throws Exception {
        HttpResponse<String> answer = service.send("POST", SET_UP, "{\"count\":1}", as("operator"));

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        assertThat(service.nodes().labels()).isEqualTo(Map.of("n2", "0"));
    }
}
