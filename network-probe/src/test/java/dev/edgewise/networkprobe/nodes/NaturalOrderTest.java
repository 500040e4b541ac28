package dev.edgewise.networkprobe.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import org.junit.jupiter.api.Test;

class NaturalOrderTest {
    @Test
    void numbersCountAsSuch() {
        List<String> ordered = List.of(
                "",
                "2",
                "10",
                "cloud-1",
                "edge",
                "edge-01",
                "edge-1",
                "edge-1-2",
                "edge-1-10",
                "edge-2",
                "edge-10",
                "edge-10a",
                "edge-b");
        List<String> shuffled = new ArrayList<>(ordered);
        Collections.shuffle(shuffled, new Random(1));
        shuffled.sort(NaturalOrder.INSTANCE);
        assertThat(shuffled).isEqualTo(ordered);
    }

    @Property(seed = "5")
    void itIsATotalOrder(
            @ForAll @CharRange(from = '-', to = ':') String a,
            @ForAll @CharRange(from = '-', to = ':') String b,
            @ForAll @CharRange(from = '-', to = ':') String c) {
        int ab = NaturalOrder.INSTANCE.compare(a, b);
        assertThat(Integer.signum(NaturalOrder.INSTANCE.compare(b, a))).isEqualTo(-Integer.signum(ab));
        assertThat(ab == 0).isEqualTo(a.equals(b));
        if (ab <= 0 && NaturalOrder.INSTANCE.compare(b, c) <= 0) {
            assertThat(NaturalOrder.INSTANCE.compare(a, c)).isLessThanOrEqualTo(0);
        }
    }
}
