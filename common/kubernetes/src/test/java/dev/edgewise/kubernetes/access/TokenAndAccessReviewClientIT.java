package dev.edgewise.kubernetes.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.common.security.ReviewUnavailableException;
import dev.edgewise.kubernetes.api.ApiServerClient;
import dev.edgewise.kubernetes.http.ApiServerTransport;
import dev.edgewise.testkit.ScriptedServer;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TokenAndAccessReviewClientIT {
    private static final String PATH = "/apis/authentication.k8s.io/v1/tokenreviews";

    private ScriptedServer scripted;
    private ApiServerTransport server;

    @BeforeEach
    void start() throws IOException {
        scripted = new ScriptedServer();
        server = ApiServerTransport.of(
                new ConfigBuilder(Config.empty()).withMasterUrl(scripted.url()).build());
    }

    @AfterEach
    void stop() throws Exception {
        server.close();
        scripted.close();
    }

    private TokenAndAccessReviewClient reviews(Duration timeout) {
        return new TokenAndAccessReviewClient(new ApiServerClient(server, timeout), "edgewise");
    }

    @Test
    void aReviewIsCreatedAsItIs() {
        scripted.answer("HTTP/1.1 201 Created\r\nContent-Length: 13\r\n\r\n{\"status\":{}}");
        assertThat(reviews(Duration.ofSeconds(5)).create(PATH, "{\"spec\":{}}")).isEqualTo("{\"status\":{}}");
        assertThat(scripted.requests).singleElement().asString().startsWith("POST " + PATH);
    }

    @Test
    void whoeverMayNotCreateReviewsHasNoAnswer() {
        scripted.answer("HTTP/1.1 403 Forbidden\r\nContent-Length: 2\r\n\r\n{}");
        assertThatThrownBy(() -> reviews(Duration.ofSeconds(5)).create(PATH, "{}"))
                .isInstanceOf(ReviewUnavailableException.class)
                .hasMessage("tokens and rights cannot be reviewed: the API server answers 403");
    }

    @Test
    void anApiServerThatIsSilentHoldsNobodyUpForLong() {
        assertThatThrownBy(() -> reviews(Duration.ofMillis(50)).create(PATH, "{}"))
                .isInstanceOf(ReviewUnavailableException.class)
                .hasMessage("tokens and rights cannot be reviewed: the API server does not answer");
    }
}
