package dev.edgewise.networkprobe.agent.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.networkprobe.agent.probe.RoundResult;
import dev.edgewise.networkprobe.protocol.PeerResult;
import dev.edgewise.networkprobe.protocol.Report;
import dev.edgewise.networkprobe.protocol.Transport;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ReportQueueTest {
    private static final int FIRST_ROUNDS = 6;

    private final ReportQueue outbox = new ReportQueue(1, Clock.systemUTC(), new Random(1));

    private static RoundResult round(String to, long... micros) {
        return new RoundResult(1, List.of(new PeerResult(to, Transport.UDP, 3, 1, micros)), false);
    }

    private void add(int rounds) {
        for (int i = 0; i < rounds; i++) {
            outbox.add(round("b"));
        }
    }

    /** Adds rounds, and tells after which of them there was a report. */
    private List<Integer> reported(int rounds) throws InterruptedException {
        List<Integer> reported = new ArrayList<>();
        for (int i = 1; i <= rounds; i++) {
            add(1);
            Report report = outbox.first(0);
            if (report != null) {
                reported.add(i);
                outbox.remove(report);
            }
        }
        return reported;
    }

    /** Adds rounds until there is a report, and takes it. */
    private void reportedNext() throws InterruptedException {
        while (reported(1).isEmpty()) {
            assertThat(outbox.first(0)).isNull();
        }
    }

    @Test
    void keepsTheNewestTwo() throws InterruptedException {
        add(5);
        Report fourth = outbox.first(0);
        assertThat(fourth.round()).isEqualTo(4);
        assertThat(outbox.first(0)).isEqualTo(fourth);
        outbox.remove(fourth);
        assertThat(outbox.first(0).round()).isEqualTo(5);
    }

    @Test
    void whatIsGoneAlreadyMayBeRemoved() throws InterruptedException {
        add(1);
        Report first = outbox.first(0);
        add(2);
        outbox.remove(first);
        assertThat(outbox.first(0).round()).isEqualTo(2);
    }

    @Test
    void anEmptyOneHasNone() throws InterruptedException {
        assertThat(outbox.first(1)).isNull();
    }

    @Test
    void theFirstRoundsAreReportedOneByOneThenAsManyTogetherAsIsWished() throws InterruptedException {
        outbox.roundsPerReport(3);

        assertThat(reported(FIRST_ROUNDS)).containsExactly(1, 2, 3, 4, 5, 6);
        List<Integer> later = reported(12);
        assertThat(later.get(0)).isBetween(1, 3);
        assertThat(later).hasSizeBetween(4, 5);
        for (int i = 1; i < later.size(); i++) {
            assertThat(later.get(i) - later.get(i - 1)).isEqualTo(3);
        }
        outbox.roundsPerReport(1);
        assertThat(reported(3)).containsExactly(1, 2, 3);
    }

    @Test
    void agentsThatWereStartedTogetherDoNotReportTogether() throws InterruptedException {
        List<Integer> firstTogether = new ArrayList<>();
        Random random = new Random(7);
        for (int agent = 0; agent < 50; agent++) {
            ReportQueue each = new ReportQueue(1, Clock.systemUTC(), new Random(random.nextLong()));
            each.roundsPerReport(3);
            int rounds = 0;
            for (int reports = 0; reports <= FIRST_ROUNDS; rounds++) {
                each.add(round("b"));
                Report report = each.first(0);
                if (report != null) {
                    each.remove(report);
                    reports++;
                }
            }
            firstTogether.add(rounds);
        }
        assertThat(firstTogether).contains(FIRST_ROUNDS + 1, FIRST_ROUNDS + 2, FIRST_ROUNDS + 3);
    }

    @Test
    void aReportHoldsAllThatItsRoundsLearnt() throws InterruptedException {
        reported(FIRST_ROUNDS);
        outbox.roundsPerReport(2);
        reportedNext();

        outbox.add(round("b", 20));
        assertThat(outbox.first(0)).isNull();
        outbox.add(new RoundResult(
                0,
                List.of(new PeerResult("b", Transport.TCP, 3, 0, 21, 22), new PeerResult("c", Transport.UDP, 1, 0)),
                false));

        Report report = outbox.first(0);
        assertThat(report.stalls()).isEqualTo(1);
        assertThat(report.results())
                .containsExactly(
                        new PeerResult("b", Transport.TCP, 6, 1, 20, 21, 22), new PeerResult("c", Transport.UDP, 1, 0));
    }

    @Test
    void whatSomebodyWaitsForIsReportedAtOnceAndBeforeWhatIsGathered() throws InterruptedException {
        reported(FIRST_ROUNDS);
        outbox.roundsPerReport(3);
        reportedNext();
        add(1);
        RoundResult asked = new RoundResult(0, List.of(new PeerResult("c", Transport.UDP, 1, 0, 5)), true);

        outbox.add(asked);

        Report report = outbox.first(0);
        assertThat(report.results()).isEqualTo(asked.peers());
        outbox.remove(report);
        assertThat(reported(2)).containsExactly(2);
    }
}
