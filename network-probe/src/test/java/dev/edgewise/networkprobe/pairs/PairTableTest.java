package dev.edgewise.networkprobe.pairs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.edgewise.common.signal.ObservationMetadata;
import dev.edgewise.common.signal.RoundTripTime;
import dev.edgewise.networkprobe.protocol.PeerResult;
import dev.edgewise.networkprobe.protocol.Transport;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class PairTableTest {
    private static final Instant T0 = Instant.parse("2026-11-21T08:00:00Z");
    private static final Duration ROUND = Duration.ofSeconds(10);
    private static final PublishRule RULE =
            new PublishRule("agents", 0.05, 200, 0.02, Duration.ofMinutes(10), Duration.ofMinutes(30));

    private final PairTable table = new PairTable(RULE, Duration.ofMinutes(5), ROUND, 5, 3, UnaryOperator.identity());

    private static PeerResult answered(String to, long... micros) {
        return new PeerResult(to, micros.length, micros);
    }

    private static PeerResult lost(String to) {
        return new PeerResult(to, 5);
    }

    private static Instant round(int number) {
        return T0.plus(ROUND.multipliedBy(number));
    }

    private void record(int round, PeerResult... results) {
        table.record("a", List.of(results), round(round));
    }

    private void expire(int round, boolean measured, boolean healthy) {
        table.expire(round(round), 1, (from, to) -> measured, (from, to) -> healthy);
    }

    private void counted(Instant now, int fresh, int stale, int silent) {
        assertThat(table.count(PairTable.State.FRESH, now)).isEqualTo(fresh);
        assertThat(table.count(PairTable.State.STALE, now)).isEqualTo(stale);
        assertThat(table.count(PairTable.State.SILENT, now)).isEqualTo(silent);
    }

    private RoundTripTime value() {
        return table.find("a", "b");
    }

    @Test
    void theFirstAnswerIsPublishedWithItsDirection() {
        record(0, answered("b", 300, 310, 320, 330, 500));

        assertThat(table.poll(T0)).isEqualTo(Map.of("a", Set.of("b")));
        assertThat(value().p50Micros()).isEqualTo(320);
        assertThat(value().p99Micros()).isEqualTo(500);
        assertThat(value().samples()).isEqualTo(5);
        // RFC 3550: 10, then + (10 - 10) / 16 twice, then + (170 - 10) / 16 = 20.
        assertThat(value().jitterMicros()).isEqualTo(20);
        assertThat(value().observed()).isEqualTo(new ObservationMetadata(T0, "agents", Duration.ofMinutes(10)));
        assertThat(table.find("b", "a")).isNull();
    }

    @Test
    void whatMovesLittleIsNotWritten() {
        record(0, answered("b", 5_000, 5_000, 5_000));
        table.poll(T0);

        // Both thresholds must be passed: 200 µs are 4 % of 5 ms.
        record(1, answered("b", 5_190, 5_190, 5_190, 5_190));
        assertThat(table.poll(T0)).isEmpty();

        record(2, answered("b", 9_000, 9_000, 9_000, 9_000, 9_000, 9_000, 9_000, 9_000, 9_000));
        assertThat(table.poll(T0)).isEqualTo(Map.of("a", Set.of("b")));
        assertThat((double) value().p50Micros()).isCloseTo(9_000, within(20.0));
    }

    @Test
    void itIsPublishedWhenThereAreEnoughSamplesForAPercentile() {
        List<Integer> published = new ArrayList<>();
        for (int round = 0; round < 28; round++) {
            record(round, answered("b", 5_000, 5_000, 5_000, 5_000, 5_000));
            if (!table.poll(T0).isEmpty()) {
                published.add(value().samples());
            }
        }

        // Half as heavy after 5 min: 5 (1 - 0.977^n) / (1 - 0.977) is 19 after four rounds, 24 after five; 99 after 26,
        // 102
        // after 27.
        assertThat(published).containsExactly(5, 24, 102);
    }

    @Test
    void aSteadyPairIsConfirmedBeforeHalfItsValidityIsOverAndTheRowsOthersWithIt() {
        record(0, answered("b", 1_000));
        record(11, answered("b", 1_000), answered("c", 2_000));
        table.poll(T0);

        record(26, answered("b", 1_000), answered("c", 2_000));
        assertThat(table.poll(T0)).isEmpty();
        // The rows of this name are due at 0.44 of their validity, 262 s; c goes with b from a quarter on, 150 s.
        record(27, answered("b", 1_000), answered("c", 2_000));
        assertThat(table.poll(T0)).isEqualTo(Map.of("a", Set.of("b", "c")));
        assertThat(value().observed().at()).isEqualTo(round(27));
    }

    @Test
    void rowsThatWereMeasuredTogetherAreNotConfirmedTogether() {
        assertThat(IntStream.range(0, 1_000)
                        .mapToObj(node -> Math.round(30 * PublishRule.confirmedAt("node-" + node)))
                        .collect(Collectors.groupingBy(round -> round, Collectors.counting())))
                .containsOnlyKeys(10L, 11L, 12L, 13L, 14L, 15L)
                .allSatisfy((round, rows) -> assertThat(rows).isLessThan(300));
    }

    @Test
    void lossIsASlidingShare() {
        record(0, answered("b", 1_000, 1_000, 1_000, 1_000));
        table.poll(T0);
        record(0, new PeerResult("b", 4, 1_000));

        // 8 sent, 5 answered, nothing decayed as no time went by.
        assertThat(value().loss()).isEqualTo(0.375, within(1e-9));
        assertThat(table.poll(T0)).isNotEmpty();
    }

    /**
     * Three rounds by UDP where only TCP passes, or to an agent that has not started: no loss of the path that answers
     * then.
     */
    @Test
    void whatWasLostBeforeTheFirstAnswerIsNoLossOfThePath() {
        record(0, lost("b"));
        record(1, lost("b"));
        record(2, lost("b"));
        record(3, answered("b", 1_000, 1_000, 1_000, 1_000, 1_000));

        assertThat(value().loss()).isZero();
    }

    @Test
    void aDeadReceiverIsLostAtTheThirdSilentRoundAndKeepsItsLastValue() {
        record(0, answered("b", 1_000));
        record(1, lost("b"));
        record(2, lost("b"));
        assertThat(value().observed().staleAt(round(2))).isFalse();

        record(3, lost("b"));

        assertThat(value().loss()).isEqualTo(1);
        assertThat(value().p50Micros()).isEqualTo(value().p99Micros()).isBetween(998L, 1_002L);
        assertThat(value().observed().staleAt(round(3))).isTrue();

        record(4, answered("b", 1_000));
        assertThat(value().loss()).isLessThan(1);
        assertThat(value().observed().staleAt(round(4))).isFalse();
    }

    @Test
    void ofSeveralRoundsInOneReportEachCountsAsSilent() {
        record(0, answered("b", 1_000));
        record(2, new PeerResult("b", 10));
        assertThat(value().observed().staleAt(round(2))).isFalse();

        // Of five probes the sender itself spoiled three: less than a round.
        record(3, new PeerResult("b", 2));
        assertThat(value().loss()).isLessThan(1);
        record(4, new PeerResult("b", 3));

        assertThat(value().loss()).isEqualTo(1);
    }

    @Test
    void aSenderThatDoesNotReportAnyMoreLosesItsPairs() {
        record(0, answered("b", 1_000));
        expire(3, true, true);
        assertThat(value().loss()).isZero();

        expire(4, true, true);
        assertThat(value().loss()).isEqualTo(1);
        assertThat(value().observed().staleAt(round(4))).isTrue();
    }

    @Test
    void aPairThatIsMeasuredNoMoreIsKeptAndThenForgotten() {
        record(0, answered("b", 1_000));
        table.poll(T0);

        expire(4, false, true);
        assertThat(value().observed()).isEqualTo(new ObservationMetadata(T0, "agents", Duration.ofMinutes(30)));
        assertThat(table.poll(T0)).isNotEmpty();
        expire(5, false, true);
        assertThat(table.poll(T0)).isEmpty();

        expire(181, false, true);
        assertThat(value()).isNull();
        assertThat(table.poll(T0)).isEqualTo(Map.of("a", Set.of("b")));
        assertThat(table.size()).isZero();
    }

    @Test
    void aPairOfAnUnhealthyNodeIsLost() {
        record(0, answered("b", 1_000));

        expire(4, false, false);

        assertThat(value().loss()).isEqualTo(1);
    }

    @Test
    void aPairThatWasGivenUpIsNotLostAsItsNodeIsUnwellForARound() {
        record(0, answered("b", 1_000));
        expire(4, false, true);
        expire(5, false, false);
        assertThat(value().loss()).isZero();
        expire(6, false, true);
        assertThat(value().observed()).isEqualTo(new ObservationMetadata(T0, "agents", Duration.ofMinutes(30)));
    }

    @Test
    void aPairThatWasLostWithItsNodeIsForgottenWhenThatIsBackAndNobodyProbesIt() {
        record(0, answered("b", 1_000));
        expire(4, false, false);
        expire(5, false, false);
        assertThat(value().loss()).isEqualTo(1);
        table.poll(T0);

        expire(6, true, true);
        assertThat(value().loss()).as("it is probed again").isEqualTo(1);
        expire(7, false, true);
        assertThat(value()).isNull();
        assertThat(table.poll(T0)).isEqualTo(Map.of("a", Set.of("b")));
    }

    /** Probes of the node that died were silent before it was known to be unwell. */
    @Test
    void neitherIsOneKeptThatWasFoundSilentByProbesOfADyingNode() {
        record(0, answered("b", 1_000));
        for (int round = 1; round <= 3; round++) {
            record(round, lost("b"));
        }
        expire(8, false, false);
        expire(9, false, true);
        assertThat(value()).isNull();
    }

    @Test
    void aSilentPathBetweenNodesThatAreWellIsRemembered() {
        record(0, answered("b", 1_000));
        for (int round = 1; round <= 3; round++) {
            record(round, lost("b"));
        }
        expire(8, false, true);
        expire(9, false, true);
        assertThat(value().loss()).isEqualTo(1);
    }

    @Test
    void whatWasPublishedBeforeARestartHoldsUntilItIsMeasuredAgain() {
        RoundTripTime before = new RoundTripTime(1_000, 1_100, 1_200, 0, 5, 40, RULE.observed(T0.minusSeconds(60)));
        table.adopt("a", Map.of("b", before), T0);

        expire(3, true, true);
        assertThat(value()).isEqualTo(before);
        record(4, answered("b", 1_000));
        assertThat(value().p99Micros()).isBetween(998L, 1_200L);
        assertThat(value().observed().staleAt(round(4))).isFalse();
    }

    @Test
    void nodesThatLeftAreForgottenAsSendersAndReceivers() {
        record(0, answered("b", 1_000), answered("c", 1_000));
        table.record("b", List.of(answered("c", 1_000)), T0);
        table.poll(T0);

        table.remove(Set.of("b"));

        assertThat(table.poll(T0)).isEqualTo(Map.of("a", Set.of("b"), "b", Set.of("c")));
        assertThat(table.nodes()).containsExactlyInAnyOrder("a", "c");
    }

    @Test
    void eachMedianIsToldOnceForARoundWithAnswers() {
        record(0, answered("b", 100, 300, 500), lost("c"));
        List<String> drained = new ArrayList<>();

        table.drainMeasured((from, to, micros, at) -> drained.add(from + to + micros));
        table.drainMeasured((from, to, micros, at) -> drained.add("again"));

        assertThat(drained).containsExactly("ab300");
    }

    @Test
    void probesThatWereAllThrownAwaySayNothing() {
        record(0, answered("b", 1_000));
        for (int round = 1; round < 4; round++) {
            record(round, new PeerResult("b", Transport.UDP, 5, 5));
        }

        assertThat(value().loss()).isZero();
    }

    /** An agent that stalls in each round knows nothing of the path: what it measured before gets older. */
    @Test
    void whatTheAgentDiscardedConfirmsNothing() {
        record(0, answered("b", 1_000));
        for (int round = 1; round <= 70; round++) {
            record(round, new PeerResult("b", Transport.UDP, 5, 5));
        }

        assertThat(value().observed().at()).isEqualTo(T0);
        assertThat(value().observed().staleAt(round(60))).isFalse();
        assertThat(value().observed().staleAt(round(61))).isTrue();
    }

    @Test
    void aPairThatNeverAnsweredIsLostAfterThreeRoundsAndToldOnceAReport() {
        List<String> drained = new ArrayList<>();
        record(0, lost("b"));
        record(1, lost("b"));
        table.drainSilent((from, to) -> drained.add(from + to));
        assertThat(value()).isNull();

        record(2, lost("b"));
        table.drainSilent((from, to) -> drained.add(from + to));
        table.drainSilent((from, to) -> drained.add("again"));

        assertThat(drained).containsExactly("ab");
        assertThat(table.poll(T0)).isEqualTo(Map.of("a", Set.of("b")));
        assertThat(value().loss()).isEqualTo(1);
        // Readers of the time alone do not take it for near.
        assertThat(value().p50Micros()).isEqualTo(60_000_000);
        assertThat(value().samples()).isZero();
        assertThat(value().observed().staleAt(round(2))).isTrue();
        counted(round(2), 0, 0, 1);
        record(3, answered("b", 1_000));
        assertThat(value().p50Micros()).isBetween(999L, 1_001L);
        assertThat(value().loss()).isLessThan(1);
    }

    @Test
    void aPathThatDiedCountsAsSilentNotAsStale() {
        record(0, answered("b", 1_000), answered("c", 1_000));
        counted(round(0), 2, 0, 0);

        for (int round = 1; round <= 3; round++) {
            record(round, lost("b"));
        }
        assertThat(value().loss()).isEqualTo(1);
        counted(round(3), 1, 0, 1);
    }

    @Test
    void aPairThatWasLostBeforeARestartIsNoMeasurement() {
        RoundTripTime dead = new RoundTripTime(1_000, 1_000, 1_000, 1, 0, 9, RULE.observed(T0.minusSeconds(60)));
        table.adopt("a", Map.of("b", dead), T0);

        table.drainMeasured((from, to, micros, at) -> {
            throw new AssertionError(from + to);
        });
    }

    /** The last value of a pair that is not measured any more holds for half an hour. */
    @Test
    void whatWasPublishedBeforeARestartIsAsOldAsItIs() {
        Instant before = T0.minus(Duration.ofMinutes(29));
        RoundTripTime kept = RULE.kept(RoundTripTime.ofMicros(1_000, RULE.observed(before)));
        RoundTripTime ofLastWeek = RoundTripTime.ofMicros(1_000, RULE.observed(T0.minus(Duration.ofDays(3))));
        table.adopt("a", Map.of("b", kept, "c", ofLastWeek), T0);
        record(0, answered("d", 1_000));
        Map<String, Instant> measured = new HashMap<>();

        table.drainMeasured((from, to, micros, at) -> measured.put(to, at));

        assertThat(measured).isEqualTo(Map.of("b", before, "d", T0));
    }

    @Test
    void whatTheAgentDiscardedIsNotSilence() {
        record(0, answered("b", 1_000));
        for (int round = 1; round < 8; round++) {
            record(round, new PeerResult("b", Transport.UDP, 5, 5));
            expire(round, true, true);
        }
        assertThat(value().loss()).isZero();

        // From the seventh round on there are no reports.
        expire(10, true, true);
        assertThat(value().loss()).isZero();
        expire(11, true, true);
        assertThat(value().loss()).isEqualTo(1);
    }

    /** A node that lacks CPU, whose answers are read late, would otherwise seem to lose the more. */
    @Test
    void anAnswerAtATimeThatIsNotKnownIsNotLost() {
        for (int round = 0; round < 10; round++) {
            record(round, new PeerResult("b", Transport.UDP, 10, 6, 6, new long[] {1_000, 1_000}));
        }
        assertThat(value().loss()).isEqualTo(0.2);
        assertThat(value().samples()).isLessThanOrEqualTo(20);
    }

    @Test
    void whoAnsweredAtATimeThatIsNotKnownIsNotSilent() {
        record(0, answered("b", 1_000));
        for (int round = 1; round < 8; round++) {
            record(round, new PeerResult("b", Transport.UDP, 5, 1, 1, new long[0]));
            expire(round, true, true);
        }
        assertThat(value().loss()).isZero();
    }

    @Test
    void oneLostEchoOfARoundOfWhichTheRestWasDiscardedIsNotARoundOfSilence() {
        for (int round = 0; round < 14; round++) {
            record(round, new PeerResult("b", 1));
        }
        assertThat(value()).isNull();

        record(14, new PeerResult("b", 1));
        assertThat(value().loss()).isEqualTo(1);
    }

    @Test
    void samplesGetOlderWhileTheAgentDiscardsWhatItMeasures() {
        record(0, answered("b", 1_000, 1_000, 1_000, 1_000));
        record(29, new PeerResult("b", Transport.UDP, 5, 5));
        // After a half-life 4 samples weigh 2.
        record(30, answered("b", 9_000, 9_000, 9_000));

        assertThat(value().samples()).isEqualTo(5);
        assertThat(value().p50Micros()).isGreaterThan(8_900);
    }

    @Property(tries = 20, seed = "1")
    void aClockThatIsSetLosesNoPairAndIsSeenInTheNextRound(@ForAll @IntRange(min = -7_200, max = 7_200) int seconds) {
        AtomicLong set = new AtomicLong();
        PairTable any =
                new PairTable(RULE, Duration.ofMinutes(5), ROUND, 5, 3, moment -> moment.plusSeconds(set.get()));
        for (int round = 0; round < 40; round++) {
            set.set(round < 20 ? 0 : seconds);
            any.record("a", List.of(answered("b", 1_000)), round(round));
            any.expire(round(round), 1, (from, to) -> true, (from, to) -> true);
            assertThat(any.find("a", "b").loss()).isZero();
            Instant wall = round(round).plusSeconds(set.get());
            assertThat(any.find("a", "b").observed().staleAt(wall)).isFalse();
            assertThat(any.find("a", "b").observed().at()).isBeforeOrEqualTo(wall);
        }
    }
}
