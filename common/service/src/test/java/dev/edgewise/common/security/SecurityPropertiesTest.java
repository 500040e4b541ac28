package dev.edgewise.common.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.common.testing.TestProperties;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SecurityPropertiesTest {
    private static SecurityProperties bind(Map<String, String> values) {
        return TestProperties.bind(SecurityProperties.class, values);
    }

    @Test
    void tokensAreReviewedUnlessAUserSaysOtherwise() {
        assertThat(bind(Map.of()))
                .isEqualTo(new SecurityProperties(SecurityProperties.Auth.TOKEN_REVIEW, "", Duration.ofMinutes(1)));
        assertThat(bind(Map.of("edgewise.security.auth", "none")).reviewsTokens())
                .isFalse();
    }

    @Test
    void aWrongValueIsNamed() {
        TestProperties.assertRefused(SecurityProperties.class, "cache", "0s", "PT0S: it must be in 1ms..1d");
        TestProperties.assertRefused(SecurityProperties.class, "cache", "110000d", "PT2640000H: it must be in 1ms..1d");
        assertThatThrownBy(() -> bind(Map.of("edgewise.security.auth", "nobody")))
                .rootCause()
                .hasMessageContaining("nobody");
    }
}
