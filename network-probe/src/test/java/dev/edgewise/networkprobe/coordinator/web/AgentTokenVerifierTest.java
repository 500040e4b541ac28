package dev.edgewise.networkprobe.coordinator.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.common.security.Authenticator;
import dev.edgewise.common.security.ReviewApi;
import dev.edgewise.common.security.ReviewUnavailableException;
import dev.edgewise.common.security.TokenReviewer;
import dev.edgewise.common.testing.FakeReviews;
import dev.edgewise.common.testing.TestTokens;
import dev.edgewise.networkprobe.coordinator.RefusedReportException;
import java.time.Duration;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;

class AgentTokenVerifierTest {
    private static final String AUDIENCE = "edgewise-network-probe";
    private static final String USER = "system:serviceaccount:edgewise:network-probe-agent";

    private static String nodeOf(ReviewApi api, String user) {
        Authenticator authenticator =
                new Authenticator(new TokenReviewer(api, AUDIENCE), Duration.ofMinutes(5), InstantSource.system());
        return AgentTokenVerifier.of(authenticator, USER).nodeOf(TestTokens.of(user, AUDIENCE));
    }

    @Test
    void aProjectedTokenOfTheAgentsNamesItsNode() {
        FakeReviews reviews = new FakeReviews()
                .user(USER)
                .user("system:serviceaccount:default:default")
                .extra("authentication.kubernetes.io/pod-uid", "u1")
                .extra("authentication.kubernetes.io/node-name", "edge-1");
        assertThat(nodeOf(reviews, USER)).isEqualTo("edge-1");
        refused(
                reviews,
                "system:serviceaccount:default:default",
                "the token is of system:serviceaccount:default:default: it must be of " + USER);
        refused(
                reviews,
                "system:serviceaccount:edgewise:unknown",
                "the token is not valid: it must be one of this cluster, for the audience edgewise-network-probe, and not expired");
    }

    @Test
    void aTokenThatIsNotBoundToAPodNamesNoNode() {
        refused(
                new FakeReviews().user(USER),
                USER,
                "the token names no pod: it must be a projected one of a pod, not one that is bound to a node");
        refused(
                new FakeReviews().user(USER).extra("authentication.kubernetes.io/pod-uid", "u1"),
                USER,
                "the token names no node: it must be a projected one of a pod, which names it from Kubernetes 1.30 on");
    }

    private static void refused(ReviewApi api, String user, String why) {
        assertThatThrownBy(() -> nodeOf(api, user))
                .isInstanceOf(RefusedReportException.class)
                .hasMessage(why);
    }

    @Test
    void anApiThatDoesNotAnswerIsNoAnswer() {
        FakeReviews reviews = new FakeReviews().user(USER);
        reviews.up = false;
        assertThatThrownBy(() -> nodeOf(reviews, USER)).isInstanceOf(ReviewUnavailableException.class);
    }
}
