package dev.edgewise.networkprobe.agent.probe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.networkprobe.agent.loop.Stalls;
import dev.edgewise.networkprobe.protocol.PeerResult;
import dev.edgewise.networkprobe.protocol.Transport;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** Peers that UDP does not reach, for whoever reads the results: by TCP they are there. */
class BlockedUdpTest {
    private static final long MILLI = 1_000_000;
    private static final Peer B = new Peer("b", new InetSocketAddress("10.0.0.1", 6970));
    private static final Peer C = new Peer("c", new InetSocketAddress("10.0.0.2", 6970));

    private final List<RoundResult> results = new ArrayList<>();
    private final Measurement measurement = new Measurement(
            new Timing(Duration.ofSeconds(1), Duration.ofMillis(5)), new Random(1), new Stalls(0), 0, results::add);
    private long now;

    private void assign(Peer... peers) {
        measurement.assign(new Assignment(Duration.ofSeconds(2), 2, List.of(peers)));
    }

    /** Sends all that is due, as the prober does, until such a result is there; these echoes are answered after a ms. */
    private RoundResult firstResult(Predicate<RoundResult> wanted, Predicate<Echo> answered) {
        for (int i = 0; results.stream().noneMatch(wanted); i++) {
            assertThat(i).as("steps; results: %s", results).isLessThan(10_000);
            Echo echo = measurement.next(now);
            if (echo != null && answered.test(echo)) {
                now += MILLI;
                measurement.answered(echo, MILLI);
            }
            now += Math.min(5 * MILLI, measurement.idleNanos(now));
            measurement.sleepUntil(now);
            measurement.awake(now);
            measurement.settle(now);
        }
        return results.stream().filter(wanted).findFirst().orElseThrow();
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

    /** As one round: what was learnt of b waits for it. */
    @Test
    void theFirstRoundOfAnAgentIsReportedByTcp() {
        assign(B, C);
        firstResult(result -> true, echo -> echo.peer().equals(B) || echo.via() == Transport.TCP);
        assertThat(results)
                .containsExactly(new RoundResult(
                        0, List.of(answered(B, Transport.UDP, 2), answered(C, Transport.TCP, 2)), false));
    }
}
