package dev.edgewise.rewards.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.common.security.AccessGuard;
import dev.edgewise.common.security.Authenticator;
import dev.edgewise.common.security.CallerPodResolver;
import dev.edgewise.common.security.Permission;
import dev.edgewise.common.security.SecurityProperties;
import dev.edgewise.common.security.TokenReviewer;
import dev.edgewise.common.signal.publish.NotActiveWriterException;
import dev.edgewise.common.signal.publish.WriterElection;
import dev.edgewise.common.testing.FakeReviews;
import dev.edgewise.common.testing.ManualTicker;
import dev.edgewise.common.testing.TestClock;
import dev.edgewise.rewards.cluster.WatchedNodesAndPods;
import dev.edgewise.rewards.learning.RewardLearner;
import dev.edgewise.rewards.learning.facts.NodeFacts;
import dev.edgewise.rewards.learning.facts.PodFacts;
import dev.edgewise.rewards.learning.facts.PodUid;
import dev.edgewise.rewards.learning.settings.LearnerSettings;
import dev.edgewise.rewards.learning.view.PodTypeNodeView;
import jakarta.servlet.ServletInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.mock.web.MockHttpServletRequest;
import tools.jackson.databind.json.JsonMapper;

/** Another replica leads from the moment when the caller is looked up, or the body is read. */
class LostLeaseTest {
    private static final String WEB = "ns.web";

    private final TestClock clock = new TestClock();
    private final WatchedNodesAndPods table = new WatchedNodesAndPods(new ManualTicker());
    private final RewardLearner learner = new RewardLearner(LearnerSettings.DEFAULT);
    private final JsonMapper json = JsonMapper.builder().build();
    private boolean leads = true;
    private boolean losesInGuard = true;

    private final LeaderLearnerAccess writers = new LeaderLearnerAccess(
            WriterElection.of(() -> leads), () -> leads ? Optional.of(learner) : Optional.empty(), () -> true);
    private final RewardOverridesController changes = new RewardOverridesController(writers, new Guard(), clock, json);

    private final class Guard implements AccessGuard {
        @Override
        public void authenticate(@Nullable String authorization) {
            leads = !losesInGuard;
        }

        @Override
        public void require(@Nullable String authorization, Permission permission) {
            leads = !losesInGuard;
        }
    }

    private final class Request extends MockHttpServletRequest {
        Request(String body) {
            setContent(body.getBytes(StandardCharsets.UTF_8));
        }

        @Override
        public ServletInputStream getInputStream() {
            leads = false;
            return super.getInputStream();
        }
    }

    @BeforeEach
    void aPodRuns() {
        table.attach(learner, clock.instant());
        table.node(NodeFacts.ready("n1"), clock.instant());
        table.pod(
                new PodFacts(
                        PodUid.of("uid"), "web-1", WEB, "n1", "Running", "", "", "", false, false, null, List.of()),
                clock.instant());
        learner.pin(WEB, "n1", 0.9, null, clock.instant());
    }

    private PodTypeNodeView cell() {
        return learner.typeNode(WEB, "n1", clock.instant()).orElseThrow();
    }

    private void isNotTaken(ThrowingCallable change) {
        PodTypeNodeView before = cell();
        assertThatThrownBy(change).isInstanceOf(NotActiveWriterException.class);
        assertThat(cell()).isEqualTo(before);
    }

    @Test
    void nothingIsForgotten() {
        isNotTaken(() -> changes.forget(WEB, null));
        leads = true;
        isNotTaken(() -> changes.forget(WEB, "n1", null));
    }

    @Test
    void nothingIsUnpinned() {
        isNotTaken(() -> changes.unpin(WEB, "n1", null));
    }

    @Test
    void nothingIsPinnedOnceTheBodyIsRead() {
        losesInGuard = false;
        isNotTaken(() -> changes.pin(WEB, "n1", null, new Request("{\"value\": 0.1}")));
    }

    @Test
    void noOutcomeIsCountedOnceTheBodyIsRead() {
        losesInGuard = false;
        TokenReviewer reviewer = new TokenReviewer(new FakeReviews(), "edgewise-reward-monitor");
        OutcomesController outcomes = new OutcomesController(
                writers,
                table,
                AccessGuard.OPEN,
                new CallerPodResolver(new Authenticator(reviewer, Duration.ofMinutes(1), clock)),
                new SecurityProperties(SecurityProperties.Auth.NONE, "", Duration.ofMinutes(1)),
                clock,
                json);
        isNotTaken(() -> outcomes.report(null, new Request("{\"pod\": \"ns/web-1\", \"value\": 0}")));
    }
}
