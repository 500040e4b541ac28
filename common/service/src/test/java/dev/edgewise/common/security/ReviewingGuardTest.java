package dev.edgewise.common.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.common.testing.FakeReviews;
import dev.edgewise.common.testing.TestTokens;
import java.time.Duration;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReviewingGuardTest {
    private static final String AUDIENCE = "edgewise-test";
    private static final Permission GET_PODS = new Permission("get", "", "pods", "shop");

    private final FakeReviews reviews =
            new FakeReviews().user("jane", "get pods in shop").user("joe");
    private final ReviewingGuard guard = new ReviewingGuard(
            new Authenticator(new TokenReviewer(reviews, AUDIENCE), Duration.ofMinutes(1), InstantSource.system()),
            new SubjectAccessReviewer(reviews),
            Duration.ofMinutes(1));

    private static String bearer(String user) {
        return "Bearer " + TestTokens.of(user, AUDIENCE);
    }

    @Test
    void whoMayIsLetThroughAndNotAskedAboutEachTime() {
        String jane = bearer("jane");
        guard.require(jane, GET_PODS);
        guard.require(jane, GET_PODS);
        guard.authenticate(jane);
        assertThat(reviews.asked).containsExactly("token of jane", "jane: get pods in shop");
    }

    @Test
    void whoMayNotReadsWhichRoleIsMissing() {
        assertThatThrownBy(() -> guard.require(bearer("joe"), GET_PODS))
                .isInstanceOf(AccessDeniedException.class)
                .hasMessage("joe may not do this: a role must allow it to get pods in namespace shop");
        assertThatThrownBy(() -> guard.require(bearer("jane"), new Permission("list", "", "nodes", null)))
                .hasMessageEndingWith("jane may not do this: a role must allow it to list nodes in the whole cluster");
    }

    @Test
    void whoIsNotKnownIsNotAskedAboutTwice() {
        String stranger = bearer("stranger");
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> guard.authenticate(stranger))
                    .hasMessage(
                            "the token is not valid: it must be one of this cluster, for the audience edgewise-test, and not expired");
        }
        assertThat(reviews.asked).containsExactly("token of stranger");
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", "Basic amFuZTpz", "Bearer ", "Bearer nonsense", "Bearer a.b.c"})
    void whatIsNoTokenCostsTheClusterNothing(String authorization) {
        assertThatThrownBy(() -> guard.require(authorization, GET_PODS)).isInstanceOf(AccessDeniedException.class);
        assertThatThrownBy(() -> guard.authenticate("Bearer " + TestTokens.of("jane", "others")))
                .isInstanceOf(AccessDeniedException.class);
        assertThat(reviews.asked).isEmpty();
    }

    @Test
    void withoutTheClusterNobodyNewIsLetThrough() {
        reviews.up = false;
        assertThatThrownBy(() -> guard.require(bearer("jane"), GET_PODS))
                .isInstanceOf(ReviewUnavailableException.class);
    }
}
