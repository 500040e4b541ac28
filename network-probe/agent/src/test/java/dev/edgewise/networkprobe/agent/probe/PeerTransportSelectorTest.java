package dev.edgewise.networkprobe.agent.probe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.networkprobe.protocol.PeerResult;
import dev.edgewise.networkprobe.protocol.Transport;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class PeerTransportSelectorTest {
    private static final Peer B = new Peer("b", new InetSocketAddress("10.0.0.1", 6970));
    private static final Peer C = new Peer("c", new InetSocketAddress("10.0.0.2", 6970));

    private final PeerTransportSelector routes = new PeerTransportSelector();

    /** One round: the way it goes, how many of its five echoes are answered, and whether it is to be repeated. */
    private String round(int answered) {
        PeerCounters tally = routes.begin(B);
        boolean trial = tally.takeTrial();
        long[] rtts = LongStream.generate(() -> 1).limit(answered).toArray();
        if (answered > 0 && tally.via == Transport.UDP) {
            routes.reachedByUdp(B);
        }
        boolean again = routes.learn(B, new PeerResult("b", tally.via, 5, 0, rtts), false);
        return tally.via + (trial ? "+" : "") + (again ? " again" : "");
    }

    @Test
    void threeRoundsWithoutAnyAnswerTurnToTcpAndTheThirdIsRepeated() {
        assertThat(List.of(round(5), round(0), round(0), round(0), round(5)))
                .containsExactly("UDP", "UDP", "UDP", "UDP again", "TCP");
    }

    @Test
    void oneIsEnoughForAPeerThatUdpNeverReached() {
        assertThat(List.of(round(0), round(5))).containsExactly("UDP again", "TCP");
    }

    @Test
    void oneIsEnoughWhereSomebodyWaits() {
        round(5);
        assertThat(routes.learn(B, new PeerResult("b", Transport.UDP, 24, 0), true))
                .isTrue();
        assertThat(round(5)).isEqualTo("TCP");
    }

    @Test
    void oneRoundByTcpWithoutAnAnswerIsTheOnlyOne() {
        round(0);
        assertThat(List.of(round(5), round(0), round(0), round(5))).containsExactly("TCP", "TCP", "UDP again", "TCP");
    }

    /** Rounds overlap where they are shorter than the timeout: the first turned to TCP, the second began by UDP. */
    @Test
    void aRoundByUdpThatEndsAfterTheTurnIsRepeatedToo() {
        routes.begin(B);
        round(0);
        assertThat(routes.learn(B, new PeerResult("b", Transport.UDP, 5, 0), false))
                .isTrue();
        assertThat(round(5)).isEqualTo("TCP");
    }

    @Test
    void oneAnswerIsEnoughToStay() {
        assertThat(List.of(round(5), round(0), round(0), round(1), round(0), round(0), round(5)))
                .containsOnly("UDP");
    }

    @Test
    void whatWasDiscardedTeachesNothing() {
        round(5);
        round(0);
        round(0);
        assertThat(routes.learn(B, new PeerResult("b", Transport.UDP, 5, 5), true))
                .isFalse();
        assertThat(List.of(round(0), round(5))).containsExactly("UDP again", "TCP");
    }

    /** The agent is busy, and the path loses some. */
    @Test
    void answersAtTimesThatAreNotKnownAreEnoughToStay() {
        assertThat(routes.learn(B, new PeerResult("b", Transport.UDP, 5, 2, 2, new long[0]), true))
                .isFalse();
        assertThat(round(5)).isEqualTo("UDP");
    }

    @Test
    void aDeadPeerIsTriedByBothInTurn() {
        assertThat(List.of(round(0), round(0), round(0), round(0)))
                .containsExactly("UDP again", "TCP", "UDP again", "TCP");
    }

    @Test
    void everyTenthRoundOneEchoTriesUdpAndItsAnswerTurnsBack() {
        round(0);
        for (int i = 0; i < 9; i++) {
            assertThat(round(5)).isEqualTo("TCP");
        }
        assertThat(round(5)).isEqualTo("TCP+");
        assertThat(round(5)).isEqualTo("TCP");
        routes.reachedByUdp(B);
        assertThat(List.of(round(5), round(0))).containsOnly("UDP");
    }

    @Test
    void eachPeerHasItsOwnAndForgottenOnesBeginAnew() {
        round(0);
        assertThat(routes.begin(B).via).isEqualTo(Transport.TCP);
        assertThat(routes.begin(C).via).isEqualTo(Transport.UDP);
        routes.keep(List.of(C));
        assertThat(routes.begin(B).via).isEqualTo(Transport.UDP);
    }

    @Test
    void aTrialCountsNeitherAsSentNorAsLost() {
        PeerCounters tally = new PeerCounters(B, Transport.TCP, true);
        assertThat(tally.takeTrial()).isTrue();
        assertThat(tally.result()).isNull();
        assertThat(tally.takeTrial()).isFalse();
        tally.answered(7, false);
        assertThat(tally.result()).isEqualTo(new PeerResult("b", Transport.TCP, 1, 0, 7));
    }
}
