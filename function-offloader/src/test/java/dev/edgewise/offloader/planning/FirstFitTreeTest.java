package dev.edgewise.offloader.planning;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class FirstFitTreeTest {
    @Property(tries = 200, seed = "1")
    void findsWhatLookingAtOneAfterTheOtherFinds(@ForAll @LongRange(min = 0, max = 1_000_000) long seed) {
        Random random = new Random(seed);
        long[] left = random.longs(random.nextInt(100), -10, 100).toArray();
        FirstFitTree fit = new FirstFitTree(left.length, place -> left[place]);
        for (int i = 0; i < 300; i++) {
            int begin = random.nextInt(left.length + 1);
            int end = random.nextInt(left.length + 1);
            long needed = random.nextInt(100);
            int found = fit.find(needed, begin, end);
            assertThat(found)
                    .isEqualTo(IntStream.range(begin, end)
                            .filter(place -> left[place] >= needed)
                            .findFirst()
                            .orElse(FirstFitTree.NONE));
            if (found != FirstFitTree.NONE) {
                left[found] -= needed;
            }
            if (left.length > 0 && random.nextInt(3) == 0) {
                int place = random.nextInt(left.length);
                left[place] += random.nextInt(100);
                fit.raise(place);
            }
        }
    }

    @Test
    void aGroupWithoutRoomIsLookedAtOnce() {
        int[] looks = {0};
        FirstFitTree fit = new FirstFitTree(1_000, place -> {
            looks[0]++;
            return 10;
        });
        assertThat(fit.find(11, 0, 1_000)).isEqualTo(FirstFitTree.NONE);
        assertThat(looks[0]).isEqualTo(1_000);
        assertThat(fit.find(12, 0, 1_000)).isEqualTo(FirstFitTree.NONE);
        assertThat(looks[0]).isEqualTo(1_000);
    }
}
