package dev.edgewise.common.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.boot.convert.ApplicationConversionService;

class SecurityPropertiesTest {
    private static SecurityProperties bind(Map<String, String> values) {
        return new Binder(
                        List.of(new MapConfigurationPropertySource(values)),
                        null,
                        ApplicationConversionService.getSharedInstance())
                .bindOrCreate("edgewise.security", SecurityProperties.class);
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
        assertThatThrownBy(() -> bind(Map.of("edgewise.security.cache", "0s")))
                .rootCause()
                .hasMessage("edgewise.security.cache is PT0S: it must be above 0, such as 1s");
        assertThatThrownBy(() -> bind(Map.of("edgewise.security.auth", "nobody")))
                .rootCause()
                .hasMessageContaining("nobody");
    }
}
