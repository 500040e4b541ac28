package dev.edgewise.common.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.common.testing.FakeReviews;
import dev.edgewise.common.testing.ManualTicker;
import dev.edgewise.common.testing.TestTokens;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RefusedTokenLimitTest {
    private static final String AUDIENCE = "edgewise-test";

    private final FakeReviews reviews = new FakeReviews().user("jane").user("joe");
    private final ManualTicker ticker = new ManualTicker();
    /** Pauses, in which no time passes here. */
    private final List<Duration> waits = new ArrayList<>();

    private String address = "10.0.0.1";
    private final Authenticator authenticator = new Authenticator(
            new TokenReviewer(reviews, AUDIENCE),
            Duration.ofMinutes(1),
            InstantSource.system(),
            new RefusedTokenLimit(() -> address, ticker, waits::add));

    private boolean isKnown(String user) {
        return authenticator.userOf(TestTokens.of(user, AUDIENCE)).isPresent();
    }

    private void inventTokens(int count) {
        for (int i = 0; i < count; i++) {
            try {
                isKnown("invented-" + reviews.asked.size() + "-" + i);
            } catch (ReviewUnavailableException refused) {
                // It is not reviewed.
            }
        }
    }

    @Test
    void anAddressThatInventsTokensHasFewReviewed() {
        inventTokens(1_000);
        // 20 at once; then one now, one in a second and one in 2 s, and none of the others, as they would wait longer.
        assertThat(reviews.asked).hasSize(23);
        assertThat(waits).containsExactly(Duration.ofSeconds(1), Duration.ofSeconds(2));

        // 3 for the budget of 3 s, and after them one now, one in a second and one in 2 s, as the last was at 2 s.
        ticker.advance(Duration.ofSeconds(3));
        inventTokens(1_000);
        assertThat(reviews.asked).hasSize(29);

        assertThatThrownBy(() -> isKnown("jane"))
                .isInstanceOf(ReviewUnavailableException.class)
                .hasMessage("the token is not reviewed: too many tokens that 10.0.0.1 sent lately were not valid");
    }

    /** Behind an ingress all callers have one address. */
    @Test
    void anHonestCallerBehindTheAddressOfAnotherThatInventsTokensIsReviewedAfterAPause() {
        inventTokens(20);
        for (int second = 0; second < 60; second++) {
            assertThat(isKnown("invented-later-" + second)).isFalse();
            ticker.advance(Duration.ofMillis(500));
            if (second == 30) {
                assertThat(isKnown("joe")).as("its first token").isTrue();
            }
            ticker.advance(Duration.ofMillis(500));
        }
    }

    @Test
    void aSubjectThatHadAGoodTokenIsReviewedAtOnceUnlessOthersClaimToBeIt() {
        assertThat(isKnown("jane")).isTrue();
        inventTokens(1_000);
        waits.clear();
        Instant earlier = Instant.now().minusSeconds(60);
        assertThat(authenticator.userOf(TestTokens.of("jane", AUDIENCE, earlier)))
                .isPresent();
        assertThat(waits).isEmpty();

        reviews.without("jane");
        int before = reviews.asked.size();
        for (int i = 2; i < 1_000; i++) {
            try {
                authenticator.userOf(TestTokens.of("jane", AUDIENCE, earlier.minusSeconds(i)));
            } catch (ReviewUnavailableException refused) {
                // It is not reviewed.
            }
        }
        // 20 of the subject's own budget; the address's next reviews are taken for the 2 s that a caller waits.
        assertThat(reviews.asked).hasSize(before + 20);
    }

    @Test
    void otherAddressesAndKnownTokensAreNotConcerned() {
        String jane = TestTokens.of("jane", AUDIENCE);
        assertThat(authenticator.userOf(jane)).isPresent();
        inventTokens(1_000);

        assertThat(authenticator.userOf(jane)).isPresent();
        address = "10.0.0.2";
        assertThat(isKnown("joe")).isTrue();
    }
}
