package dev.edgewise.scheduler.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.kubernetes.http.ApiResponse;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The messages are those of kube-apiserver 1.36.3 for a pod p with another uid than the request names. */
class PodApiResponseInterpreterTest {
    private static final String OTHER_UID =
            "Operation cannot be fulfilled on Pod \"p\": the UID in the precondition (abc) does not match the UID in"
                    + " record (b5817a3e-e0e6-4518-9fe9-287324dd5264). The object might have been deleted and then recreated";
    private static final String IMMUTABLE_UID =
            "Pod \"p\" is invalid: metadata.uid: Invalid value: \"abc\": field is immutable";
    private static final String OTHER_VERSION =
            "Operation cannot be fulfilled on pods \"p\": the object has been modified;"
                    + " please apply your changes to the latest version and try again";
    private static final String POLICY =
            "Pod \"p\" is invalid: : ValidatingAdmissionPolicy 'guard' denied request: it is protected";

    @Test
    void aPodIsGoneIfThereIsNoneOrAnotherOfItsName() {
        assertThat(PodApiResponseInterpreter.isGone(answer(404, "pods \"p\" not found")))
                .isTrue();
        assertThat(PodApiResponseInterpreter.isGone(answer(409, OTHER_UID))).isTrue();
        assertThat(PodApiResponseInterpreter.isGone(answer(422, IMMUTABLE_UID))).isTrue();
        assertThat(PodApiResponseInterpreter.isRefused(answer(422, IMMUTABLE_UID)))
                .isFalse();
    }

    @Test
    void aWriteConflictSaysNothingOfThePod() {
        assertThat(PodApiResponseInterpreter.isGone(answer(409, OTHER_VERSION))).isFalse();
        assertThat(PodApiResponseInterpreter.isRefused(answer(409, OTHER_VERSION)))
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource({"400, admission webhook denied the request", "403, forbidden", "405, not allowed"})
    void whatIsForbiddenIsRefused(int code, String message) {
        assertThat(PodApiResponseInterpreter.isRefused(answer(code, message))).isTrue();
        assertThat(PodApiResponseInterpreter.isGone(answer(code, message))).isFalse();
    }

    @Test
    void whatAPolicyDeniesIsRefused() {
        assertThat(PodApiResponseInterpreter.isRefused(answer(422, POLICY))).isTrue();
        assertThat(PodApiResponseInterpreter.isGone(answer(422, POLICY))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(ints = {200, 401, 408, 429, 500, 503, 504})
    void whatMayBeAnsweredInAnotherWaySoonIsNotRefused(int code) {
        assertThat(PodApiResponseInterpreter.isRefused(answer(code, "later"))).isFalse();
        assertThat(PodApiResponseInterpreter.isGone(answer(code, "later"))).isFalse();
    }

    private static ApiResponse answer(int code, String message) {
        String body = "{\"kind\":\"Status\",\"message\":\"%s\"}".formatted(message.replace("\"", "\\\""));
        return new ApiResponse(code, body.getBytes(StandardCharsets.UTF_8));
    }
}
