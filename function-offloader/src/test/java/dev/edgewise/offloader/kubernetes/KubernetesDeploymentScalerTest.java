package dev.edgewise.offloader.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.kubernetes.http.ApiResponse;
import dev.edgewise.offloader.moves.MoveRefusedByApiException;
import dev.edgewise.offloader.safety.Workload;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KubernetesDeploymentScalerTest {
    private static final Workload WORKLOAD = new Workload("ns", "Deployment", "fibo", "w");

    private static ApiResponse unprocessable(String message) {
        String body =
                "{\"kind\": \"Status\", \"code\": 422, \"reason\": \"Invalid\", \"message\": \"" + message + "\"}";
        return new ApiResponse(422, body.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void aFailedTestOfThePatchIsNoRefusal() throws Exception {
        ApiResponse reply = unprocessable("the server rejected our request due to an error in our request");
        assertThat(KubernetesDeploymentScaler.answer(WORKLOAD, reply)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ValidatingAdmissionPolicy 'p' with binding 'b' denied request: two at most",
                "admission webhook 'w' denied the request: two at most"
            })
    void aDenialWithoutAReasonKeepsTheServersWords(String message) {
        assertThatThrownBy(() -> KubernetesDeploymentScaler.answer(WORKLOAD, unprocessable(message)))
                .isInstanceOf(MoveRefusedByApiException.class)
                .hasMessageContaining(message);
    }
}
