package dev.edgewise.rewards.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WatchFreshnessTest {
    private static final Supplier<CompletionStage<Void>> NEVER = CompletableFuture::new;

    @ParameterizedTest
    @CsvSource({"events, 3600, true", "pods, 61, false", "nodes, 61, false", "pods, 60, true"})
    void onlyWhatIsNeededMustBeSeen(String kind, long seconds, boolean isCurrent) {
        WatchFreshness freshness =
                new WatchFreshness(() -> true, () -> Map.of(kind, Duration.ofSeconds(seconds)), NEVER);
        assertThat(freshness.isCurrent()).isEqualTo(isCurrent);
    }

    @Test
    void whatIsNotSeenForLongIsNamed() {
        Map<String, Duration> outages = Map.of("events", Duration.ofSeconds(61), "pods", Duration.ofSeconds(9));
        assertThat(new WatchFreshness(() -> true, () -> outages, NEVER).unwatched())
                .containsExactly("events");
    }
}
