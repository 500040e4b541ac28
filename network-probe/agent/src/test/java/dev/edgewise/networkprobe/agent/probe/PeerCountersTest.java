package dev.edgewise.networkprobe.agent.probe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.networkprobe.protocol.PeerResult;
import dev.edgewise.networkprobe.protocol.Transport;
import java.net.InetSocketAddress;
import org.junit.jupiter.api.Test;

/** Connections that take longer than the second after which the kernel repeats a SYN. */
class PeerCountersTest {
    private final PeerCounters tally =
            new PeerCounters(new Peer("b", new InetSocketAddress("10.0.0.1", 6970)), Transport.TCP, false);

    private void connected(long... micros) {
        for (long each : micros) {
            tally.takeTrial();
            tally.answered(each, ProbeTimeouts.mayBeRepeated(Transport.TCP, each * 1_000));
        }
    }

    private static PeerResult tcp(int sent, int discarded, int untimed, long... micros) {
        return new PeerResult("b", Transport.TCP, sent, discarded, untimed, micros);
    }

    @Test
    void aPathWhereAllConnectionsTakeMoreThanASecondIsThatLong() {
        connected(1_200_000, 1_250_000);
        assertThat(tally.result()).isEqualTo(tcp(2, 0, 0, 1_200_000, 1_250_000));
    }

    /** 1,040 ms are the second of the kernel and the 40 ms of the path. */
    @Test
    void aSlowConnectionBesideFastOnesHadLostItsFirstAttempt() {
        connected(40_000, 1_040_000, 41_000);
        assertThat(tally.result()).isEqualTo(tcp(3, 0, 0, 40_000, 41_000));
        assertThat(tally.result().lost()).isEqualTo(1);
    }

    @Test
    void aSingleSlowConnectionShowsOnlyThatThePeerAnswers() {
        connected(1_040_000);
        assertThat(tally.result()).isEqualTo(tcp(1, 1, 1));
    }

    @Test
    void udpRepeatsNothing() {
        assertThat(ProbeTimeouts.mayBeRepeated(Transport.UDP, 1_200_000_000)).isFalse();
        assertThat(ProbeTimeouts.mayBeRepeated(Transport.TCP, 900_000_000)).isFalse();
    }
}
