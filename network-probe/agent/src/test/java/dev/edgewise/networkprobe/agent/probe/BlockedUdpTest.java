package dev.edgewise.networkprobe.agent.probe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.networkprobe.agent.loop.CpuStalls;
import dev.edgewise.networkprobe.protocol.PeerResult;
import dev.edgewise.networkprobe.protocol.ProtocolLimits;
import dev.edgewise.networkprobe.protocol.Transport;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Peers that UDP does not reach are measured by TCP, and the others lose nothing by them. */
class BlockedUdpTest {
    private static final long MILLI = 1_000_000;
    private static final Peer B = peer("b", 1);
    private static final Peer C = peer("c", 2);

    private final List<RoundResult> results = new ArrayList<>();
    private final EchoScheduler measurement = new EchoScheduler(
            new ProbeTimeouts(Duration.ofSeconds(1), Duration.ofMillis(5)),
            new Random(1),
            new CpuStalls(0),
            0,
            this::heard);
    private long now;
    private long heardNanos;
    private long longestGapNanos;

    private static Peer peer(String node, int host) {
        return new Peer(node, new InetSocketAddress("10.0.0." + host, 6970));
    }

    /** Peers whose nodes have such names, at addresses of their own. */
    private static List<Peer> peers(String name, int count, int firstHost) {
        return IntStream.range(0, count)
                .mapToObj(i -> peer(name + i, firstHost + i))
                .toList();
    }

    private void heard(RoundResult result) {
        results.add(result);
        if (result.peers().stream().anyMatch(each -> each.to().startsWith("live") && each.answered() > 0)) {
            longestGapNanos = Math.max(longestGapNanos, now - heardNanos);
            heardNanos = now;
        }
    }

    private void assign(Peer... peers) {
        measurement.assign(new PeerAssignment(Duration.ofSeconds(2), 2, List.of(peers)));
    }

    /** Sends what is due, as the prober does; these echoes are answered after a ms. */
    private void step(Predicate<PendingEcho> answered) {
        PendingEcho echo = measurement.next(now);
        if (echo != null && answered.test(echo)) {
            now += MILLI;
            measurement.answered(echo, MILLI);
        }
        now += Math.max(MILLI / 10, Math.min(5 * MILLI, measurement.idleNanos(now)));
        measurement.sleepUntil(now);
        measurement.awake(now);
        measurement.settle(now);
    }

    private RoundResult firstResult(Predicate<RoundResult> wanted, Predicate<PendingEcho> answered) {
        for (int i = 0; results.stream().noneMatch(wanted); i++) {
            assertThat(i).as("steps; results: %s", results).isLessThan(10_000);
            step(answered);
        }
        return results.stream().filter(wanted).findFirst().orElseThrow();
    }

    /** Runs until this time, while only peers that are called live answer. */
    private void runUntil(Duration end) {
        while (now < end.toNanos()) {
            step(echo -> echo.peer().node().startsWith("live"));
        }
    }

    private static PeerResult answered(Peer peer, Transport via, int echoes) {
        long[] micros = new long[echoes];
        Arrays.fill(micros, 1_000);
        return new PeerResult(peer.node(), via, echoes, 0, micros);
    }

    @Test
    void aDirectProbeOfOneThatIsNotOnTheListIsAnsweredByTcp() {
        assign(B);
        measurement.probeNow(List.of(C), 24, now);
        RoundResult result = firstResult(RoundResult::awaited, echo -> echo.via() == Transport.TCP);
        assertThat(result.peers()).containsExactly(answered(C, Transport.TCP, 24));
    }

    @Test
    void aDirectProbeOfADeadPeerIsLostByBothWays() {
        measurement.probeNow(List.of(C), 5, now);
        RoundResult result = firstResult(RoundResult::awaited, echo -> false);
        assertThat(result.peers()).containsExactly(new PeerResult("c", Transport.TCP, 5, 0));
    }

    /** The silence of c is not reported; b, which answered, does not wait for it, nor does c for the next round. */
    @Test
    void theFirstRoundOfAnAgentIsReportedByTcp() {
        assign(B, C);
        firstResult(RoundResult::awaited, echo -> echo.peer().equals(B) || echo.via() == Transport.TCP);
        assertThat(results)
                .containsExactly(
                        new RoundResult(0, List.of(answered(B, Transport.UDP, 2)), false),
                        new RoundResult(0, List.of(answered(C, Transport.TCP, 2)), true));
    }

    /** One report for each round, also where the repeated ones come to nothing. */
    @Test
    void whatIsLostByBothWaysIsReportedWithTheNextRound() {
        assign(C);
        firstResult(result -> !result.peers().isEmpty(), echo -> false);
        assertThat(results)
                .containsExactly(
                        new RoundResult(0, List.of(), false),
                        new RoundResult(0, List.of(new PeerResult("c", Transport.TCP, 2, 0)), false));
    }

    /** A pair is lost after three rounds and a half without a result; half of a mesh is away. */
    @ParameterizedTest
    @CsvSource({"1000, 27, 20", "1000, 17, 30", "200, 2, 1", "10000, 27, 20"})
    void whoAnswersIsReportedEachRoundWhileOthersAreAway(int roundMillis, int live, int dead) {
        List<Peer> all = new ArrayList<>(peers("live", live, 1));
        all.addAll(peers("dead", dead, 101));
        measurement.assign(new PeerAssignment(Duration.ofMillis(roundMillis), 5, all));
        // The first result comes after a round and the second for which a lost echo is waited for.
        heardNanos = Duration.ofSeconds(1).toNanos();

        runUntil(Duration.ofMillis(30L * roundMillis));

        assertThat(longestGapNanos).isPositive().isLessThan(2 * roundMillis * MILLI);
    }

    /** 12,800 echoes by UDP and as many by TCP, 2 ms apart. */
    @Test
    void whoAnswersIsReportedWhileAnotherMachinesBlockedPeersAreProbed() {
        measurement.assign(new PeerAssignment(Duration.ofSeconds(10), 5, peers("live", 16, 1)));
        measurement.probeNow(peers("dead", 64, 101), 200, now);

        runUntil(Duration.ofSeconds(65));

        assertThat(longestGapNanos).isPositive().isLessThan(20_000 * MILLI);
        RoundResult lost =
                results.stream().filter(RoundResult::awaited).findFirst().orElseThrow();
        assertThat(lost.peers()).hasSize(64).allMatch(each -> each.via() == Transport.TCP && each.lost() == 200);
    }

    /** A burst would pass for loss where it meets the limits of a peer. */
    @Test
    void directProbesGoOneAfterTheOther() {
        measurement.probeNow(List.of(B), 100, now);
        measurement.probeNow(List.of(C), 100, now);
        List<Peer> sent = new ArrayList<>();

        firstResult(result -> result.peers().get(0).to().equals("c"), echo -> sent.add(echo.peer()));

        assertThat(sent.subList(0, 100)).containsOnly(B);
        assertThat(sent.subList(100, 200)).containsOnly(C);
    }

    /** Each round but every tenth, which tries UDP and nothing else. */
    @Test
    void whoGetsOneEchoARoundIsMeasuredByTcpForGood() {
        measurement.assign(new PeerAssignment(Duration.ofSeconds(1), 1, List.of(B)));
        while (now < Duration.ofSeconds(60).toNanos()) {
            step(echo -> echo.via() == Transport.TCP);
        }
        assertThat(results.stream().mapToInt(result -> result.peers().size()).sum())
                .isGreaterThan(45);
    }

    /** Each takes 26 s, and the caller reads a reply each 10 s. */
    @Test
    void directProbesDoNotPileUp() {
        List<Peer> all = peers("live", 64, 1);
        for (int seconds = 0; seconds < 600; seconds += 10) {
            measurement.probeNow(all, 200, now);
            runUntil(Duration.ofSeconds(seconds + 10));
        }
        assertThat(results).hasSizeGreaterThan(20);

        runUntil(Duration.ofSeconds(720));
        int over = results.size();
        runUntil(Duration.ofSeconds(780));
        assertThat(results).hasSize(over);
    }

    /** A coordinator refuses a report that says more, whole. */
    @Test
    void aResultSaysNoMoreThanAReportMay() {
        measurement.assign(new PeerAssignment(Duration.ofSeconds(10), 5, List.of(C)));
        firstResult(result -> true, echo -> false);
        measurement.probeNow(List.of(C), ProtocolLimits.MAX_SENT, now);
        runUntil(Duration.ofSeconds(60));

        assertThat(results).noneMatch(RoundResult::isTooLarge);
        assertThat(results.stream()
                        .flatMap(result -> result.peers().stream())
                        .mapToInt(PeerResult::sent)
                        .filter(sent -> sent >= ProtocolLimits.MAX_SENT))
                .hasSize(1);
    }
}
