package dev.edgewise.networkprobe.kubernetes;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.edgewise.networkprobe.coordinator.AgentTokens;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.IOException;
import java.net.InetSocketAddress;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Against an API server that answers token reviews as a real one does. */
class TokenReviewsTest {
    private static final String USER = "system:serviceaccount:edgewise:network-probe-agent";

    private HttpServer api;
    private KubernetesClient client;
    private TokenReviews reviews;
    private String asked = "";
    private int status = 201;
    private String answer = "";

    @BeforeEach
    void start() throws IOException {
        api = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        api.createContext("/", exchange -> {
            asked = exchange.getRequestMethod() + " " + exchange.getRequestURI() + " "
                    + new String(exchange.getRequestBody().readAllBytes(), UTF_8);
            byte[] body = answer.getBytes(UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.sendResponseHeaders(status, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        api.start();
        client = new KubernetesClientBuilder()
                .withConfig(new ConfigBuilder(Config.empty())
                        .withMasterUrl("http://127.0.0.1:" + api.getAddress().getPort())
                        .withRequestRetryBackoffLimit(0)
                        .build())
                .build();
        reviews = new TokenReviews(client, "edgewise-network-probe", USER);
    }

    @AfterEach
    void stop() {
        client.close();
        api.stop(0);
    }

    private void answers(boolean authenticated, String audience, String user, String extra) {
        answer = "{\"apiVersion\":\"authentication.k8s.io/v1\",\"kind\":\"TokenReview\",\"metadata\":{},"
                + "\"spec\":{},\"status\":{\"authenticated\":" + authenticated + ",\"audiences\":[\"" + audience
                + "\"],\"user\":{\"username\":\"" + user + "\",\"extra\":{" + extra + "}}}}";
    }

    private static String node(String name) {
        return "\"authentication.kubernetes.io/node-name\":[\"" + name + "\"]";
    }

    @Test
    void aProjectedTokenOfTheAgentsNamesItsNode() {
        answers(true, "edgewise-network-probe", USER, node("edge-1"));

        assertThat(reviews.nodeOf("secret")).contains("edge-1");
        assertThat(asked)
                .startsWith("POST /apis/authentication.k8s.io/v1/tokenreviews")
                .contains("\"token\":\"secret\"")
                .contains("\"audiences\":[\"edgewise-network-probe\"]");
    }

    @Test
    void othersTokensAreNotOnesOfAgents() {
        answers(false, "edgewise-network-probe", USER, node("edge-1"));
        assertThat(reviews.nodeOf("expired")).isEmpty();
        answers(true, "https://kubernetes.default.svc", USER, node("edge-1"));
        assertThat(reviews.nodeOf("other audience")).isEmpty();
        answers(true, "edgewise-network-probe", "system:serviceaccount:default:default", node("edge-1"));
        assertThat(reviews.nodeOf("other account")).isEmpty();
        answers(true, "edgewise-network-probe", USER, "");
        assertThat(reviews.nodeOf("not bound to a pod")).isEmpty();
        answer = "{\"apiVersion\":\"authentication.k8s.io/v1\",\"kind\":\"TokenReview\",\"spec\":{},\"status\":{}}";
        assertThat(reviews.nodeOf("nonsense")).isEmpty();
    }

    @Test
    void anApiThatDoesNotAnswerIsNoAnswer() {
        status = 403;
        answer = "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"status\":\"Failure\",\"message\":\"no\",\"code\":403}";

        assertThatThrownBy(() -> reviews.nodeOf("secret"))
                .isInstanceOf(AgentTokens.TokensUnavailableException.class)
                .hasMessageContaining("tokens cannot be reviewed");
    }
}
