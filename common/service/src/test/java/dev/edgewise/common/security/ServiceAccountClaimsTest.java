package dev.edgewise.common.security;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.testing.TestTokens;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServiceAccountClaimsTest {
    private static final String AUDIENCE = "edgewise-test";
    private static final Instant NOW = Instant.parse("2026-11-21T08:00:00Z");

    private static boolean isPossible(String token) {
        return ServiceAccountClaims.of(token, AUDIENCE, NOW).isPresent();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "nonsense", "a.b", "a.b.c", "a.e30.c", "a.W10.c", "..", "a.!!.c", "a.bnVsbA.c", "a.b.c.d"})
    void whatIsNoTokenIsNotAskedAbout(String token) {
        assertThat(isPossible(token)).isFalse();
    }

    @Test
    void aTokenIsForItsAudiencesOnly() {
        assertThat(isPossible(TestTokens.of("jane", AUDIENCE, NOW))).isTrue();
        assertThat(isPossible(TestTokens.of("jane", "others", NOW))).isFalse();
        assertThat(isPossible(TestTokens.of("{\"aud\":\"edgewise-test\",\"exp\":1795248000}")))
                .isTrue();
        assertThat(isPossible(TestTokens.of("{\"exp\":1795248000}"))).isFalse();
    }

    @Test
    void hugeOrAbsurdClaimsAreNotAskedAbout() {
        assertThat(isPossible(
                        TestTokens.of("{\"aud\":[\"edgewise-test\",\"" + "a".repeat(9000) + "\"],\"exp\":1795248000}")))
                .isFalse();
        assertThat(isPossible(TestTokens.of("{\"aud\":\"edgewise-test\",\"exp\":1e400}")))
                .isFalse();
        assertThat(isPossible(TestTokens.of("{\"aud\":\"edgewise-test\",\"exp\":9223372036854775807}")))
                .isFalse();
        assertThat(isPossible(TestTokens.of("{\"aud\":\"edgewise-test\",\"exp\":\"soon\"}")))
                .isFalse();
        assertThat(isPossible(TestTokens.of("[".repeat(5000)))).isFalse();
    }

    @Test
    void aClockThatIsAnHourWrongRefusesNobody() {
        String token = TestTokens.of("jane", AUDIENCE, NOW.minus(Duration.ofMinutes(119)));
        assertThat(isPossible(token)).isTrue();
        assertThat(isPossible(TestTokens.of("jane", AUDIENCE, NOW.minus(Duration.ofHours(4)))))
                .isFalse();
    }

    @Test
    void whatIsLeftIsNeverMoreThanAll() {
        assertThat(left(NOW.minusSeconds(600))).isEqualTo(Duration.ofMinutes(50));
        assertThat(left(NOW.plusSeconds(7200))).isEqualTo(Duration.ofHours(1));
        assertThat(left(NOW.minusSeconds(3700))).isEqualTo(Duration.ZERO);
    }

    /** The last second that an Instant holds; its nanoseconds do not fit into a long. */
    @Test
    void aTokenThatNeverEndsIsReviewedEachDay() {
        String endless = TestTokens.of("{\"aud\":\"" + AUDIENCE + "\",\"exp\":31556889864403199}");
        assertThat(ServiceAccountClaims.of(endless, AUDIENCE, NOW).orElseThrow().lifetime(NOW))
                .isEqualTo(Duration.ofDays(1));
    }

    private static Duration left(Instant issued) {
        return ServiceAccountClaims.of(TestTokens.of("jane", AUDIENCE, issued), AUDIENCE, NOW)
                .orElseThrow()
                .lifetime(NOW);
    }
}
