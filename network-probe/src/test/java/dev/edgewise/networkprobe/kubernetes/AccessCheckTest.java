package dev.edgewise.networkprobe.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AccessCheckTest {
    private static final String REVIEWS = "selfsubjectaccessreviews";

    private FakeApi api;

    @BeforeEach
    void start() throws IOException {
        api = new FakeApi();
    }

    @AfterEach
    void stop() {
        api.close();
    }

    private void answers(boolean allowed) {
        api.answers.put(
                REVIEWS,
                "{\"kind\":\"SelfSubjectAccessReview\",\"apiVersion\":\"authorization.k8s.io/v1\",\"spec\":{},\"status\":{\"allowed\":"
                        + allowed + "}}");
    }

    @Test
    void whatIsNotAllowedIsNamed() {
        answers(false);

        assertThat(new AccessCheck(api.client, "edgewise").missing(NetworkProbeAccess.agents()))
                .containsExactly(
                        "list nodes",
                        "watch nodes",
                        "create tokenreviews.authentication.k8s.io",
                        "list pods in namespace edgewise",
                        "watch pods in namespace edgewise");
        assertThat(api.asked.get(REVIEWS)).contains("\"namespace\":\"edgewise\"", "\"verb\":\"watch\"");
    }

    @Test
    void nothingIsMissingWhereAllIsAllowed() {
        answers(true);

        assertThat(new AccessCheck(api.client, "edgewise").missing(NetworkProbeAccess.agents()))
                .isEmpty();
    }

    @Test
    void anApiServerThatCannotSayStopsNobody() {
        api.refuses(REVIEWS);

        new AccessCheck(api.client, "edgewise").run(NetworkProbeAccess.agents());
        assertThat(api.asked).containsKey(REVIEWS);
    }
}
