package dev.edgewise.scheduler.kubernetes.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.scheduler.model.LabelSelector;
import dev.edgewise.scheduler.model.Requirement;
import dev.edgewise.scheduler.model.Requirement.Operator;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class SelectorsTest {
    @Test
    void aKeyNarrowsOnceToTheValueOfThePod() {
        LabelSelector selector = LabelSelector.of(List.of(Requirement.in("app", "web")));
        assertThat(Selectors.merge(
                                selector,
                                List.of("app", "rev", "rev", "absent"),
                                Operator.IN,
                                Map.of("app", "web", "rev", "2"))
                        .requirements())
                .containsExactly(Requirement.in("app", "web"), Requirement.in("rev", "2"));
        assertThat(Selectors.merge(LabelSelector.NOTHING, List.of("rev"), Operator.IN, Map.of("rev", "2")))
                .isEqualTo(LabelSelector.NOTHING);
        assertThat(Selectors.merge(LabelSelector.EVERYTHING, List.of("absent"), Operator.IN, Map.of()))
                .isEqualTo(LabelSelector.EVERYTHING);
    }

    @Test
    @Timeout(20)
    void manyKeysAreMergedInOnePass() {
        List<String> keys = new ArrayList<>();
        Map<String, String> labels = new HashMap<>();
        IntStream.range(0, 100_000).forEach(i -> {
            keys.add("key-" + i);
            labels.put("key-" + i, "v");
        });
        assertThat(Selectors.merge(LabelSelector.EVERYTHING, keys, Operator.IN, labels)
                        .requirements())
                .hasSize(100_000);
    }
}
