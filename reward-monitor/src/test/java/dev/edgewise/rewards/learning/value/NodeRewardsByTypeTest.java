package dev.edgewise.rewards.learning.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.edgewise.rewards.estimates.OutcomeSums;
import dev.edgewise.rewards.learning.state.GivenOpinions;
import dev.edgewise.rewards.learning.state.NodeState;
import dev.edgewise.rewards.learning.state.PodTypeNodeState;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NodeRewardsByTypeTest {
    private static final OutcomeSums GOOD = new OutcomeSums(1, 1);
    private static final OutcomeSums BAD = new OutcomeSums(1, 0);

    private final NodeState node = new NodeState("n");

    /** The type does well on another node, so that its opinion counts. */
    private PodTypeNodeState says(String type, OutcomeSums said) {
        return GivenOpinions.add(node, type, said);
    }

    /**
     * A tenant with several namespaces, on an edge node with few other tenants: bad opinions of a third of all do not
     * count, rounded up.
     */
    @ParameterizedTest
    @CsvSource({"1, 3, 0", "2, 3, 0", "2, 4, 0", "3, 3, 1", "3, 6, 0", "3, 1, 1"})
    void aThirdOfTheNamespacesMakesNoNodeBad(int bad, int good, double badLeft) {
        for (int i = 0; i < bad; i++) {
            says("mine" + i + ".t", BAD);
        }
        for (int i = 0; i < good; i++) {
            says("other" + i + ".t", GOOD);
        }
        PodTypeNodeState next = says("new.t", OutcomeSums.NONE);
        OutcomeSums heard = PriorRewards.others(next);
        // Two of 6 and of 4 opinions do not count, three of 9.
        assertThat(heard.weight() - heard.sum()).isCloseTo(badLeft, within(1e-5));
        assertThat(heard.sum()).isCloseTo(good, within(1e-5));
    }

    /** A truly bad node: two thirds are left to say so. */
    @Test
    void aNodeWithBadOpinionsOnlyIsBad() {
        for (int i = 0; i < 6; i++) {
            says("ns" + i + ".t", BAD);
        }
        OutcomeSums heard = PriorRewards.others(says("new.t", OutcomeSums.NONE));
        assertThat(heard.weight()).isCloseTo(4, within(1e-5));
        assertThat(heard.sum()).isCloseTo(0, within(1e-5));
    }

    /** The definition: each other type of the namespace, each other namespace as a whole, without the worst third. */
    @Property(tries = 300, seed = "7")
    void answersAreAsDefined(@ForAll long seed) {
        Random random = new Random(seed);
        List<PodTypeNodeState> types = new ArrayList<>();
        for (int i = 0; i < 1 + random.nextInt(30); i++) {
            double weight = random.nextInt(3) * random.nextDouble();
            types.add(says(
                    "ns" + random.nextInt(5) + ".t" + i,
                    new OutcomeSums(weight, weight * random.nextInt(2) * random.nextDouble())));
        }
        NodeRewardsByType opinions = new NodeRewardsByType(GivenOpinions.nodeOf(types));
        for (PodTypeNodeState each : types) {
            assertThat(opinions.others(each).weight())
                    .isCloseTo(defined(types, each).weight(), within(1e-9));
            assertThat(opinions.others(each).sum())
                    .isCloseTo(defined(types, each).sum(), within(1e-9));
        }
        assertThat(opinions.all().sum()).isCloseTo(defined(types, null).sum(), within(1e-9));
    }

    private static OutcomeSums defined(List<PodTypeNodeState> types, PodTypeNodeState by) {
        Map<String, OutcomeSums> said = new HashMap<>();
        for (PodTypeNodeState each : types) {
            if (each != by && each.share().weight() > 0) {
                boolean isOwn =
                        by != null && each.type().namespace().equals(by.type().namespace());
                said.merge(
                        isOwn ? each.type().name() : each.type().namespace(),
                        PriorRewards.credited(each),
                        OutcomeSums::plus);
            }
        }
        List<OutcomeSums> sorted = said.values().stream()
                .map(OutcomeSums::atMostOne)
                .sorted((one, other) -> Double.compare(PriorRewards.bad(other), PriorRewards.bad(one)))
                .toList();
        OutcomeSums all = OutcomeSums.NONE;
        int dropped = (sorted.size() + 2) / 3;
        for (int i = 0; i < sorted.size(); i++) {
            all = i < dropped && PriorRewards.bad(sorted.get(i)) > 0 ? all : all.plus(sorted.get(i));
        }
        return all;
    }

    /**
     * Ten namespaces with 500 types each: 5,000 opinions are read once, and for each namespace its 500 types and 9
     * others; all pairs are 25 million.
     */
    @Test
    void whatIsReadForAllTypesOfANodeGrowsWithTheirNumber() {
        List<PodTypeNodeState> types = new ArrayList<>();
        for (int i = 0; i < 5_000; i++) {
            types.add(says("ns" + i % 10 + ".t" + i, i % 3 == 0 ? BAD : GOOD));
        }
        NodeRewardsByType opinions = new NodeRewardsByType(node);
        types.forEach(opinions::others);
        assertThat(opinions.read()).isEqualTo(5_000 + 10 * (500 + 9));
    }
}
