package dev.edgewise.common.security;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.security.CallerPodResolver.BoundPod;
import dev.edgewise.common.testing.FakeReviews;
import dev.edgewise.common.testing.TestTokens;
import java.time.Clock;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class CallerPodResolverTest {
    private static final String NAME = "authentication.kubernetes.io/pod-name";
    private static final String UID = "authentication.kubernetes.io/pod-uid";
    private static final String ACCOUNT = "system:serviceaccount:shop:cart";

    private static CallerPodResolver tokens(FakeReviews reviews) {
        return new CallerPodResolver(
                new Authenticator(new TokenReviewer(reviews, "here"), Duration.ofMinutes(1), Clock.systemUTC()));
    }

    private static String of(String user) {
        return "Bearer " + TestTokens.of(user, "here");
    }

    @Test
    void theTokenOfAPodNamesIt() {
        FakeReviews reviews = new FakeReviews()
                .user(ACCOUNT)
                .user("jane")
                .extra(NAME, "cart-1")
                .extra(UID, "u-1");

        assertThat(tokens(reviews).podOf(of(ACCOUNT))).hasValue(new BoundPod("shop", "cart-1", "u-1"));
        assertThat(tokens(reviews).podOf(of("jane"))).as("no service account").isEmpty();
        assertThat(tokens(reviews).podOf(of("stranger"))).isEmpty();
        assertThat(tokens(reviews).podOf(null)).isEmpty();
    }

    @Test
    void aTokenThatNobodyMadeForAPodNamesNone() {
        assertThat(tokens(new FakeReviews().user(ACCOUNT)).podOf(of(ACCOUNT))).isEmpty();
        assertThat(tokens(new FakeReviews().user(ACCOUNT).extra(NAME, "cart-1")).podOf(of(ACCOUNT)))
                .isEmpty();
    }
}
