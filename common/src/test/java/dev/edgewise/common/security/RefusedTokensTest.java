package dev.edgewise.common.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.common.testing.FakeReviews;
import dev.edgewise.common.testing.ManualTicker;
import dev.edgewise.common.testing.TestTokens;
import java.time.Duration;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;

class RefusedTokensTest {
    private static final String AUDIENCE = "edgewise-test";

    private final FakeReviews reviews = new FakeReviews().user("jane").user("joe");
    private final ManualTicker ticker = new ManualTicker();
    private String address = "10.0.0.1";
    private final Authenticator authenticator = new Authenticator(
            new TokenReviewer(reviews, AUDIENCE),
            Duration.ofMinutes(1),
            InstantSource.system(),
            new RefusedTokens(() -> address, ticker));

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
        // 20 at once, and none of the others, as no time has passed.
        assertThat(reviews.asked).hasSize(20);

        // One a second.
        ticker.advance(Duration.ofSeconds(3));
        inventTokens(1_000);
        assertThat(reviews.asked).hasSize(23);

        assertThatThrownBy(() -> isKnown("jane"))
                .isInstanceOf(ReviewUnavailableException.class)
                .hasMessage("the token is not reviewed: too many tokens that 10.0.0.1 sent lately were not valid");
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
