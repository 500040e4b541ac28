package dev.edgewise.networkprobe.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.networkprobe.Http;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Primary;
import org.springframework.test.annotation.DirtiesContext;

/** Everybody may read; only those whom the cluster allows it may change something. */
@SpringBootTest(
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {"edgewise.store=memory"})
@DirtiesContext
class AccessIT {
    private static final String BODY = "{\"p50Ms\": 5}";
    private static final List<String> asked = new CopyOnWriteArrayList<>();

    @LocalServerPort
    int port;

    private Http http;

    @TestConfiguration
    static class Roles {
        @Bean
        @Primary
        AccessReviews testReviews() {
            return (token, verb, resource) -> {
                asked.add(token + " " + verb + " " + resource);
                return switch (token) {
                    case "admin" -> AccessReviews.Verdict.ALLOWED;
                    case "reader" -> AccessReviews.Verdict.FORBIDDEN;
                    case "later" ->
                        throw new ReviewUnavailableException("tokens cannot be reviewed: no API", new Exception());
                    default -> AccessReviews.Verdict.UNKNOWN;
                };
            };
        }
    }

    @BeforeEach
    void connect() {
        http = new Http(port);
        asked.clear();
    }

    private HttpResponse<String> put(String... headers) throws Exception {
        return http.call("PUT", "/api/v1/rtt/a/b", BODY.getBytes(), headers);
    }

    @Test
    void readingIsFree() throws Exception {
        assertThat(http.get("/api/v1/rtt").statusCode()).isEqualTo(200);
        assertThat(asked).isEmpty();
    }

    @Test
    void whoMayIsLetThroughAndNotAskedAboutEachTime() throws Exception {
        assertThat(put("Authorization", "Bearer admin").statusCode()).isEqualTo(200);
        assertThat(put("Authorization", "bearer admin").statusCode()).isEqualTo(200);
        assertThat(http.call("DELETE", "/api/v1/rtt/a/b", new byte[0], "Authorization", "Bearer admin")
                        .statusCode())
                .isEqualTo(204);

        assertThat(asked).containsExactly("admin update roundtriptimes", "admin delete roundtriptimes");
    }

    @Test
    void whoIsNotKnownIsToldWhatIsMissing() throws Exception {
        for (String[] headers : new String[][] {{}, {"Authorization", "Basic admin"}, {"Authorization", "Bearer "}}) {
            HttpResponse<String> answer = put(headers);
            assertThat(answer.statusCode()).isEqualTo(401);
            assertThat(answer.headers().firstValue("WWW-Authenticate")).contains("Bearer");
            assertThat(answer.body()).contains("authorization is missing: it must be Bearer and a token");
        }
        assertThat(put("Authorization", "Bearer stranger").body())
                .contains("\"status\":401")
                .contains("the token is not valid");
    }

    @Test
    void whoMayNotIsToldWhichRoleIsMissing() throws Exception {
        assertThat(put("Authorization", "Bearer reader").body())
                .contains("\"status\":403")
                .contains("a role must allow to update roundtriptimes of the group edgewise.dev");
        assertThat(http.get("/api/v1/rtt/a/b").statusCode()).isEqualTo(404);
    }

    @Test
    void withoutTheClusterNobodyIsLetThrough() throws Exception {
        HttpResponse<String> answer = put("Authorization", "Bearer later");

        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(answer.headers().firstValue("Retry-After")).contains("5");
        assertThat(answer.body()).contains("tokens cannot be reviewed: no API; try again later");
    }
}
