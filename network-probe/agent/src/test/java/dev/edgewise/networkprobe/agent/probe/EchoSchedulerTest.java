package dev.edgewise.networkprobe.agent.probe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.networkprobe.agent.loop.CpuStalls;
import dev.edgewise.networkprobe.protocol.PeerResult;
import dev.edgewise.networkprobe.protocol.Transport;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;

class EchoSchedulerTest {
    private static final long MILLI = 1_000_000;
    private static final Peer B = peer("b", 1);
    private static final Peer C = peer("c", 2);

    private final List<RoundResult> results = new ArrayList<>();
    private final CpuStalls stalls = new CpuStalls(0);
    private final EchoScheduler measurement = new EchoScheduler(
            new ProbeTimeouts(Duration.ofSeconds(1), Duration.ofMillis(5)), new Random(1), stalls, 0, results::add);
    private long now;

    private static Peer peer(String node, int host) {
        return new Peer(node, new InetSocketAddress("10.0.0." + host, 6970));
    }

    private void assign(int echoes, Peer... peers) {
        measurement.assign(new PeerAssignment(Duration.ofSeconds(1), echoes, List.of(peers)));
    }

    /** Sleeps as the prober does, until the next echo is due. */
    private PendingEcho nextEcho() {
        for (PendingEcho echo = measurement.next(now); ; echo = measurement.next(now)) {
            if (echo != null) {
                return echo;
            }
            sleep(measurement.idleNanos(now));
        }
    }

    private void sleep(long nanos) {
        measurement.sleepUntil(now + nanos);
        now += nanos;
        measurement.awake(now);
        measurement.sleepUntil(now);
        measurement.settle(now);
    }

    private void answer(PendingEcho echo, long afterNanos) {
        now += afterNanos;
        measurement.answered(Objects.requireNonNull(measurement.awaited(echo.address(), echo.sequence())), afterNanos);
    }

    private RoundResult lastResult() {
        for (int i = 0; results.isEmpty() && i < 1_000; i++) {
            sleep(5 * MILLI);
        }
        return results.get(results.size() - 1);
    }

    @Test
    void aRoundCountsAnswersInMicrosecondsAndWhatWasLost() {
        assign(2, B);
        answer(nextEcho(), 812_499);
        nextEcho();
        // 812.499 µs are 812; the second had no answer after a second
        assertThat(lastResult())
                .isEqualTo(new RoundResult(0, List.of(new PeerResult("b", Transport.UDP, 2, 0, 812)), false));
        assertThat(lastResult().peers().get(0).lost()).isEqualTo(1);
    }

    @Test
    void anAnswerFasterThanAMicrosecondTookOne() {
        assign(1, B);
        answer(nextEcho(), 100);
        assertThat(lastResult().peers().get(0).rttMicros()).containsExactly(1);
    }

    @Test
    void theTimeOfAReplyIsWithoutWhatItWasHeld() {
        assign(1, B);
        now += 2 * MILLI;
        measurement.replied(nextEcho(), 2 * MILLI, 400_000, false);
        assertThat(lastResult().peers().get(0).rttMicros()).containsExactly(1_600);
    }

    /** 4 ms away, it says that it held all but 0.1 ms of them; 0.6 ms away, it says that it held 0.59 ms of them. */
    @Test
    void aResponderThatLiesAboutTheTimeItHeldARequestHidesHalfAMillisecondOrHalfOfTheTripAtMost() {
        assign(2, B);
        measurement.replied(nextEcho(), 4 * MILLI, 3_900_000, false);
        measurement.replied(nextEcho(), 600_000, 590_000, false);
        assertThat(lastResult().peers().get(0).rttMicros()).containsExactly(3_500, 300);
    }

    @Test
    void aPathOfMoreThanASecondIsMeasuredAndNotLost() {
        EchoScheduler patient = new EchoScheduler(
                new ProbeTimeouts(Duration.ofSeconds(3), Duration.ofMillis(5)), new Random(1), stalls, 0, results::add);
        patient.assign(new PeerAssignment(Duration.ofSeconds(1), 1, List.of(B)));
        PendingEcho echo = null;
        while (echo == null) {
            now += 5 * MILLI;
            echo = patient.next(now);
        }
        now += 1_200 * MILLI;
        patient.settle(now);
        patient.answered(Objects.requireNonNull(patient.awaited(echo.address(), echo.sequence())), 1_200 * MILLI);
        patient.settle(now);
        assertThat(lastResult().peers())
                .containsExactly(new PeerResult("b", Transport.UDP, 1, 0, new long[] {1_200_000}));
    }

    @Test
    void whoSaysThatTheRequestWasHeldForTheWholeTripOrForLongIsNotBelieved() {
        assign(3, B);
        measurement.replied(nextEcho(), 2 * MILLI, 2 * MILLI, false);
        measurement.replied(nextEcho(), 30 * MILLI, 6 * MILLI, false);
        answer(nextEcho(), 30 * MILLI);
        assertThat(lastResult())
                .isEqualTo(new RoundResult(
                        0, List.of(new PeerResult("b", Transport.UDP, 3, 2, 2, new long[] {30_000})), false));
    }

    @Test
    void aReplyOfAResponderWithoutProcessorTimeShowsOnlyThatNothingWasLost() {
        assign(2, B);
        measurement.replied(nextEcho(), 30 * MILLI, 0, true);
        answer(nextEcho(), 5 * MILLI);
        assertThat(lastResult().peers())
                .containsExactly(new PeerResult("b", Transport.UDP, 2, 1, 1, new long[] {5_000}));
    }

    @Test
    void aStallOfThisThreadIsKnownToTheOneThatAnswers() {
        assign(1, B);
        nextEcho();
        assertThat(stalls.isRecent(now)).isFalse();
        measurement.sleepUntil(now);
        now += 6 * MILLI;
        measurement.awake(now);
        assertThat(stalls.isRecent(now + 99 * MILLI)).isTrue();
        assertThat(stalls.isRecent(now + 100 * MILLI)).isFalse();
    }

    @Test
    void anAnswerCountsOnceAndOnlyFromWhomItWasAsked() {
        assign(1, B);
        PendingEcho echo = nextEcho();
        assertThat(measurement.awaited(C.address(), echo.sequence())).isNull();
        assertThat(measurement.awaited(B.address(), echo.sequence() + 1)).isNull();
        answer(echo, MILLI);
        assertThat(measurement.awaited(B.address(), echo.sequence())).isNull();
        measurement.answered(echo, MILLI);
        assertThat(lastResult().peers().get(0).rttMicros()).containsExactly(1000);
    }

    @Test
    void aLateAnswerIsLost() {
        assign(2, B);
        answer(nextEcho(), MILLI);
        PendingEcho echo = nextEcho();
        sleep(1000 * MILLI);
        assertThat(measurement.awaits(echo)).isFalse();
        assertThat(lastResult().peers().get(0).lost()).isEqualTo(1);
    }

    /** The thread meant to be back after 5 ms and came so much later. */
    private void wakeLate(long nanos) {
        measurement.sleepUntil(now + 5 * MILLI);
        now += 5 * MILLI + nanos;
        measurement.awake(now);
        measurement.sleepUntil(now);
    }

    @Test
    void anAnswerThatWaitedOverAStallIsNeitherMeasuredNorLost() {
        assign(2, B);
        PendingEcho echo = nextEcho();
        wakeLate(5 * MILLI + 1);
        answer(echo, 0);
        measurement.allRead();
        answer(nextEcho(), MILLI);
        assertThat(lastResult())
                .isEqualTo(new RoundResult(
                        1, List.of(new PeerResult("b", Transport.UDP, 2, 1, 1, new long[] {1000})), false));
    }

    /** A lost echo is in flight for a second: if stalls discarded it, a busy machine would see no loss. */
    @Test
    void whatIsLostStaysLostOverAStall() {
        assign(2, B);
        answer(nextEcho(), MILLI);
        nextEcho();
        wakeLate(100 * MILLI);
        measurement.allRead();
        assertThat(lastResult())
                .isEqualTo(new RoundResult(1, List.of(new PeerResult("b", Transport.UDP, 2, 0, 1000)), false));
    }

    @Test
    void whatComesAfterAStallIsMeasured() {
        assign(1, B);
        PendingEcho echo = nextEcho();
        wakeLate(20 * MILLI);
        measurement.allRead();
        measurement.answered(echo, 30 * MILLI);
        assertThat(lastResult().peers().get(0).rttMicros()).containsExactly(30_000);
    }

    @Test
    void whoseDeadlinePassedInAStallIsDiscarded() {
        assign(1, B);
        PendingEcho echo = nextEcho();
        wakeLate(1000 * MILLI);
        assertThat(measurement.awaits(echo)).isFalse();
        assertThat(lastResult().peers()).containsExactly(new PeerResult("b", Transport.UDP, 1, 1));
    }

    @Test
    void anEchoOfWhichNobodyKnowsWhenItLeftIsDiscarded() {
        assign(2, B);
        PendingEcho first = nextEcho();
        measurement.sent(first, now + 5 * MILLI);
        answer(first, 6 * MILLI);
        PendingEcho second = nextEcho();
        measurement.sent(second, now + 5 * MILLI + 1);
        assertThat(measurement.awaits(second)).isFalse();
        assertThat(lastResult())
                .isEqualTo(new RoundResult(1, List.of(new PeerResult("b", Transport.UDP, 2, 1, 6000)), false));
    }

    @Test
    void fiveMillisecondsLateIsNoStallYet() {
        assign(1, B);
        nextEcho();
        wakeLate(5 * MILLI);
        assertThat(measurement.late()).isFalse();
        wakeLate(5 * MILLI + 1);
        assertThat(measurement.late()).isTrue();
    }

    @Test
    void afterAStallNoBurstIsSent() {
        assign(10, B);
        nextEcho();
        now += 500 * MILLI; // five more became due meanwhile
        measurement.awake(now);
        assertThat(measurement.next(now)).isNotNull();
        assertThat(measurement.next(now)).isNull();
        // slots of 100 ms whose first 80 are used: at least 20 ms lie between two echoes
        assertThat(measurement.next(now + 19 * MILLI)).isNull();
    }

    @Test
    void anEarlyWakeUpHappensWhileAnAnswerMayCome() {
        assign(1, B);
        assertThat(measurement.idleNanos(0)).isLessThanOrEqualTo(1000 * MILLI);
        nextEcho();
        assertThat(measurement.idleNanos(now)).isEqualTo(5 * MILLI);
        assertThat(measurement.idleNanos(now + 80 * MILLI)).isEqualTo(10 * MILLI);
        assertThat(measurement.idleNanos(now + 900 * MILLI)).isEqualTo(50 * MILLI);
        assertThat(measurement.idleNanos(now + 999 * MILLI)).isEqualTo(MILLI);
    }

    @Test
    void aDirectProbeGoesFirstAndIsReportedByItself() {
        assign(2, B);
        nextEcho();
        measurement.probeNow(List.of(C), 0, now);
        PendingEcho first = measurement.next(now);
        assertThat(first).isNotNull().extracting(PendingEcho::peer).isEqualTo(C);
        answer(first, MILLI);
        PendingEcho second = nextEcho();
        assertThat(second.peer()).isEqualTo(C);
        assertThat(second.sentNanos() - first.sentNanos()).isBetween(20 * MILLI, 26 * MILLI);
        answer(second, MILLI);
        assertThat(lastResult())
                .isEqualTo(new RoundResult(0, List.of(new PeerResult("c", Transport.UDP, 2, 0, 1000, 1000)), true));
    }

    @Test
    void aDirectProbeOfManyEchoesTakesNoLongerThanItMust() {
        assign(2, B);
        long start = now;
        measurement.probeNow(List.of(B, C), 120, now);
        while (results.stream().noneMatch(RoundResult::awaited)) {
            answer(nextEcho(), MILLI);
            measurement.settle(now);
        }

        // 240 echoes in 3 s: 12.5 ms apart
        assertThat(now - start).isBetween(2_900 * MILLI, 3_500 * MILLI);
        assertThat(lastResult().peers()).extracting(peer -> peer.answered()).containsExactly(120, 120);
        assertThat(results).as("regular rounds of a second run beside it").hasSizeBetween(3, 4);
    }

    @Test
    void aRoundWithoutPeersIsReportedAsEmpty() {
        assign(5);
        assertThat(measurement.next(now)).isNull();
        assertThat(lastResult()).isEqualTo(new RoundResult(0, List.of(), false));
    }

    @Test
    void roundsFollowEachOther() {
        assign(1, B);
        long first = nextEcho().sentNanos();
        answer(measurement.awaited(B.address(), 0), MILLI);
        long second = nextEcho().sentNanos();
        // each somewhere in the first 800 ms of its second
        assertThat(second - first).isBetween(200 * MILLI, 1800 * MILLI);
        assertThat(results).hasSize(1);
    }

    @Test
    void nobodyIsMeasuredBeforeSomebodyIsAssigned() {
        assertThat(measurement.next(0)).isNull();
        assertThat(measurement.idleNanos(0)).isEqualTo(1000 * MILLI);
    }
}
