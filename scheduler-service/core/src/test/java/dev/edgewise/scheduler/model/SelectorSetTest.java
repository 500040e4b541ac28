package dev.edgewise.scheduler.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.scheduler.model.Requirement.Operator;
import java.util.AbstractMap;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SelectorSetTest {
    private static final List<Operator> OPERATORS =
            List.of(Operator.IN, Operator.NOT_IN, Operator.EXISTS, Operator.DOES_NOT_EXIST);

    @Test
    void answersAsEachSelectorDoes() {
        Random random = new Random(1);
        for (int round = 0; round < 300; round++) {
            List<LabelSelector> selectors = IntStream.range(0, random.nextInt(12))
                    .mapToObj(i -> selector(random))
                    .toList();
            SelectorSet set = new SelectorSet(selectors);
            for (int i = 0; i < 20; i++) {
                Map<String, String> labels = labels(random);
                BitSet expected = new BitSet();
                IntStream.range(0, selectors.size())
                        .filter(position -> selectors.get(position).matches(labels))
                        .forEach(expected::set);
                assertThat(set.matching(labels))
                        .as("%s of %s", labels, selectors)
                        .isEqualTo(expected);
            }
        }
    }

    /** A thousand selectors cost as many steps as one. */
    @Test
    void looksAtLabelsOnceHoweverManySelectorsAsk() {
        SelectorSet set = new SelectorSet(IntStream.range(0, 1_000)
                .mapToObj(i -> LabelSelector.of(List.of(
                        new Requirement("app", Operator.NOT_IN, List.of("x" + i)),
                        new Requirement("k" + i, Operator.DOES_NOT_EXIST, List.of()))))
                .toList());
        Counted labels = new Counted(Map.of("app", "x7", "k3", "yes", "tier", "web"));

        assertThat(set.matching(labels).cardinality()).isEqualTo(998);
        assertThat(labels.looks).isLessThan(10);
    }

    private static final class Counted extends AbstractMap<String, String> {
        private final Map<String, String> labels;
        private int looks;

        Counted(Map<String, String> labels) {
            this.labels = labels;
        }

        @Override
        public Set<Entry<String, String>> entrySet() {
            looks++;
            return labels.entrySet();
        }
    }

    private static LabelSelector selector(Random random) {
        if (random.nextInt(10) == 0) {
            return LabelSelector.NOTHING;
        }
        return LabelSelector.of(IntStream.range(0, random.nextInt(4))
                .mapToObj(i -> requirement(random))
                .toList());
    }

    private static Requirement requirement(Random random) {
        Operator operator = OPERATORS.get(random.nextInt(OPERATORS.size()));
        boolean listing = operator == Operator.IN || operator == Operator.NOT_IN;
        List<String> values = IntStream.range(0, listing ? 1 + random.nextInt(3) : 0)
                .mapToObj(i -> "v" + random.nextInt(4))
                .toList();
        return new Requirement("k" + random.nextInt(4), operator, values);
    }

    private static Map<String, String> labels(Random random) {
        Map<String, String> labels = new HashMap<>();
        for (int i = 0; i < 5; i++) {
            if (random.nextBoolean()) {
                labels.put("k" + i, "v" + random.nextInt(6));
            }
        }
        return labels;
    }
}
