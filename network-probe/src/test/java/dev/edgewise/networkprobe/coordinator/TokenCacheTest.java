package dev.edgewise.networkprobe.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TokenCacheTest {
    private final List<String> asked = new ArrayList<>();
    private Instant now = Instant.parse("2026-11-21T08:00:00Z");
    private final TokenCache cache = new TokenCache(
            token -> {
                asked.add(token);
                return token.startsWith("good") ? Optional.of("a") : Optional.empty();
            },
            Duration.ofMinutes(5),
            new Clock() {
                @Override
                public ZoneId getZone() {
                    return ZoneOffset.UTC;
                }

                @Override
                public Clock withZone(ZoneId zone) {
                    return this;
                }

                @Override
                public Instant instant() {
                    return now;
                }
            });

    private final AgentGate gate = AgentGate.of(cache);

    private void refused(int status, String node, String header) {
        assertThatThrownBy(() -> gate.check(node, header))
                .isInstanceOfSatisfying(RefusedReportException.class, e -> assertThat(e.status())
                        .isEqualTo(status));
    }

    @Test
    void aTokenIsReviewedOnceInAWhile() {
        gate.check("a", "Bearer good");
        gate.check("a", "Bearer good");
        assertThat(asked).containsExactly("good");

        now = now.plusSeconds(300);
        gate.check("a", "Bearer good");
        assertThat(asked).hasSize(2);
    }

    @Test
    void aRefusedTokenIsAskedAboutAgainSoon() {
        refused(401, "a", "Bearer bad");
        refused(401, "a", "Bearer bad");
        assertThat(asked).hasSize(1);

        now = now.plusSeconds(10);
        refused(401, "a", "Bearer bad");
        assertThat(asked).hasSize(2);
    }

    @Test
    void aTokenSpeaksForItsOwnNodeOnly() {
        refused(403, "b", "Bearer good");
        refused(401, "a", null);
        refused(401, "a", "Basic good");
    }
}
