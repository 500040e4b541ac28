package dev.edgewise.networkprobe.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RotationTest {
    private static final List<String> NODES =
            IntStream.range(0, 100).mapToObj(i -> "n" + i).toList();

    @Test
    void eachNodeHasItsTurnOnceInACycleAfterAQuickFirstOne() {
        Rotation rotation = new Rotation(50);

        List<String> first = new ArrayList<>();
        for (int round = 0; round < 6; round++) {
            first.addAll(rotation.next(NODES, true));
        }
        assertThat(first).containsExactlyInAnyOrderElementsOf(NODES);

        List<String> second = new ArrayList<>();
        for (int round = 0; round < 50; round++) {
            List<String> turn = rotation.next(NODES, true);
            assertThat(turn).hasSizeLessThanOrEqualTo(2);
            second.addAll(turn);
        }
        assertThat(second).containsExactlyInAnyOrderElementsOf(NODES);
    }

    @Test
    void nobodyHasATurnUntilItIsWarm() {
        assertThat(new Rotation(6).next(NODES, false)).isEmpty();
    }
}
