package dev.edgewise.scheduler.explain;

import static dev.edgewise.scheduler.testing.TestEnergy.percent;
import static dev.edgewise.scheduler.testing.TestNodes.node;
import static dev.edgewise.scheduler.testing.TestPods.pod;
import static dev.edgewise.scheduler.testing.TestReservations.reservation;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.edgewise.common.testing.ManualTicker;
import dev.edgewise.common.testing.TestClock;
import dev.edgewise.common.web.InvalidInputException;
import dev.edgewise.scheduler.cycle.EventDetails;
import dev.edgewise.scheduler.cycle.LiveClusterFeed;
import dev.edgewise.scheduler.decisions.DecisionHistory;
import dev.edgewise.scheduler.explain.SimulationRequest.SimulatedPod;
import dev.edgewise.scheduler.explain.SimulationRequestElementError.Reason;
import dev.edgewise.scheduler.explain.SimulationResponse.NotAnsweredPod;
import dev.edgewise.scheduler.explain.SimulationResponse.PlacedPod;
import dev.edgewise.scheduler.framework.ClusterEvent;
import dev.edgewise.scheduler.framework.Filter;
import dev.edgewise.scheduler.framework.NodeSampling;
import dev.edgewise.scheduler.framework.PreparedNodeFilter;
import dev.edgewise.scheduler.framework.Profile;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodKey;
import dev.edgewise.scheduler.model.Reservation;
import dev.edgewise.scheduler.plugins.BuiltInProfiles;
import dev.edgewise.scheduler.plugins.ProfileSet;
import dev.edgewise.scheduler.queue.QueueObserver;
import dev.edgewise.scheduler.queue.QueueWaitingTimes;
import dev.edgewise.scheduler.queue.SchedulingQueue;
import dev.edgewise.scheduler.signals.energy.EnergyIndex;
import dev.edgewise.scheduler.state.ClusterState;
import dev.edgewise.scheduler.state.Snapshot;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SimulationServiceTest {
    private final TestClock clock = new TestClock();
    private final ManualTicker ticker = new ManualTicker();
    private final ClusterState state = new ClusterState(clock);
    private final ExplanationService explanations = new ExplanationService(
            state,
            new ProfileSet(BuiltInProfiles.builtIn()),
            new DecisionHistory(10, "a", clock),
            clock,
            ticker,
            new Random(1),
            () -> false,
            EventDetails.NONE);
    private final SimulationService simulations =
            new SimulationService(state, explanations, clock, ticker, new Random(1), () -> false);

    /** The simulated pods are new where they are placed, however long the pods that they are like have run. */
    @Test
    void aBurstOfPodsLikeOldOnesDoesNotAllGoToTheBestNode() {
        state.putNode(node("n1").cpu("4").build());
        state.putNode(node("n2").cpu("4").build());
        state.putNode(node("old").cpu("4").build());
        state.change(
                EnergyIndex.FACT,
                energy -> EnergyIndex.of(Map.of("n1", percent(100), "n2", percent(90), "old", percent(0))));
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
                simulations.simulate(question("energy-aware-scheduler", wanted, List.of(), List.of()));

        // As live: each takes 0.125 off: 1.00 .99, 0.875 .99, 0.875 .865, 0.75 .865.
        assertThat(answer.pods()).extracting(PlacedPod::node).containsExactly("n1", "n2", "n1", "n2");
    }

    /** A slow pod takes 10 ms for each node; after 63 of them the clock is looked at, which is at 630 ms of 500. */
    @Test
    void aSlowPodCostsOnlyItself() {
        SimulationResponse answer = costly().simulate(question("costly", pods("a", "slow", "b"), List.of(), List.of()));

        assertThat(answer.pods()).extracting(PlacedPod::pod).containsExactly("default/a", "default/slow", "default/b");
        assertThat(answer.pods()).extracting(pod -> pod.node() != null).containsExactly(true, false, true);
        assertThat(answer.pods().get(1).error())
                .isEqualTo(new SimulationRequestElementError(
                        Reason.TOO_SLOW,
                        1,
                        null,
                        null,
                        null,
                        "pod default/slow was not compared with 65 nodes within 500 ms: it asks for too much, or the"
                                + " scheduler is busy"));
        assertThat(answer.pods().get(1).message()).startsWith("pod default/slow was not compared");
        assertThat(answer.notAnswered()).isEmpty();
    }

    /** Each slow pod takes 630 ms: the second one ends at 1260 ms, after the timeout of 1200 ms. */
    @Test
    void theTimeoutLeavesTheRestWithoutAnswers() {
        SimulationRequest request =
                question("costly", pods("a", "slow", "slow2", "b"), List.of(), List.of(), Duration.ofMillis(1_200));
        SimulationResponse answer = costly().simulate(request);

        assertThat(answer.pods())
                .extracting(PlacedPod::pod)
                .containsExactly("default/a", "default/slow", "default/slow2");
        assertThat(answer.notAnswered()).containsExactly(new NotAnsweredPod(3, "default/b"));
    }

    /** The slow pod takes 630 ms, more than half of 800 ms: the others have 170 ms. */
    @Test
    void aSlowPodTakesHalfOfAShortQuestionAtMost() {
        SimulationRequest request = question("costly", pods("slow", "a"), List.of(), List.of(), Duration.ofMillis(800));
        SimulationResponse answer = costly().simulate(request);

        assertThat(answer.pods().get(0).message()).contains("within 400 ms");
        assertThat(answer.pods().get(1).node()).isNotNull();
    }

    /**
     * The slow pod takes 630 ms. The next one takes 7 ms for each node: at 630 + 63 * 7 = 1071 ms the question is over,
     * but not the pod's 500 ms.
     */
    @Test
    void aPodThatTheTimeoutInterruptsIsNotTooSlow() {
        SimulationRequest request =
                question("costly", pods("slow", "medium", "a"), List.of(), List.of(), Duration.ofSeconds(1));
        SimulationResponse answer = costly().simulate(request);

        assertThat(answer.pods()).extracting(PlacedPod::pod).containsExactly("default/slow");
        assertThat(answer.notAnswered())
                .containsExactly(new NotAnsweredPod(1, "default/medium"), new NotAnsweredPod(2, "default/a"));
    }

    @Test
    void aPodForWhichTheSchedulerFailsCostsOnlyItself() {
        SimulationResponse answer = costly().simulate(question("costly", pods("broken", "a"), List.of(), List.of()));

        SimulationRequestElementError error = answer.pods().get(0).error();
        assertThat(error).isNotNull();
        assertThat(error.reason()).isEqualTo(Reason.FAILED);
        assertThat(error.message()).isEqualTo("scheduler-service fails for pod default/broken; its log says why");
        assertThat(answer.pods().get(1).node()).isNotNull();
    }

    @Test
    void aPodThatIsGoneCostsOnlyItself() {
        state.putNode(node("n1").build());
        state.putPod(pod("a").build());
        PodKey gone = new PodKey("default", "gone");
        SimulationResponse answer = simulations.simulate(question(
                "stock",
                List.of(new SimulatedPod(null, gone), new SimulatedPod(null, new PodKey("default", "a"))),
                List.of(gone),
                List.of()));

        assertThat(answer.pods()).extracting(PlacedPod::pod).containsExactly("default/gone", "default/a");
        assertThat(answer.pods()).extracting(PlacedPod::node).containsExactly(null, "n1");
        assertThat(answer.pods().get(0).error())
                .isEqualTo(new SimulationRequestElementError(
                        Reason.NOT_FOUND,
                        0,
                        "pods[0].like",
                        "default/gone",
                        "a pod that is there",
                        "pods[0].like is default/gone: it must be a pod that is there"));
        assertThat(answer.pods().get(1).error()).isNull();
        assertThat(answer.errors())
                .extracting(SimulationRequestElementError::field, SimulationRequestElementError::reason)
                .containsExactly(tuple("removals[0]", Reason.NOT_FOUND));
    }

    @Test
    void anUnknownProfileIsAnErrorOfTheWhole() {
        assertThatThrownBy(() -> simulations.simulate(question("none", pods("a"), List.of(), List.of())))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageStartingWith("profile is none: it must be one of ");
    }

    private static List<SimulatedPod> pods(String... names) {
        return Stream.of(names)
                .map(name -> new SimulatedPod(pod(name).build(), null))
                .toList();
    }

    /**
     * Simulations with a profile that takes 10 ms for each node of a slow pod, 7 ms for a medium one, and fails for a
     * broken one; in 65 nodes.
     */
    private SimulationService costly() {
        IntStream.range(0, 65).forEach(i -> state.putNode(node("n" + i).build()));
        Profile profile = new Profile("costly", List.of(new CostlyFilter()), List.of(), NodeSampling.ALL);
        ExplanationService explaining = new ExplanationService(
                state,
                new ProfileSet(List.of(profile)),
                new DecisionHistory(10, "a", clock),
                clock,
                ticker,
                new Random(1),
                () -> false,
                EventDetails.NONE);
        return new SimulationService(state, explaining, clock, ticker, new Random(1), () -> false);
    }

    private final class CostlyFilter implements Filter {
        @Override
        public String name() {
            return "Costly";
        }

        @Override
        public PreparedNodeFilter prepare(Pod pod, Snapshot snapshot) {
            if (pod.key().name().equals("broken")) {
                throw new IllegalStateException("broken");
            }
            Duration cost = Duration.ofMillis(
                    pod.key().name().startsWith("slow") ? 10 : pod.key().name().equals("medium") ? 7 : 0);
            return node -> {
                ticker.advance(cost);
                return null;
            };
        }

        @Override
        public Set<ClusterEvent> eventsToRegister() {
            return Set.of();
        }
    }

    /** The unread part of the pod may forbid the node, and its replacement would not be tried. */
    @Test
    void aPodThatIsKnownOnlyInPartGoesNowhere() {
        LiveClusterFeed feed = new LiveClusterFeed(
                state, new SchedulingQueue(ticker, QueueWaitingTimes.STOCK, QueueObserver.NONE), "edgewise"::equals);
        feed.node(node("n1").build());
        feed.node(node("n2").build());
        Pod rest = pod("a").cpu("500m").controllerUid("a").runningOn("n1").build();
        SimulationRequest move = question(
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
        SimulationResponse answer = simulations.simulate(
                question("stock", List.of(new SimulatedPod(pod("a").build(), null)), List.of(), List.of()));
        ticker.advance(Duration.ofSeconds(15));
        assertThat(answer.pods().get(0).node()).isEqualTo("n1");
        ticker.advance(Duration.ofSeconds(1));
        assertThatThrownBy(() -> answer.pods().get(0)).hasMessage("the answer was not taken within 15 s");
    }

    private static SimulationRequest question(
            String profile, List<SimulatedPod> pods, List<PodKey> removals, List<Reservation> reservations) {
        return question(profile, pods, removals, reservations, SimulationService.LONGEST_TIMEOUT);
    }

    private static SimulationRequest question(
            String profile,
            List<SimulatedPod> pods,
            List<PodKey> removals,
            List<Reservation> reservations,
            Duration timeout) {
        return new SimulationRequest(
                profile,
                elements("pods", pods),
                elements("removals", removals),
                elements("reservations", reservations),
                timeout);
    }

    private static <T> List<SimulationRequestElement<T>> elements(String list, List<T> values) {
        return IntStream.range(0, values.size())
                .mapToObj(i -> new SimulationRequestElement<>(list, i, values.get(i), null))
                .toList();
    }
}
