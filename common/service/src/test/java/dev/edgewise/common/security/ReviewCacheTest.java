package dev.edgewise.common.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.edgewise.common.testing.ManualTicker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ReviewCacheTest {
    private static final Duration HOUR = Duration.ofHours(1);

    private final List<String> asked = new ArrayList<>();
    private final ManualTicker ticker = new ManualTicker();
    private boolean away;
    private final ReviewCache<Optional<String>> cache =
            new ReviewCache<>(Duration.ofMinutes(5), Optional::isPresent, ticker);

    private Optional<String> get(String token) {
        return cache.get(token, HOUR, () -> {
            asked.add(token);
            if (away) {
                throw new ReviewUnavailableException("no API", null);
            }
            return token.startsWith("good") ? Optional.of("a") : Optional.empty();
        });
    }

    private void pass(long seconds) {
        ticker.advance(Duration.ofSeconds(seconds));
    }

    @Test
    void aGoodAnswerHoldsForItsTime() {
        assertThat(get("good")).contains("a");
        pass(224);
        assertThat(get("good")).contains("a");
        assertThat(asked).containsExactly("good");

        pass(76);
        get("good");
        assertThat(asked).hasSize(2);
    }

    @Test
    void tokensThatCameTogetherAreNotAllReviewedAgainTogether() {
        IntStream.range(0, 100).forEach(i -> get("good" + i));
        asked.clear();
        pass(262);
        IntStream.range(0, 100).forEach(i -> get("good" + i));
        assertThat(asked).hasSizeBetween(20, 80);
    }

    @Test
    void aRefusalHoldsForTenSeconds() {
        get("bad");
        pass(7);
        get("bad");
        assertThat(asked).hasSize(1);

        pass(3);
        assertThat(get("bad")).isEmpty();
        assertThat(asked).hasSize(2);
    }

    @Test
    void whatCannotBeAnsweredIsAskedAgain() {
        away = true;
        assertThatThrownBy(() -> get("good")).isInstanceOf(ReviewUnavailableException.class);

        away = false;
        assertThat(get("good")).contains("a");
    }

    @Test
    void aGoodTokenHoldsUntilItsEndWhileNobodyCanBeAsked() {
        get("good");
        away = true;
        pass(3500);
        assertThat(get("good")).contains("a");
        assertThat(asked).hasSize(2);
        pass(4);
        assertThat(get("good")).contains("a");
        assertThat(asked).as("not asked again at each call").hasSize(2);

        pass(97);
        assertThatThrownBy(() -> get("good")).isInstanceOf(ReviewUnavailableException.class);
    }

    @Test
    void aRefusedTokenDoesNotHoldOn() {
        get("bad");
        away = true;
        pass(11);
        assertThatThrownBy(() -> get("bad")).isInstanceOf(ReviewUnavailableException.class);
    }

    @Test
    void aTokenThatIsRefusedLaterIsNotGoodAnyMore() {
        cache.get("token", HOUR, () -> Optional.of("a"));
        pass(301);
        assertThat(cache.get("token", HOUR, Optional::empty)).isEmpty();
        away = true;
        pass(11);
        assertThatThrownBy(() -> get("token")).isInstanceOf(ReviewUnavailableException.class);
    }

    @Test
    void inventedTokensDriveNoGoodOneOut() {
        get("good first");
        for (int i = 0; i < 2 * ReviewCache.MOST_GOOD; i++) {
            get("bad " + i);
        }
        get("good first");

        assertThat(asked).filteredOn("good first"::equals).hasSize(1);
    }

    @Test
    void whatIsUsedStaysWhereThereAreTooMany() {
        get("good first");
        for (int i = 0; i < 2 * ReviewCache.MOST_GOOD; i++) {
            get("good first");
            get("good " + i);
        }
        for (int i = 0; i < 2 * ReviewCache.MOST_GOOD; i++) {
            get("good " + i);
        }

        assertThat(asked).filteredOn("good first"::equals).hasSize(1);
        assertThat(asked).hasSizeGreaterThanOrEqualTo(1 + 3 * ReviewCache.MOST_GOOD);
    }

    @Test
    void whoAsksTheSameMeanwhileWaitsForTheAnswer() {
        AtomicInteger questions = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        List<CompletableFuture<Optional<String>>> answers = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            CompletableFuture<Optional<String>> answer = new CompletableFuture<>();
            answers.add(answer);
            Thread thread = new Thread(() -> answer.complete(cache.get("good", HOUR, () -> {
                questions.incrementAndGet();
                awaitAllOthers(threads);
                return Optional.of("a");
            })));
            threads.add(thread);
        }
        threads.forEach(Thread::start);

        answers.forEach(answer -> assertThat(answer.join()).contains("a"));
        assertThat(questions).hasValue(1);
    }

    private static void awaitAllOthers(List<Thread> threads) {
        await().until(() -> threads.stream()
                        .filter(thread -> thread.getState() == Thread.State.WAITING)
                        .count()
                == threads.size() - 1);
    }
}
