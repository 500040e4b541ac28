package dev.edgewise.networkprobe.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.common.signal.ObservationMetadata;
import dev.edgewise.common.signal.RoundTripTime;
import dev.edgewise.networkprobe.estimates.EstimateTable;
import dev.edgewise.networkprobe.estimation.Estimate;
import dev.edgewise.networkprobe.estimation.EstimateBasis;
import dev.edgewise.networkprobe.estimation.Neighbour;
import dev.edgewise.networkprobe.nodes.NodeDirectory;
import dev.edgewise.networkprobe.nodes.ProbeEndpoint;
import dev.edgewise.networkprobe.nodes.ProbeNode;
import dev.edgewise.networkprobe.pairs.PairTable;
import dev.edgewise.networkprobe.pairs.PublishRule;
import dev.edgewise.networkprobe.protocol.PeerAddress;
import dev.edgewise.networkprobe.protocol.PeerList;
import dev.edgewise.networkprobe.protocol.PeerResult;
import dev.edgewise.networkprobe.protocol.Report;
import dev.edgewise.networkprobe.protocol.ReportReply;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.observation.ObservationTextPublisher;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CoordinatorTest {
    private static final Instant T0 = Instant.parse("2026-11-21T08:00:00Z");
    private static final Estimate ESTIMATE = new Estimate(900, 800, 1_200, EstimateBasis.SITE_PAIR, 0.85);
    private static final Duration ROUND = Duration.ofSeconds(10);

    private final NodeDirectory nodes = new NodeDirectory();
    private final FakeModel model = new FakeModel();
    private final PairTable pairs = new PairTable(
            new PublishRule("agents", 0.05, 200, 0.02, Duration.ofMinutes(10), Duration.ofMinutes(30)),
            Duration.ofMinutes(5),
            ROUND,
            5,
            3,
            UnaryOperator.identity());
    private final EstimateTable estimates = new EstimateTable(2, Duration.ofMinutes(40), UnaryOperator.identity());
    private final List<String> heard = new ArrayList<>();
    private final Coordinator coordinator = coordinator(nodes);

    static AgentsProperties agents(Duration round, int echoes, int reportsPerRound, int reportsPerSecond) {
        return new AgentsProperties(
                round,
                echoes,
                6970,
                Duration.ofMinutes(5),
                3,
                "network-probe-agent",
                Duration.ofMinutes(5),
                reportsPerRound,
                reportsPerSecond);
    }

    private Coordinator coordinator(NodeDirectory directory) {
        return new Coordinator(
                agents(ROUND, 5, 4, 1),
                Duration.ofMinutes(10),
                directory,
                pairs,
                estimates,
                model,
                new CoordinatorObserver() {
                    @Override
                    public void reported(String from, Report report, List<PeerResult> accepted) {
                        heard.add("report of " + from + ": " + accepted.size());
                    }

                    @Override
                    public void estimateChecked(RoundTripTime estimate, long measuredMicros) {
                        heard.add(estimate.p50Micros() + " was " + measuredMicros);
                    }
                });
    }

    @BeforeEach
    void threeNodes() {
        Stream.of("a", "b", "c").forEach(this::join);
        nodes.complete();
        coordinator.round(T0);
    }

    private void join(String node) {
        join(node, nodes);
    }

    private static void join(String node, NodeDirectory nodes) {
        nodes.put(new ProbeNode(node, "", true, new ProbeEndpoint("10.0.0." + (int) node.charAt(0), 6970)));
    }

    private static Report report(long session, long round, String... to) {
        return report(session, null, round, to);
    }

    private static Report report(long session, String list, long round, String... to) {
        List<PeerResult> results =
                Stream.of(to).map(each -> new PeerResult(each, 1, 700)).toList();
        return new Report(session, list, round, 0, 0, results);
    }

    private void refused(int status, String node, Report report, String message) {
        assertThatThrownBy(() -> coordinator.report(node, report, T0))
                .isInstanceOfSatisfying(RefusedReportException.class, e -> assertThat(e.status())
                        .isEqualTo(status))
                .hasMessageContaining(message);
    }

    @Test
    void peersAreToldWithTheirAddresses() {
        PeerList peers = coordinator.peers("a");

        assertThat(peers.peers())
                .containsExactly(new PeerAddress("b", "10.0.0.98", 6970), new PeerAddress("c", "10.0.0.99", 6970));
        assertThat(peers.roundMillis()).isEqualTo(10_000);
        assertThat(coordinator.peers("a").tag()).isEqualTo(peers.tag());
        assertThatThrownBy(() -> coordinator.peers("x")).hasMessage("There is no node x");
    }

    @Test
    void aReportTellsWhetherTheAgentGoesByAnotherList() {
        String old = coordinator.peers("a").tag();
        assertThat(coordinator.report("a", report(1, old, 1, "b"), T0).hasNews())
                .isFalse();

        join("d");
        coordinator.round(T0.plusSeconds(10));

        assertThat(coordinator.report("a", report(1, old, 2, "b"), T0).peersChanged())
                .isTrue();
        // A client that reads the list may not be the agent, which still has the old one.
        String newest = coordinator.peers("a").tag();
        assertThat(coordinator.report("a", report(1, old, 3, "b"), T0).peersChanged())
                .isTrue();
        assertThat(coordinator.report("a", report(1, newest, 4, "d"), T0).peersChanged())
                .isFalse();
        assertThat(coordinator.report("a", report(1, null, 5, "d"), T0).peersChanged())
                .as("an agent without a list, or of a version that does not name it")
                .isTrue();
    }

    @Test
    void ofManyNodesEachReportsSeveralRoundsAtOnce() {
        String one = coordinator.peers("a").tag();
        assertThat(coordinator.peers("a").roundsPerReport()).isEqualTo(1);
        for (char node = 'd'; node <= 'k'; node++) {
            join(String.valueOf(node));
        }
        coordinator.round(T0.plusSeconds(10));

        // 11 nodes, and 10 reports a round are wanted.
        assertThat(coordinator.report("a", report(1, one, 1, "b"), T0).peersChanged())
                .isTrue();
        assertThat(coordinator.peers("a").roundsPerReport()).isEqualTo(2);
    }

    @Test
    void aReportOfSeveralRoundsIsNotMissedBeforeASecondOneIs() {
        for (char node = 'd'; node <= 'k'; node++) {
            join(String.valueOf(node));
        }
        coordinator.round(T0);
        coordinator.report("a", report(1, 1, "b"), T0);

        for (int seconds : List.of(10, 20, 30, 40, 44)) {
            coordinator.round(T0.plusSeconds(seconds));
        }
        assertThat(pairs.find("a", "b").loss()).isZero();
        coordinator.round(T0.plusSeconds(46));
        assertThat(pairs.find("a", "b").loss()).isEqualTo(1);
    }

    @Test
    void measurementsReachTheTableAtOnceAndTheModelInTheNextRound() {
        coordinator.report("a", report(1, 1, "b"), T0);

        assertThat(pairs.row("a")).containsOnlyKeys("b");
        assertThat(model.reported).isEmpty();
        coordinator.round(T0.plusSeconds(10));
        assertThat(model.reported).hasSize(1).allMatch(text -> text.startsWith("a>b=7") || text.startsWith("a>b=69"));
    }

    @Test
    void ofAReportThePairsThatNobodyAskedForAreLeftOutAndTheOthersCount() {
        model.fixed.put("a", List.of("b"));
        coordinator.round(T0);
        Instant later = T0.plusSeconds(200);
        coordinator.round(later);

        ReportReply reply = coordinator.report("a", report(1, "of long ago", 1, "b", "c", "x", "a"), later);

        assertThat(reply.peersChanged()).isTrue();
        assertThat(pairs.row("a")).containsOnlyKeys("b");
        assertThat(heard).containsExactly("report of a: 1");
    }

    @Test
    void nothingIsTakenOrToldBeforeTheNodesAreKnown() {
        NodeDirectory reading = new NodeDirectory();
        Coordinator starting = coordinator(reading);

        unavailable(() -> starting.admit("a", T0));
        unavailable(() -> starting.peers("a"));
        join("a", reading);
        reading.complete();
        starting.admit("a", T0);
        // An agent would stop all it measures.
        unavailable(() -> starting.peers("a"));
        starting.round(T0);
        assertThat(starting.peers("a").peers()).isEmpty();
    }

    private static void unavailable(ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOfSatisfying(RefusedReportException.class, e -> assertThat(e.status())
                .isEqualTo(503));
    }

    @Test
    void reportsAreNotTakenTwice() {
        coordinator.report("a", report(1, 7, "b"), T0);

        refused(409, "a", report(1, 7, "b"), "round is 7: it must be above the last one, 7");
        refused(409, "a", report(1, 6, "b"), "round is 6");
        coordinator.report("a", report(2, 0, "b"), T0);
        refused(409, "a", report(1, 8, "b"), "session is 1: a later agent has replaced it");
        // Another node's agent is another story.
        coordinator.report("b", report(1, 7, "a"), T0);
    }

    @Test
    void afterARestartAllCountsThatAgentsMeasureByTheListsTheyHad() {
        Coordinator restarted = coordinator(nodes);
        model.fixed.put("a", List.of("c"));
        model.fixed.put("b", List.of("c"));
        restarted.round(T0);
        Instant heardLate = T0.plusSeconds(170);

        assertThat(restarted
                        .report("a", report(1, "of before", 1, "b"), heardLate)
                        .peersChanged())
                .isTrue();
        assertThat(pairs.row("a")).containsOnlyKeys("b");
        // Who is heard later than that was cut off for longer than a list is explained by.
        restarted.report("b", report(2, "of before", 1, "a"), T0.plusSeconds(181));
        assertThat(pairs.row("b")).isEmpty();
    }

    @Test
    void whatIsKnownCountsHoweverOldTheListIsThatTheAgentGoesBy() {
        model.fixed.put("a", List.of("c"));
        Instant later = T0.plusSeconds(200);
        coordinator.round(later);
        coordinator.round(later.plusSeconds(200));
        RoundTripTime before = RoundTripTime.ofMicros(9_000, new ObservationMetadata(T0, "agents", ROUND));
        pairs.adopt("a", Map.of("b", before), T0);

        coordinator.report("a", report(1, "of long ago", 1, "b"), later.plusSeconds(200));

        assertThat(pairs.find("a", "b").p50Micros()).isLessThan(1_000);
    }

    @Test
    void anAgentThatReportsTooOftenIsTold() {
        for (int i = 0; i < 4; i++) {
            coordinator.admit("a", T0);
        }

        assertThatThrownBy(() -> coordinator.admit("a", T0))
                .isInstanceOfSatisfying(RefusedReportException.class, e -> assertThat(e.status())
                        .isEqualTo(429));
        // 4 in 10 s: one every 2.5 s.
        coordinator.admit("a", T0.plusMillis(2_500));
        assertThatThrownBy(() -> coordinator.admit("a", T0.plusMillis(4_999)))
                .isInstanceOf(RefusedReportException.class);
        // What was refused does not count, and a pause saves up 4, no more.
        for (int i = 0; i < 4; i++) {
            coordinator.admit("a", T0.plusSeconds(100));
        }
        assertThatThrownBy(() -> coordinator.admit("a", T0.plusMillis(102_499)))
                .isInstanceOf(RefusedReportException.class);
        coordinator.admit("b", T0);
    }

    @Test
    void anAskedForPairIsToldOnceAndMayBeReportedOnceItIsMeasured() {
        model.fixed.put("a", List.of("b"));
        coordinator.round(T0.plusSeconds(100));
        Instant later = T0.plusSeconds(200);

        assertThat(coordinator.ask("a", "c", 0, later)).isTrue();
        assertThat(coordinator.ask("a", "c", 0, later)).isTrue();
        assertThat(coordinator.ask("a", "nowhere", 0, later)).isFalse();

        assertThat(coordinator.report("a", report(1, 1, "b"), later).probeNow())
                .extracting(PeerAddress::node)
                .containsExactly("c");
        assertThat(coordinator.report("a", report(1, 2, "c"), later).probeNow()).isEmpty();
        assertThat(pairs.find("a", "c")).isNotNull();
    }

    @Test
    void aPairIsAskedForWithTheMostEchoesThatSomebodyNeeds() {
        coordinator.round(T0);
        coordinator.ask("a", "b", 24, T0);
        coordinator.ask("a", "c", 120, T0);
        coordinator.ask("a", "b", 0, T0);

        assertThat(coordinator.report("a", report(1, 1, "b"), T0).probeEchoes()).isEqualTo(120);
        coordinator.ask("a", "b", 0, T0);
        assertThat(coordinator.report("a", report(1, 2, "b"), T0).probeEchoes()).isZero();
    }

    @Test
    void aNodeThatLeftIsForgottenEverywhere() {
        coordinator.report("a", report(1, 1, "b"), T0);
        nodes.remove("b");

        coordinator.round(T0.plusSeconds(10));

        assertThat(model.removed).containsExactly("b");
        assertThat(pairs.size()).isZero();
        assertThat(coordinator.peers("a").peers()).extracting(PeerAddress::node).containsExactly("c");
        assertThatThrownBy(() -> coordinator.peers("b")).hasMessage("There is no node b");
    }

    @Test
    void nodesThatLeftAreNotBroughtBackByWhatIsTakenOverLater() {
        Map<String, RoundTripTime> row = Map.of(
                "b", RoundTripTime.ofMicros(700, new ObservationMetadata(T0, "agents", ROUND)),
                "ghost", RoundTripTime.ofMicros(700, new ObservationMetadata(T0, "agents", ROUND)));

        pairs.adopt("a", row, T0);
        pairs.adopt("ghost", row, T0);
        estimates.update("ghost", List.of(new Neighbour("b", ESTIMATE)), T0);
        estimates.update("unwell", List.of(new Neighbour("b", ESTIMATE)), T0);
        nodes.put(new ProbeNode("unwell", "", false, null));
        coordinator.round(T0.plusSeconds(10));

        assertThat(pairs.nodes()).containsExactlyInAnyOrder("a", "b");
        assertThat(estimates.nodes()).isEmpty();
        assertThat(model.removed).containsExactly("ghost");
    }

    @Test
    void unmeasuredPairsAreEstimatedAndCheckedWhenTheyAreMeasured() {
        model.estimates.put(
                "a",
                Map.of(
                        "b", new Estimate(900, 800, 1_200, EstimateBasis.SITE_PAIR, 0.85),
                        "c", new Estimate(5_000, 4_000, Double.POSITIVE_INFINITY, EstimateBasis.DIFFERING, 0.85)));
        coordinator.report("a", report(1, 1, "c"), T0);
        for (int round = 1; round <= 5; round++) {
            coordinator.round(T0.plusSeconds(10 * round));
        }

        assertThat(estimates.row("a")).containsOnlyKeys("b");
        assertThat(estimates.find("a", "b").estimate().upperMicros()).isEqualTo(1_200);

        coordinator.report("a", report(1, 2, "b"), T0.plusSeconds(60));
        coordinator.round(T0.plusSeconds(60));
        assertThat(heard).anyMatch(text -> text.matches("900 was (69\\d|70\\d)"));
        assertThat(estimates.row("a")).isEmpty();
    }

    @Test
    void whatDoesNotAnswerIsNoLongerEstimatedInTheRoundInWhichThatIsKnown() {
        model.estimates.put("a", Map.of("b", new Estimate(900, 800, 1_200, EstimateBasis.SITE_PAIR, 0.85)));
        for (int round = 1; round <= 5; round++) {
            coordinator.round(T0.plusSeconds(10 * round));
        }
        assertThat(estimates.find("a", "b")).isNotNull();

        for (int round = 1; round <= 3; round++) {
            coordinator.report(
                    "a", new Report(1, null, round, 0, 0, List.of(new PeerResult("b", 5))), T0.plusSeconds(60 + round));
        }
        coordinator.round(T0.plusSeconds(70));

        assertThat(model.silent).containsExactly("a>b");
        assertThat(estimates.find("a", "b")).isNull();
        assertThat(pairs.find("a", "b").loss()).isEqualTo(1);
    }

    /** Values from before an outage from Friday to Monday are no measurements of now. */
    @Test
    void nothingIsEstimatedByWhatHoldsNoMore() {
        Instant friday = T0.minus(Duration.ofDays(3));
        pairs.adopt(
                "a", Map.of("b", RoundTripTime.ofMicros(5_000, new ObservationMetadata(friday, "agents", ROUND))), T0);
        estimates.update("a", List.of(new Neighbour("b", ESTIMATE)), T0);

        coordinator.round(T0.plusSeconds(10));

        assertThat(model.reported).isEmpty();
        assertThat(heard).isEmpty();
    }

    @Test
    void estimatesFromAndToANodeEndInTheRoundInWhichItIsNotWell() {
        Estimate near = new Estimate(900, 800, 1_200, EstimateBasis.SITE_PAIR, 0.85);
        model.estimates.put("a", Map.of("b", near, "c", near));
        model.estimates.put("b", Map.of("c", near));
        for (int round = 1; round <= 5; round++) {
            coordinator.round(T0.plusSeconds(10 * round));
        }
        assertThat(estimates.size()).isEqualTo(3);

        nodes.put(new ProbeNode("b", "", false, new ProbeEndpoint("10.0.0.98", 6970)));
        coordinator.round(T0.plusSeconds(60));

        assertThat(estimates.row("a")).containsOnlyKeys("c");
        assertThat(estimates.row("b")).isEmpty();
    }

    @Test
    void nobodyIsSilentWhileReportsCannotBeReviewed() {
        coordinator.report("a", report(1, 1, "b"), T0);
        for (int seconds = 10; seconds <= 600; seconds += 10) {
            coordinator.unreviewed(T0.plusSeconds(seconds));
            coordinator.round(T0.plusSeconds(seconds));
        }
        assertThat(pairs.find("a", "b").loss()).isZero();

        // Three rounds and a half after the last refusal, who has not reported is silent.
        coordinator.round(T0.plusSeconds(630));
        assertThat(pairs.find("a", "b").loss()).isZero();
        coordinator.round(T0.plusSeconds(640));
        assertThat(pairs.find("a", "b").loss()).isEqualTo(1);
    }

    @Test
    void afterAPauseAgentsHaveTheTimeToReportBeforeTheyAreMissed() {
        coordinator.report("a", report(1, 1, "b"), T0);

        coordinator.round(T0.plusSeconds(600));
        coordinator.round(T0.plusSeconds(630));
        assertThat(pairs.find("a", "b").loss()).isZero();
        coordinator.round(T0.plusSeconds(640));
        assertThat(pairs.find("a", "b").loss()).isEqualTo(1);
    }

    @Test
    void eachRoundIsAnObservation() {
        List<String> observed = new ArrayList<>();
        ObservationRegistry registry = ObservationRegistry.create();
        registry.observationConfig().observationHandler(new ObservationTextPublisher(observed::add));
        Consumer<Instant> rounds = CoordinatorConfiguration.observed(coordinator, registry);
        assertThat(observed).isEmpty();

        rounds.accept(T0.plusSeconds(10));

        assertThat(observed).hasSizeGreaterThan(1).allMatch(text -> text.contains("edgewise.rtt.round"));
        assertThat(observed).first().asString().contains("START");
        assertThat(observed).last().asString().contains("STOP");
    }
}
