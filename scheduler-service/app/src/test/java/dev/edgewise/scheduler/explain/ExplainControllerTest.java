package dev.edgewise.scheduler.explain;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.common.boot.TimeAutoConfiguration;
import dev.edgewise.common.security.AccessGuard;
import dev.edgewise.common.security.SecurityAutoConfiguration;
import dev.edgewise.common.testing.ManualTicker;
import dev.edgewise.common.testing.TestClock;
import dev.edgewise.common.web.BusyException;
import dev.edgewise.common.web.LimitedRequestBodyReader;
import dev.edgewise.common.web.NotFoundException;
import dev.edgewise.scheduler.cycle.EventDetails;
import dev.edgewise.scheduler.decisions.DecisionHistory;
import dev.edgewise.scheduler.kubernetes.json.JsonPodReader;
import dev.edgewise.scheduler.plugins.BuiltInProfiles;
import dev.edgewise.scheduler.plugins.ProfileSet;
import dev.edgewise.scheduler.state.ClusterState;
import jakarta.servlet.ServletInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;

/** How many callers hold threads that other calls need. */
class ExplainControllerTest {
    private static final int MOST = 8;

    private final ManualTicker ticker = new ManualTicker();
    private final TestClock clock = new TestClock();
    private final ExplanationLimiter gate =
            new ExplanationLimiter(() -> false, ticker, () -> 0, Duration.ofMinutes(10));

    @Test
    void atMostEightWaitAndKeepOutNoWhatIf() {
        run(controller -> {
            MockHttpServletRequest first = entered();
            ExecutorService threads = Executors.newFixedThreadPool(MOST + 2);
            try {
                CompletableFuture<?>[] others = Stream.generate(
                                () -> CompletableFuture.runAsync(() -> explainUnknown(controller), threads))
                        .limit(MOST + 1)
                        .toArray(CompletableFuture<?>[]::new);
                assertThat(CompletableFuture.anyOf(others))
                        .as("the ninth, while the first is being explained")
                        .failsWithin(Duration.ofSeconds(20))
                        .withThrowableThat()
                        .withCauseInstanceOf(BusyException.class);
                CompletableFuture<Void> whatIf = CompletableFuture.runAsync(() -> leave(entered()), threads);

                leave(first);
                assertThat(whatIf).succeedsWithin(Duration.ofSeconds(20));
                assertThat(CompletableFuture.allOf(others)).failsWithin(Duration.ofSeconds(20));
                assertThat(others)
                        .filteredOn(CompletableFuture::isCompletedExceptionally)
                        .hasSize(1);
            } finally {
                threads.shutdownNow();
            }
        });
    }

    /** Any client with a token may send a pod slowly. */
    @Test
    void atMostEightSendAPodAndKeepOutNoWhatIf() {
        run(controller -> send(controller, LimitedRequestBodyReader.MOST_AT_ONCE));
    }

    private void send(ExplainController controller, int more) {
        if (more == 0) {
            assertThatThrownBy(() -> explain(controller, new MockHttpServletRequest()))
                    .isInstanceOf(BusyException.class)
                    .hasMessage("Other pods are being explained");
            explainUnknown(controller);
            leave(entered());
            return;
        }
        MockHttpServletRequest slow = new MockHttpServletRequest() {
            @Override
            public ServletInputStream getInputStream() {
                send(controller, more - 1);
                setContent("{\"metadata\":{\"namespace\":\"shop\"},\"spec\":{\"containers\":[{\"name\":\"c\"}]}}"
                        .getBytes(UTF_8));
                return super.getInputStream();
            }
        };
        explain(controller, slow);
        leave(slow);
    }

    private static void explain(ExplainController controller, MockHttpServletRequest request) {
        try {
            controller.explain(null, null, request);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void explainUnknown(ExplainController controller) {
        MockHttpServletRequest request = new MockHttpServletRequest();
        try {
            controller.explain("default", "unknown", null, request);
        } catch (NotFoundException expected) {
            // It had its turn.
        } finally {
            leave(request);
        }
    }

    private MockHttpServletRequest entered() {
        MockHttpServletRequest request = new MockHttpServletRequest();
        gate.enter(request);
        return request;
    }

    private void leave(MockHttpServletRequest request) {
        gate.afterCompletion(request, new MockHttpServletResponse(), this, null);
    }

    private void run(Consumer<ExplainController> test) {
        ClusterState state = new ClusterState(clock);
        DecisionHistory history = new DecisionHistory(10, "a", clock);
        ProfileSet profiles = new ProfileSet(BuiltInProfiles.builtIn());
        ExplanationService explanations = new ExplanationService(
                state, profiles, history, clock, ticker, new Random(1), () -> false, EventDetails.NONE);
        new WebApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(SecurityAutoConfiguration.class, TimeAutoConfiguration.class))
                .withPropertyValues("edgewise.security.auth=none")
                .run(context -> test.accept(new ExplainController(
                        new JsonPodReader(), explanations, context.getBean(AccessGuard.class), gate)));
    }
}
