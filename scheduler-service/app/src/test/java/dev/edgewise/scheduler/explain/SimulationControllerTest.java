package dev.edgewise.scheduler.explain;

import static dev.edgewise.scheduler.testing.TestNodes.node;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.common.boot.TimeAutoConfiguration;
import dev.edgewise.common.security.AccessGuard;
import dev.edgewise.common.security.ReviewApi;
import dev.edgewise.common.security.SecurityAutoConfiguration;
import dev.edgewise.common.testing.FakeReviews;
import dev.edgewise.common.testing.ManualTicker;
import dev.edgewise.common.testing.TestClock;
import dev.edgewise.common.testing.TestTokens;
import dev.edgewise.common.web.BusyException;
import dev.edgewise.scheduler.cycle.EventDetails;
import dev.edgewise.scheduler.decisions.DecisionHistory;
import dev.edgewise.scheduler.kubernetes.json.JsonPodReader;
import dev.edgewise.scheduler.plugins.BuiltInProfiles;
import dev.edgewise.scheduler.plugins.ProfileSet;
import dev.edgewise.scheduler.state.ClusterState;
import jakarta.servlet.ServletInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;

/** Requests are admitted while bodies of others are being sent. */
class SimulationControllerTest {
    private static final String AUDIENCE = "edgewise-test";
    private static final Runnable NOTHING = () -> {};

    private final FakeReviews reviews = new FakeReviews()
            .user("tenant", "get pods in shop")
            .user("function-offloader", "get pods", "get pods in shop");
    private final ManualTicker ticker = new ManualTicker();
    private final TestClock clock = new TestClock();
    private final ClusterState state = new ClusterState(clock);
    private final ExplanationLimiter gate = new ExplanationLimiter(() -> false, ticker, () -> 0, Duration.ZERO);

    /** A body that is not sent before something else was done. */
    private static final class SlowRequest extends MockHttpServletRequest {
        private final Runnable meanwhile;

        SlowRequest(Runnable meanwhile) {
            this.meanwhile = meanwhile;
            setContent(
                    "{\"pods\":[{\"metadata\":{\"namespace\":\"shop\"},\"spec\":{\"containers\":[{\"name\":\"c\"}]}}]}"
                            .getBytes(StandardCharsets.UTF_8));
        }

        @Override
        public ServletInputStream getInputStream() {
            meanwhile.run();
            return super.getInputStream();
        }
    }

    /** Any user can make tokens of many accounts, so that a limit for each would not suffice. */
    @Test
    void bodiesOfTenantsDoNotKeepOutWhoMayGetAllPods() {
        run(guarded -> {
            List<String> answers = new ArrayList<>();
            guarded.ask(
                    "tenant",
                    () -> guarded.ask("tenant", () -> answers.add(guarded.ask("function-offloader", NOTHING))));
            assertThat(answers).containsExactly("n1");
        });
    }

    @Test
    void twoOfEachKindAreReadAtATime() {
        run(guarded -> {
            for (String user : List.of("tenant", "function-offloader")) {
                Runnable third = () -> assertThatThrownBy(() -> guarded.ask(user, NOTHING))
                        .isInstanceOf(BusyException.class)
                        .hasMessage("Other placements are being simulated");
                guarded.ask(user, () -> guarded.ask(user, third));
            }
        });
    }

    /** The known rights to the pods that it names stay valid. */
    @Test
    void aTenantIsAnsweredWhileItIsNotKnownWhetherItMayGetAllPods() {
        run(guarded -> {
            guarded.guard.require(guarded.bearer("tenant"), NeededPermissions.getPods("shop"));
            reviews.up = false;
            assertThat(guarded.ask("tenant", NOTHING)).isEqualTo("n1");
        });
    }

    private void run(Consumer<Guarded> test) {
        state.putNode(node("n1").build());
        new WebApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(SecurityAutoConfiguration.class, TimeAutoConfiguration.class))
                .withBean(ReviewApi.class, () -> reviews)
                .withPropertyValues("edgewise.security.auth=token-review", "edgewise.security.audience=" + AUDIENCE)
                .run(context -> test.accept(new Guarded(context.getBean(AccessGuard.class))));
    }

    /** The controller behind the guard of all services. */
    private final class Guarded {
        private final AccessGuard guard;
        private final SimulationController controller;

        Guarded(AccessGuard guard) {
            this.guard = guard;
            this.controller = new SimulationController(new JsonPodReader(), simulations(), guard, gate);
        }

        private SimulationService simulations() {
            DecisionHistory history = new DecisionHistory(10, "a", clock);
            ProfileSet profiles = new ProfileSet(BuiltInProfiles.builtIn());
            ExplanationService explanations = new ExplanationService(
                    state, profiles, history, clock, ticker, new Random(1), () -> false, EventDetails.NONE);
            return new SimulationService(state, explanations, clock, ticker, new Random(1), () -> false);
        }

        String bearer(String user) {
            return "Bearer " + TestTokens.of(user, AUDIENCE);
        }

        /** The node of the pod. */
        String ask(String user, Runnable meanwhile) {
            MockHttpServletRequest request = new SlowRequest(meanwhile);
            try {
                SimulationResponse answer = controller.simulate(bearer(user), request);
                return String.valueOf(answer.pods().get(0).node());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } finally {
                gate.afterCompletion(request, new MockHttpServletResponse(), this, null);
            }
        }
    }
}
