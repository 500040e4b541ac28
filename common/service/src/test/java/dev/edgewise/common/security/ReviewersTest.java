package dev.edgewise.common.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests of reviews to an API server, and how its responses are read. */
class ReviewersTest {
    private String asked = "";
    private String answer = "{}";

    private final ReviewApi api = new ReviewApi() {
        @Override
        public String create(String path, String json) {
            asked = path + " " + json;
            return answer;
        }

        @Override
        public String namespace() {
            return "edgewise";
        }
    };

    private static String reviewed(boolean authenticated, String audience) {
        return "{\"apiVersion\":\"authentication.k8s.io/v1\",\"kind\":\"TokenReview\",\"metadata\":{},\"spec\":{},\"status\":"
                + "{\"authenticated\":" + authenticated + ",\"audiences\":[\"" + audience
                + "\"],\"user\":{\"username\":"
                + "\"jane\",\"uid\":\"7\",\"groups\":[\"staff\"],\"extra\":{\"node\":[\"edge-1\"]}}}}";
    }

    @Test
    void aTokenOfTheAudienceNamesItsUser() {
        answer = reviewed(true, "edgewise");
        assertThat(new TokenReviewer(api, "edgewise").userOf("secret"))
                .contains(new TokenUser("jane", "7", List.of("staff"), Map.of("node", List.of("edge-1"))));
        assertThat(asked)
                .isEqualTo("/apis/authentication.k8s.io/v1/tokenreviews {\"apiVersion\":\"authentication.k8s.io/v1\","
                        + "\"kind\":\"TokenReview\",\"spec\":{\"token\":\"secret\",\"audiences\":[\"edgewise\"]}}");
    }

    @Test
    void othersTokensNameNobody() {
        TokenReviewer reviewer = new TokenReviewer(api, "edgewise");
        answer = reviewed(false, "edgewise");
        assertThat(reviewer.userOf("expired")).isEmpty();
        answer = reviewed(true, "https://kubernetes.default.svc");
        assertThat(reviewer.userOf("other audience")).isEmpty();
        answer = "{\"status\":{}}";
        assertThat(reviewer.userOf("nonsense")).isEmpty();
    }

    @Test
    void rightsAreThoseOfTheUserWithItsGroupsAndExtras() {
        TokenUser jane = new TokenUser("jane", "7", List.of("staff"), Map.of("scopes", List.of("all")));
        answer = "{\"status\":{\"allowed\":true}}";
        assertThat(new SubjectAccessReviewer(api)
                        .isAllowed(jane, new Permission("create", "edgewise.dev", "roundtriptimes/reprobe", "shop")))
                .isTrue();
        assertThat(asked)
                .startsWith("/apis/authorization.k8s.io/v1/subjectaccessreviews ")
                .contains("\"user\":\"jane\",\"uid\":\"7\",\"groups\":[\"staff\"],\"extra\":{\"scopes\":[\"all\"]}")
                .contains("{\"verb\":\"create\",\"group\":\"edgewise.dev\",\"resource\":\"roundtriptimes\","
                        + "\"subresource\":\"reprobe\",\"namespace\":\"shop\",\"name\":\"\"}");

        answer = "{\"status\":{\"allowed\":false,\"reason\":\"no\"}}";
        assertThat(new SubjectAccessReviewer(api).isAllowed(jane, new Permission("list", "", "nodes", null)))
                .isFalse();
        assertThat(asked)
                .contains(
                        "{\"verb\":\"list\",\"group\":\"\",\"resource\":\"nodes\",\"subresource\":\"\",\"namespace\":\"\",\"name\":\"\"}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "nonsense", "[]", "{}", "{\"status\":\"Failure\"}"})
    void anAnswerThatSaysNothingIsNoAnswer(String nothing) {
        answer = nothing;
        assertThatThrownBy(() -> new TokenReviewer(api, "edgewise").userOf("secret"))
                .isInstanceOf(ReviewUnavailableException.class)
                .hasMessageContaining("tokens cannot be reviewed");
    }
}
