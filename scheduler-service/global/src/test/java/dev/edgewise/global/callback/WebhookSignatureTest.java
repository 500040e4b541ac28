package dev.edgewise.global.callback;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WebhookSignatureTest {
    /** The example of the specification of Standard Webhooks. */
    @Test
    void signsAsTheSpecificationDoes() {
        WebhookSignature signature = new WebhookSignature("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw\n");

        assertThat(signature.of("msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, "{\"test\": 2432232314}"))
                .isEqualTo("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "secret", "whsec_", "whsec_AAAA", "whsec_no base64!", "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"})
    void refusesWhatIsNoSecretWithoutShowingIt(String secret) {
        assertThatThrownBy(() -> new WebhookSignature(secret))
                .hasMessage("the field key of the callback's Secret must be whsec_ and 16 to 64 bytes in Base64");
    }
}
