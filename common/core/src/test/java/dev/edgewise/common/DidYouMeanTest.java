package dev.edgewise.common;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DidYouMeanTest {
    @ParameterizedTest
    @CsvSource({
        "edgewise, edgewise, 0",
        "edgwise,  edgewise, 1", // one inserted
        "edgewwise, edgewise, 1", // one removed
        "edgewize, edgewise, 1", // one replaced
        "egdewise, edgewise, 1", // two swapped
        "egdewize, edgewise, 2", // two swapped, one replaced
        "egewis,   edgewise, 2", // two inserted
        "kubelet,  edgewise, 3", // more than two are not told apart
        "'',       ab,       2",
        "'',       '',       0",
    })
    void countsEditsUpToTheMost(String a, String b, int distance) {
        assertThat(DidYouMean.distance(a, b, 2)).isEqualTo(distance);
        assertThat(DidYouMean.distance(b, a, 2)).isEqualTo(distance);
    }

    /**
     * Counts comparisons: of the rows of 253 columns 5 can be reached with two edits; each is compared once, and at
     * most twice more for swaps.
     */
    @Test
    void looksAtNoMoreColumnsThanSoManyEditsCanReach() {
        AtomicInteger steps = new AtomicInteger();
        String longest = "a".repeat(253);
        assertThat(DidYouMean.edits(longest, counted(longest, steps), 2)).isZero();
        // 253 x 5 x 3 = 3,795
        assertThat(steps.get()).isBetween(253, 3_795);
    }

    @Test
    void theBandFindsWhatAllColumnsDo() {
        Random random = new Random(5);
        for (int round = 0; round < 5_000; round++) {
            String a = word(random);
            String b = word(random);
            // With as many edits as there are letters, no column is left out.
            assertThat(DidYouMean.distance(a, b, 2)).isEqualTo(Math.min(3, DidYouMean.distance(a, b, 12)));
        }
    }

    private static String word(Random random) {
        return random.ints(3 + random.nextInt(6), 'a', 'd')
                .mapToObj(Character::toString)
                .collect(Collectors.joining());
    }

    private static CharSequence counted(String word, AtomicInteger steps) {
        return new CharSequence() {
            @Override
            public int length() {
                return word.length();
            }

            @Override
            public char charAt(int index) {
                steps.incrementAndGet();
                return word.charAt(index);
            }

            @Override
            public CharSequence subSequence(int start, int end) {
                return word.subSequence(start, end);
            }
        };
    }

    @Test
    void theNearestIsMeantAndOfSeveralTheFirst() {
        List<String> nodes = List.of("edge-10", "edge-1", "edge-2");
        assertThat(DidYouMean.nearest("edge1", nodes, 2)).isEqualTo("edge-1");
        assertThat(DidYouMean.nearest("edge-", nodes, 2)).isEqualTo("edge-1");
        assertThat(DidYouMean.nearest("cloud", nodes, 2)).isNull();
    }

    @Test
    void asksForASingleWordAndListsSeveral() {
        assertThat(DidYouMean.sentence(List.of("edge-1"))).isEqualTo("Did you mean edge-1?");
        assertThat(DidYouMean.sentence(List.of("edge-1", "edge-2"))).isEqualTo("There are: edge-1, edge-2.");
    }
}
