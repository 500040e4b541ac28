package dev.edgewise.networkprobe.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class LossPatternTest {
    private static long dropped(LossPattern pattern, int packets) {
        return IntStream.range(0, packets).filter(i -> pattern.dropsNext()).count();
    }

    @Property(tries = 500, seed = "5")
    void theShareIsExactButForOnePacket(
            @ForAll @DoubleRange(min = 0, max = 1) double loss,
            @ForAll @IntRange(max = 400) int packets,
            @ForAll long seed) {
        assertThat(dropped(new LossPattern(loss, seed), packets) - loss * packets)
                .isBetween(-1.01, 1.01);
    }

    @Test
    void noneAndAll() {
        assertThat(dropped(new LossPattern(0, 1), 1000)).isZero();
        assertThat(dropped(new LossPattern(1, 1), 1000)).isGreaterThanOrEqualTo(999);
    }

    @Test
    void theSeedSaysWhichOnes() {
        assertThat(places(1)).isEqualTo(places(1)).isNotEqualTo(places(2));
    }

    private static int[] places(long seed) {
        LossPattern pattern = new LossPattern(0.1, seed);
        return IntStream.range(0, 200).filter(i -> pattern.dropsNext()).toArray();
    }
}
