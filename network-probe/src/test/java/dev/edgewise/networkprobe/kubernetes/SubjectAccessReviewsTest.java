package dev.edgewise.networkprobe.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.networkprobe.access.AccessReviews.Verdict;
import dev.edgewise.networkprobe.access.ReviewUnavailableException;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SubjectAccessReviewsTest {
    private static final String AUDIENCE = "edgewise-network-probe";

    private FakeApi api;
    private SubjectAccessReviews reviews;

    @BeforeEach
    void start() throws IOException {
        api = new FakeApi();
        reviews = new SubjectAccessReviews(new TokenReviewer(api.client, AUDIENCE), api.client, "edgewise");
    }

    @AfterEach
    void stop() {
        api.close();
    }

    @Test
    void asksForTheTokensUserWithItsGroupsAndExtras() {
        api.knows(true, AUDIENCE, "jane", "\"scopes\":[\"all\"]");
        api.allows(true);

        assertThat(reviews.review("secret", "create", "roundtriptimes/reprobe")).isEqualTo(Verdict.ALLOWED);
        assertThat(api.asked.get("subjectaccessreviews"))
                .startsWith("POST /apis/authorization.k8s.io/v1/subjectaccessreviews")
                .contains("\"user\":\"jane\"")
                .contains("\"groups\":[\"staff\"]")
                .contains("\"extra\":{\"scopes\":[\"all\"]}")
                .contains("\"group\":\"edgewise.dev\"")
                .contains("\"namespace\":\"edgewise\"")
                .contains("\"verb\":\"create\"")
                .contains("\"resource\":\"roundtriptimes\"")
                .contains("\"subresource\":\"reprobe\"");

        reviews.review("secret", "update", "roundtriptimes");
        assertThat(api.asked.get("subjectaccessreviews")).doesNotContain("subresource");
    }

    @Test
    void tellsWhoMayNotFromWhoIsNotKnown() {
        api.knows(true, AUDIENCE, "jane", "");
        api.allows(false);
        assertThat(reviews.review("secret", "update", "roundtriptimes")).isEqualTo(Verdict.FORBIDDEN);

        api.allows(true);
        api.knows(true, "https://kubernetes.default.svc", "jane", "");
        assertThat(reviews.review("for the API server", "update", "roundtriptimes"))
                .isEqualTo(Verdict.UNKNOWN);
        api.knows(false, AUDIENCE, "", "");
        assertThat(reviews.review("expired", "update", "roundtriptimes")).isEqualTo(Verdict.UNKNOWN);
    }

    @Test
    void anApiThatDoesNotAnswerIsNoAnswer() {
        api.knows(true, AUDIENCE, "jane", "");
        api.answers.put("subjectaccessreviews", "nonsense");
        assertThatThrownBy(() -> reviews.review("secret", "update", "roundtriptimes"))
                .isInstanceOf(ReviewUnavailableException.class)
                .hasMessageContaining("rights cannot be reviewed");

        api.refuses("tokenreviews");
        assertThatThrownBy(() -> reviews.review("secret", "update", "roundtriptimes"))
                .isInstanceOf(ReviewUnavailableException.class)
                .hasMessageContaining("tokens cannot be reviewed");
    }
}
