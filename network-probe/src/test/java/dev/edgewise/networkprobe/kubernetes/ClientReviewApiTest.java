package dev.edgewise.networkprobe.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.common.security.ReviewUnavailableException;
import java.time.Duration;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class ClientReviewApiTest {
    private static final String PATH = "/apis/authentication.k8s.io/v1/tokenreviews";

    @AutoClose
    private final FakeApi api = new FakeApi();

    private ClientReviewApi reviews(Duration timeout) {
        return new ClientReviewApi(api.client, "edgewise", timeout);
    }

    @Test
    void aReviewIsCreatedAsItIs() {
        api.answers.put("tokenreviews", "{\"status\":{}}");
        assertThat(reviews(Duration.ofSeconds(5)).create(PATH, "{\"spec\":{\"token\":\"é\"}}"))
                .isEqualTo("{\"status\":{}}");
        assertThat(api.asked).containsEntry("tokenreviews", "POST " + PATH + " {\"spec\":{\"token\":\"é\"}}");
    }

    @Test
    void whoeverMayNotCreateReviewsHasNoAnswer() {
        api.refuses("tokenreviews");
        assertThatThrownBy(() -> reviews(Duration.ofSeconds(5)).create(PATH, "{}"))
                .isInstanceOf(ReviewUnavailableException.class)
                .hasMessage("tokens and rights cannot be reviewed: the API server answers 403");
    }

    @Test
    void anApiServerThatIsSilentHoldsNobodyUpForLong() {
        api.isSilent = true;
        assertThatThrownBy(() -> reviews(Duration.ofMillis(50)).create(PATH, "{}"))
                .isInstanceOf(ReviewUnavailableException.class)
                .hasMessage("tokens and rights cannot be reviewed: the API server does not answer");
    }
}
