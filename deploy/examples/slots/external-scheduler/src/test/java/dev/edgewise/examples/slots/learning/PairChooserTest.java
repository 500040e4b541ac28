package dev.edgewise.examples.slots.learning;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.examples.slots.learning.PairChooser.Choice;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PairChooserTest {
    private static JobPair pair(String one, String other) {
        return JobPair.of(one, other);
    }

    /** Costs of the pairs of a to d: ab + cd = 11, ac + bd = 8, ad + bc = 9. */
    private static final Map<JobPair, Double> FOUR = Map.of(
            pair("a", "b"), 1.0,
            pair("c", "d"), 10.0,
            pair("a", "c"), 4.0,
            pair("b", "d"), 4.0,
            pair("a", "d"), 7.0,
            pair("b", "c"), 2.0);

    @Test
    void thePairsLoseTheLeastInSumAndNotTheFirstPairByItself() {
        Choice choice = PairChooser.choose(List.of("d", "c", "b", "a"), 2, FOUR::get);

        assertThat(choice.pairs()).containsExactly(pair("a", "c"), pair("b", "d"));
        assertThat(choice.alone()).isEmpty();
    }

    @Test
    void withMoreNodesThanPairsTheCheapestPairSharesANode() {
        // Three nodes for four jobs: one pair, two alone.
        Choice choice = PairChooser.choose(List.of("a", "b", "c", "d"), 3, FOUR::get);

        assertThat(choice.pairs()).containsExactly(pair("a", "b"));
        assertThat(choice.alone()).containsExactly("c", "d");
    }

    @Test
    void withNodesEnoughAllRunAlone() {
        Choice choice = PairChooser.choose(List.of("a", "b"), 5, FOUR::get);

        assertThat(choice).isEqualTo(new Choice(List.of(), List.of("a", "b")));
    }

    @Test
    void theLastOnesWaitWhereThereAreTooManyJobs() {
        Choice choice = PairChooser.choose(List.of("a", "d", "b", "c"), 1, FOUR::get);

        assertThat(choice).isEqualTo(new Choice(List.of(pair("a", "d")), List.of()));
        assertThat(PairChooser.choose(List.of("a"), 0, FOUR::get)).isEqualTo(new Choice(List.of(), List.of()));
    }

    @Test
    void anOddNumberLeavesOneAlone() {
        // Two nodes, a, b, c: ab costs 1, ac 4, bc 2.
        Choice choice = PairChooser.choose(List.of("a", "b", "c"), 2, FOUR::get);

        assertThat(choice).isEqualTo(new Choice(List.of(pair("a", "b")), List.of("c")));
    }

    @Test
    void manyJobsAreMatchedInGroups() {
        // 40 jobs on 25 nodes: 15 pairs, 10 alone. Only neighbours (j00 j01, j02 j03, …) cost nothing.
        List<String> jobs =
                IntStream.range(0, 40).mapToObj(i -> String.format("j%02d", i)).toList();
        Choice choice = PairChooser.choose(jobs, 25, pair -> {
            int first = Integer.parseInt(pair.first().substring(1));
            int second = Integer.parseInt(pair.second().substring(1));
            return first / 2 == second / 2 ? 0 : 1;
        });

        assertThat(choice.pairs())
                .hasSize(15)
                .allMatch(pair -> Integer.parseInt(pair.first().substring(1)) / 2
                        == Integer.parseInt(pair.second().substring(1)) / 2);
        assertThat(choice.alone()).hasSize(10);
    }
}
