package dev.edgewise.networkprobe.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.networkprobe.access.ReviewUnavailableException;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Against an API server that answers token reviews as a real one does. */
class TokenReviewsTest {
    private static final String AUDIENCE = "edgewise-network-probe";
    private static final String USER = "system:serviceaccount:edgewise:network-probe-agent";

    private FakeApi api;
    private TokenReviews reviews;

    @BeforeEach
    void start() throws IOException {
        api = new FakeApi();
        reviews = new TokenReviews(new TokenReviewer(api.client, AUDIENCE), USER);
    }

    @AfterEach
    void stop() {
        api.close();
    }

    private static String node(String name) {
        return "\"authentication.kubernetes.io/node-name\":[\"" + name + "\"]";
    }

    @Test
    void aProjectedTokenOfTheAgentsNamesItsNode() {
        api.knows(true, AUDIENCE, USER, node("edge-1"));

        assertThat(reviews.nodeOf("secret")).contains("edge-1");
        assertThat(api.asked.get("tokenreviews"))
                .startsWith("POST /apis/authentication.k8s.io/v1/tokenreviews")
                .contains("\"token\":\"secret\"")
                .contains("\"audiences\":[\"edgewise-network-probe\"]");
    }

    @Test
    void othersTokensAreNotOnesOfAgents() {
        api.knows(false, AUDIENCE, USER, node("edge-1"));
        assertThat(reviews.nodeOf("expired")).isEmpty();
        api.knows(true, "https://kubernetes.default.svc", USER, node("edge-1"));
        assertThat(reviews.nodeOf("other audience")).isEmpty();
        api.knows(true, AUDIENCE, "system:serviceaccount:default:default", node("edge-1"));
        assertThat(reviews.nodeOf("other account")).isEmpty();
        api.knows(true, AUDIENCE, USER, "");
        assertThat(reviews.nodeOf("not bound to a pod")).isEmpty();
        api.answers.put(
                "tokenreviews",
                "{\"apiVersion\":\"authentication.k8s.io/v1\",\"kind\":\"TokenReview\",\"spec\":{},\"status\":{}}");
        assertThat(reviews.nodeOf("nonsense")).isEmpty();
    }

    @Test
    void anApiThatDoesNotAnswerIsNoAnswer() {
        api.refuses("tokenreviews");

        assertThatThrownBy(() -> reviews.nodeOf("secret"))
                .isInstanceOf(ReviewUnavailableException.class)
                .hasMessageContaining("tokens cannot be reviewed");
    }
}
