package dev.edgewise.scheduler.explain;

import static dev.edgewise.scheduler.testing.TestEnergy.percent;
import static dev.edgewise.scheduler.testing.TestNodes.node;
import static dev.edgewise.scheduler.testing.TestPods.pod;
import static dev.edgewise.scheduler.testing.TestReservations.reservation;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.common.testing.ManualTicker;
import dev.edgewise.common.testing.TestClock;
import dev.edgewise.scheduler.cluster.ClusterState;
import dev.edgewise.scheduler.cycle.EventDetails;
import dev.edgewise.scheduler.cycle.LiveClusterFeed;
import dev.edgewise.scheduler.decisions.DecisionHistory;
import dev.edgewise.scheduler.explain.SimulationRequest.SimulatedPod;
import dev.edgewise.scheduler.explain.SimulationResponse.PlacedPod;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodKey;
import dev.edgewise.scheduler.plugins.ProfileSet;
import dev.edgewise.scheduler.plugins.Profiles;
import dev.edgewise.scheduler.queue.QueueObserver;
import dev.edgewise.scheduler.queue.QueueTimes;
import dev.edgewise.scheduler.queue.SchedulingQueue;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpStatus;
import org.springframework.web.server.ResponseStatusException;

class SimulationsTest {
    private final TestClock clock = new TestClock();
    private final ManualTicker ticker = new ManualTicker();
    private final ClusterState state = new ClusterState(clock);
    private final Explanations explanations = new Explanations(
            state,
            new ProfileSet(Profiles.builtIn()),
            new DecisionHistory(10, "a", clock),
            clock,
            ticker,
            new Random(1),
            () -> false,
            EventDetails.NONE);
    private final Simulations simulations =
            new Simulations(state, explanations, clock, ticker, new Random(1), () -> false);

    /** They are as new where they are placed, however long those that they are like have run. */
    @Test
    void aBurstOfPodsLikeOldOnesDoesNotAllGoToTheBestNode() {
        state.putNode(node("n1").cpu("4").build());
        state.putNode(node("n2").cpu("4").build());
        state.putNode(node("old").cpu("4").build());
        state.changeSignals(
                signals -> signals.withEnergy(Map.of("n1", percent(100), "n2", percent(90), "old", percent(0))));
        List<SimulatedPod> wanted = IntStream.range(0, 4)
                .mapToObj(i -> {
                    state.putPod(pod("p" + i)
                            .cpu("500m")
                            .startedAfter(Duration.ofHours(-24))
                            .runningOn("old")
                            .build());
                    return new SimulatedPod(null, new PodKey("default", "p" + i));
                })
                .toList();

        SimulationResponse answer =
                simulations.simulate(new SimulationRequest("energy-aware-scheduler", wanted, List.of(), List.of()));

        // As live: each takes 0.125 off: 1.00 .99, 0.875 .99, 0.875 .865, 0.75 .865.
        assertThat(answer.pods()).extracting(PlacedPod::node).containsExactly("n1", "n2", "n1", "n2");
    }

    @Test
    void aQuestionThatTakesTooLongIsTooLarge() {
        AtomicLong now = new AtomicLong();
        Simulations slow = new Simulations(
                state,
                explanations,
                clock,
                () -> now.getAndAdd(Duration.ofSeconds(16).toNanos()),
                new Random(1),
                () -> false);
        state.putPod(pod("a").build());
        SimulationRequest one = new SimulationRequest(
                null, List.of(new SimulatedPod(null, new PodKey("default", "a"))), List.of(), List.of());
        assertThatThrownBy(() -> slow.simulate(one))
                .isInstanceOfSatisfying(ResponseStatusException.class, late -> assertThat(late.getStatusCode())
                        .isEqualTo(HttpStatus.GATEWAY_TIMEOUT))
                .hasMessageContaining("0 pods were placed within 15 s: ask about fewer, or the scheduler is busy");
    }

    /** What was left out may forbid the node, and its replacement would not be tried. */
    @Test
    void aPodThatIsKnownOnlyInPartGoesNowhere() {
        LiveClusterFeed feed = new LiveClusterFeed(
                state, new SchedulingQueue(ticker, QueueTimes.STOCK, QueueObserver.NONE), "edgewise"::equals);
        feed.node(node("n1").build());
        feed.node(node("n2").build());
        Pod rest = pod("a").cpu("500m").controllerUid("a").runningOn("n1").build();
        SimulationRequest move = new SimulationRequest(
                "stock",
                List.of(new SimulatedPod(null, rest.key())),
                List.of(rest.key()),
                List.of(reservation("r").on("n2").owner("a").build()));

        feed.unreadablePod(rest, "spec.affinity is \"x\": must be light");
        PlacedPod nowhere = simulations.simulate(move).pods().get(0);
        assertThat(nowhere.node()).isNull();
        assertThat(nowhere.reservation()).isNull();
        assertThat(nowhere.message())
                .isEqualTo("where it may run is not known, as the pod cannot be read:"
                        + " spec.affinity is \"x\": must be light");

        feed.pod(rest);
        assertThat(simulations.simulate(move).pods().get(0).node()).isEqualTo("n2");
    }

    @Test
    void anAnswerThatIsNotTakenEnds() {
        state.putNode(node("n1").build());
        SimulationResponse answer = simulations.simulate(new SimulationRequest(
                "stock", List.of(new SimulatedPod(pod("a").build(), null)), List.of(), List.of()));
        ticker.advance(Duration.ofSeconds(15));
        assertThat(answer.pods().get(0).node()).isEqualTo("n1");
        ticker.advance(Duration.ofSeconds(1));
        assertThatThrownBy(() -> answer.pods().get(0)).hasMessage("the answer was not taken within 15 s");
    }
}
