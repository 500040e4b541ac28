package dev.edgewise.examples.slots.learning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ProfilingPairSelectorTest {
    private static final LearningSettings SETTINGS = new LearningSettings(2, 2.0, 0);
    private static final List<String> FOUR = List.of("a", "b", "c", "d");

    private final LearnedRunTimes learned = new LearnedRunTimes();

    private static JobPair pair(String one, String other) {
        return JobPair.of(one, other);
    }

    /** Two runs of each pair: 5 % below and 5 % above these seconds. */
    private void twice(String first, String second, double firstSeconds, double secondSeconds) {
        for (double factor : new double[] {0.95, 1.05}) {
            learned.complete(first, second, factor * firstSeconds);
            learned.complete(second, first, factor * secondSeconds);
        }
    }

    /** All take 100 s beside their partner in a-b and c-d, and much longer beside others. */
    private void clear() {
        twice("a", "b", 100, 100);
        twice("c", "d", 100, 100);
        twice("a", "c", 200, 200);
        twice("b", "d", 200, 200);
        twice("a", "d", 200, 200);
        twice("b", "c", 200, 200);
    }

    @Test
    void eachPairFirstHasItsMinimumOfRunsTheOnesWithFewestFirst() {
        assertThat(new ProfilingPairSelector(learned, SETTINGS, FOUR).next(pair -> true))
                .contains(pair("a", "b"));

        learned.complete("a", "b", 10);
        learned.complete("b", "a", 10);
        assertThat(new ProfilingPairSelector(learned, SETTINGS, FOUR).next(pair -> true))
                .contains(pair("a", "c"));
        assertThat(new ProfilingPairSelector(learned, SETTINGS, FOUR).next(pair -> pair.has("d") && !pair.has("a")))
                .contains(pair("b", "d"));
        assertThat(new ProfilingPairSelector(learned, SETTINGS, FOUR).next(pair -> false))
                .isEmpty();
        assertThat(new ProfilingPairSelector(learned, SETTINGS, FOUR).isFound()).isFalse();
    }

    @Test
    void runsThatWereCutOffCountForTheMinimum() {
        learned.cutOff("a", "b", 10);
        learned.complete("b", "a", 10);
        learned.cutOff("a", "b", 10);
        learned.complete("b", "a", 10);

        assertThat(new ProfilingPairSelector(learned, SETTINGS, List.of("a", "b")).next(pair -> true))
                .isEmpty();
        assertThat(new ProfilingPairSelector(learned, SETTINGS, List.of("a", "b")).isFound())
                .isTrue();
    }

    @Test
    void theBestPairsAreFoundOnceNoRivalIsNear() {
        clear();
        ProfilingPairSelector profiling = new ProfilingPairSelector(learned, SETTINGS, FOUR);

        assertThat(profiling.isFound()).isTrue();
        assertThat(profiling.next(pair -> true)).isEmpty();
        assertThat(profiling.best()).containsExactlyInAnyOrder(pair("a", "b"), pair("c", "d"));
    }

    @Test
    void thePairThatSaysMostAboutTheNearestRivalIsNext() {
        clear();
        // a-d and b-c together cost 408 s now, against 400 of a-b and c-d: near. b takes longest of those, so b-c is
        // the least certain.
        learned.replaceRow("a", Map.of("b", learned.of("a", "b"), "c", learned.of("a", "c"), "d", two(98)));
        learned.replaceRow("d", Map.of("a", two(98), "b", learned.of("d", "b"), "c", learned.of("d", "c")));
        learned.replaceRow("b", Map.of("a", learned.of("b", "a"), "c", two(110), "d", learned.of("b", "d")));
        learned.replaceRow("c", Map.of("b", two(102), "a", learned.of("c", "a"), "d", learned.of("c", "d")));

        ProfilingPairSelector profiling = new ProfilingPairSelector(learned, SETTINGS, FOUR);

        assertThat(profiling.isFound()).isFalse();
        assertThat(profiling.next(pair -> true)).contains(pair("b", "c"));
        assertThat(profiling.best()).containsExactlyInAnyOrder(pair("a", "b"), pair("c", "d"));
        // A rival that can save less than 10 % of all run time (least means 98 + 100 + 100 + 98 s) is not searched for:
        // 8 + 39.6 s are 4.0
        // standard errors away. Each of the 8 means has a variance of about 25, in sum 143.
        assertThat(new ProfilingPairSelector(learned, new LearningSettings(2, 2.0, 0.1), FOUR).isFound())
                .isTrue();
    }

    private static RunTimes two(double seconds) {
        return RunTimes.NONE.withComplete(0.95 * seconds).withComplete(1.05 * seconds);
    }

    @Test
    void thereAreThreeWaysToPairFourJobsAndFifteenToPairFive() {
        assertThat(BestAndRivalJobPairs.ways(FOUR)).hasSize(3).doesNotHaveDuplicates();
        assertThat(BestAndRivalJobPairs.ways(List.of("a", "b", "c", "d", "e")))
                .hasSize(15)
                .doesNotHaveDuplicates();
        assertThat(BestAndRivalJobPairs.ways(List.of())).containsExactly(List.of());
    }

    @Test
    void aContestIsDecidedInStandardErrors() {
        // a-b + c-d costs 10, a-c + b-d 16, the third way 40. The variances of the four pairs that differ are 1 each:
        // (16 - 10 + 2) / √4 = 4.
        Map<JobPair, Double> cost = Map.of(
                pair("a", "b"), 4.0,
                pair("c", "d"), 6.0,
                pair("a", "c"), 8.0,
                pair("b", "d"), 8.0,
                pair("a", "d"), 20.0,
                pair("b", "c"), 20.0);

        BestAndRivalJobPairs contest = BestAndRivalJobPairs.of(FOUR, cost::get, pair -> 1, 2);

        assertThat(contest.best()).containsExactly(pair("a", "b"), pair("c", "d"));
        assertThat(contest.open())
                .containsExactlyInAnyOrder(pair("a", "b"), pair("c", "d"), pair("a", "c"), pair("b", "d"));
        assertThat(contest.distance()).isCloseTo(4, within(1e-9));
    }

    @Test
    void moreThanTenJobsAreComparedInGroups() {
        List<String> jobs = List.of("a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l");
        for (int i = 0; i < jobs.size(); i++) {
            for (int j = i + 1; j < jobs.size(); j++) {
                twice(jobs.get(i), jobs.get(j), i / 2 == j / 2 ? 100 : 200, i / 2 == j / 2 ? 100 : 200);
            }
        }

        ProfilingPairSelector profiling = new ProfilingPairSelector(learned, SETTINGS, jobs);

        assertThat(profiling.isFound()).isTrue();
        assertThat(profiling.best()).hasSize(6).contains(pair("a", "b"), pair("k", "l"));
    }

    @Test
    void theLossOfAPairIsTheTimeAboveTheLeastOfEachJob() {
        clear();
        learned.complete("a", "e", 50);

        CoLocationSlowdown disturbance = new CoLocationSlowdown(learned, SETTINGS);

        // a and c each take 200 s beside the other, and 100 s beside b or d. e is not known, so its 50 s do not count.
        assertThat(disturbance.of(pair("a", "c"))).isCloseTo(200, within(1e-9));
        assertThat(disturbance.of(pair("a", "b"))).isCloseTo(0, within(1e-9));
        assertThat(disturbance.isKnown(pair("a", "e"))).isFalse();
        assertThat(disturbance.of(pair("a", "e"))).isZero();
        assertThat(disturbance.least("a")).isCloseTo(100, within(1e-9));
    }
}
