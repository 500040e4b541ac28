package dev.edgewise.networkprobe.agent.probe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.networkprobe.protocol.PeerResult;
import dev.edgewise.networkprobe.protocol.Transport;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class RoutesTest {
    private static final Peer B = new Peer("b", new InetSocketAddress("10.0.0.1", 6970));
    private static final Peer C = new Peer("c", new InetSocketAddress("10.0.0.2", 6970));

    private final Routes routes = new Routes();

    /** One round: the way it goes, and how many of its five echoes are answered. */
    private String round(int answered) {
        PeerTally tally = routes.begin(B);
        boolean trial = tally.takeTrial();
        long[] rtts = LongStream.generate(() -> 1).limit(answered).toArray();
        routes.learn(B, new PeerResult("b", tally.via, 5, 0, rtts));
        return tally.via + (trial ? "+" : "");
    }

    private void lose(int rounds) {
        for (int i = 0; i < rounds; i++) {
            round(0);
        }
    }

    @Test
    void threeRoundsWithoutAnyAnswerTurnToTcp() {
        assertThat(List.of(round(0), round(0), round(0), round(5))).containsExactly("UDP", "UDP", "UDP", "TCP");
    }

    @Test
    void oneAnswerIsEnoughToStay() {
        assertThat(List.of(round(0), round(0), round(1), round(0), round(0), round(5)))
                .containsOnly("UDP");
    }

    @Test
    void whatWasDiscardedTeachesNothing() {
        lose(2);
        routes.learn(B, new PeerResult("b", Transport.UDP, 5, 5));
        assertThat(List.of(round(0), round(5))).containsExactly("UDP", "TCP");
    }

    @Test
    void aDeadPeerIsTriedByBothInTurn() {
        assertThat(List.of(round(0), round(0), round(0), round(0), round(0), round(0), round(0), round(0)))
                .containsExactly("UDP", "UDP", "UDP", "TCP", "UDP", "UDP", "UDP", "TCP");
    }

    @Test
    void everyTenthRoundOneEchoTriesUdpAndItsAnswerTurnsBack() {
        lose(3);
        for (int i = 0; i < 9; i++) {
            assertThat(round(5)).isEqualTo("TCP");
        }
        assertThat(round(5)).isEqualTo("TCP+");
        assertThat(round(5)).isEqualTo("TCP");
        routes.reachedByUdp(B);
        assertThat(round(5)).isEqualTo("UDP");
    }

    @Test
    void eachPeerHasItsOwnAndForgottenOnesBeginAnew() {
        lose(3);
        assertThat(routes.begin(C).via).isEqualTo(Transport.UDP);
        routes.keep(List.of(C));
        assertThat(round(0)).isEqualTo("UDP");
    }

    @Test
    void aTrialCountsNeitherAsSentNorAsLost() {
        PeerTally tally = new PeerTally(B, Transport.TCP, true);
        assertThat(tally.takeTrial()).isTrue();
        assertThat(tally.result()).isNull();
        assertThat(tally.takeTrial()).isFalse();
        tally.answered(7);
        assertThat(tally.result()).isEqualTo(new PeerResult("b", Transport.TCP, 1, 0, 7));
    }
}
