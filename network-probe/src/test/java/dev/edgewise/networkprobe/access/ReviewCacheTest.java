package dev.edgewise.networkprobe.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ReviewCacheTest {
    private final List<String> asked = new ArrayList<>();
    private Instant now = Instant.parse("2026-11-21T08:00:00Z");
    private final Clock clock = ((InstantSource) () -> now).withZone(ZoneOffset.UTC);
    private final ReviewCache<Optional<String>> cache =
            new ReviewCache<>(Duration.ofMinutes(5), Optional::isPresent, clock);

    private Optional<String> get(String token) {
        return cache.get(token, () -> {
            asked.add(token);
            return token.startsWith("good") ? Optional.of("a") : Optional.empty();
        });
    }

    @Test
    void aGoodAnswerHoldsForItsTime() {
        assertThat(get("good")).contains("a");
        now = now.plusSeconds(224);
        assertThat(get("good")).contains("a");
        assertThat(asked).containsExactly("good");

        now = now.plusSeconds(76);
        get("good");
        assertThat(asked).hasSize(2);
    }

    @Test
    void tokensThatCameTogetherAreNotAllReviewedAgainTogether() {
        IntStream.range(0, 100).forEach(i -> get("good" + i));
        asked.clear();
        now = now.plusSeconds(262);
        IntStream.range(0, 100).forEach(i -> get("good" + i));
        assertThat(asked).hasSizeBetween(20, 80);
    }

    @Test
    void aRefusalHoldsForTenSeconds() {
        get("bad");
        now = now.plusSeconds(7);
        get("bad");
        assertThat(asked).hasSize(1);

        now = now.plusSeconds(3);
        assertThat(get("bad")).isEmpty();
        assertThat(asked).hasSize(2);
    }

    @Test
    void whatCannotBeAnsweredIsAskedAgain() {
        assertThatThrownBy(() -> cache.get("good", () -> {
                    throw new ReviewUnavailableException("no API", new RuntimeException());
                }))
                .isInstanceOf(ReviewUnavailableException.class);

        assertThat(get("good")).contains("a");
    }

    @Test
    void theOldestAreForgottenWhenThereAreTooMany() {
        get("good first");
        for (int i = 0; i < 20_000; i++) {
            get("bad " + i);
        }
        get("good first");

        assertThat(asked).filteredOn("good first"::equals).hasSize(2);
    }
}
