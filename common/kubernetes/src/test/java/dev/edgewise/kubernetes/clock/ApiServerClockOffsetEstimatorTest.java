package dev.edgewise.kubernetes.clock;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ApiServerClockOffsetEstimatorTest {
    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000 * MILLI;
    private static final long HOUR = 3_600 * SECOND;

    /**
     * Sent at 10.0 s, answered at 10.2 s and dated 1000 s: the server is between 1000 - 10.2 = 989.8 and 1001 - 10 =
     * 991 s ahead.
     */
    @Test
    void anAnswerBoundsTheDifferenceByItsSecondAndItsRoundTrip() {
        assertThat(heard(0, 1_000 * SECOND, 10 * SECOND, 10_200 * MILLI)).isEqualTo(989_800 * MILLI);
        assertThat(heard(5_000 * SECOND, 1_000 * SECOND, 10 * SECOND, 10_200 * MILLI))
                .isEqualTo(991 * SECOND);
    }

    @Test
    void aMachineThatAgreesKeepsItsOwnTime() {
        assertThat(heard(990_123 * MILLI, 1_000 * SECOND, 10 * SECOND, 10_200 * MILLI))
                .isEqualTo(990_123 * MILLI);
    }

    @Test
    void anotherClockCountsOnceItsAnswersCameAloneForFiveSeconds() {
        ApiServerClockOffsetEstimator bounds = new ApiServerClockOffsetEstimator(() -> 0);
        bounds.heard(1_000 * SECOND, 0, 0);
        long before = bounds.difference();
        for (int second = 10; second < 15; second++) {
            bounds.heard((4_990 + second) * SECOND, second * SECOND, second * SECOND);
            assertThat(bounds.difference()).isEqualTo(before);
        }
        bounds.heard(5_005 * SECOND, 15 * SECOND, 15 * SECOND);
        // Dated 5005 s at 15 s: 4990 s ahead, or up to a second more, and some microseconds for the drift.
        assertThat(bounds.difference()).isBetween(4_989 * SECOND, 4_991 * SECOND);
        assertThat(bounds.disagreement()).isNull();
    }

    /** Clocks where one of three API servers is 30 s off; a connection may stay with one of them for a while. */
    @ParameterizedTest
    @ValueSource(longs = {30, -30})
    void ofTwoClocksThatAnswerByTurnsTheOneNearerToTheMachineIsKept(long off) {
        for (long firstOff : new long[] {0, off}) {
            ApiServerClockOffsetEstimator bounds = new ApiServerClockOffsetEstimator(() -> 200 * MILLI);
            bounds.heard(firstOff * SECOND, 0, 0);
            for (long second = 1; second < 100; second++) {
                // Three of the right clock, three of the other.
                bounds.heard((second + (second / 3 % 2 == 0 ? 0 : off)) * SECOND, second * SECOND, second * SECOND);
                if (firstOff == 0 || second > 10) {
                    assertThat(bounds.difference()).as("at %d s", second).isEqualTo(200 * MILLI);
                }
            }
            assertThat(bounds.disagreement()).isNotNull();
        }
    }

    @Test
    void aClockThatAnsweredAloneForLongIsLeftOnceTheNearerOneIsBack() {
        ApiServerClockOffsetEstimator bounds = new ApiServerClockOffsetEstimator(() -> 0);
        for (long second = 0; second < 40; second++) {
            // The other clock alone from 10 s to 19 s, which counts from 15 s on; both by turns from 20 s on.
            boolean isOther = second >= 10 && (second < 20 || second % 2 == 1);
            bounds.heard((second + (isOther ? 30 : 0)) * SECOND, second * SECOND, second * SECOND);
        }
        assertThat(bounds.difference()).isBetween(-SECOND, SECOND);
    }

    /** Over an hour the two clocks may drift apart by 3600 s / 2000 = 1.8 s. */
    @Test
    void slowDriftIsFollowed() {
        ApiServerClockOffsetEstimator bounds = new ApiServerClockOffsetEstimator(() -> 0);
        bounds.heard(0, 0, 0);
        bounds.heard(3_602 * SECOND, HOUR, HOUR);
        assertThat(bounds.difference()).isBetween(SECOND, 3 * SECOND);
    }

    /**
     * However slow the answers, and whenever the server's second begins: the error stays below a second and the
     * shortest round trip.
     */
    @Property(tries = 300)
    void theErrorIsBelowASecondAndARoundTrip(
            @ForAll @LongRange(min = -HOUR, max = HOUR) long machine,
            @ForAll @LongRange(min = 0, max = SECOND) long phase,
            @ForAll @IntRange(min = 1, max = 40) int answers,
            @ForAll @LongRange(min = 0, max = 5 * SECOND) long way) {
        long truth = 1_000_000 * SECOND + phase;
        ApiServerClockOffsetEstimator bounds = new ApiServerClockOffsetEstimator(() -> truth + machine);
        for (int i = 0; i < answers; i++) {
            long sent = i * 2_300 * MILLI;
            long made = sent + way / (i + 1) / 2;
            long date = Math.floorDiv(made + truth, SECOND) * SECOND;
            bounds.heard(date, sent, sent + way / (i + 1));
        }
        long drift = answers * 2_300 * MILLI / 2_000;
        assertThat(Math.abs(bounds.difference() - truth)).isLessThanOrEqualTo(SECOND + way / answers + 2 * drift);
    }

    private static long heard(long machine, long date, long sent, long received) {
        ApiServerClockOffsetEstimator bounds = new ApiServerClockOffsetEstimator(() -> machine);
        bounds.heard(date, sent, received);
        return bounds.difference();
    }
}
