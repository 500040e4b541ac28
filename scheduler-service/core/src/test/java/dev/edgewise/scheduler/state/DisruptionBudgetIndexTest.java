package dev.edgewise.scheduler.state;

import static dev.edgewise.scheduler.testing.TestPods.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.scheduler.model.DisruptionBudget;
import dev.edgewise.scheduler.model.LabelSelector;
import dev.edgewise.scheduler.model.Requirement;
import dev.edgewise.scheduler.model.Requirement.Operator;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DisruptionBudgetIndexTest {
    private static final Requirement WEB = Requirement.in("app", "web", "shop");
    private static final Requirement TIER = new Requirement("tier", Operator.NOT_IN, List.of("a", "b"));
    private static final LabelSelector SELECTOR = LabelSelector.of(List.of(WEB, TIER));
    /** Selects the pods of {@link #SELECTOR}: other order of requirements and values, and one of each twice. */
    private static final LabelSelector EQUAL = LabelSelector.of(List.of(
            new Requirement("tier", Operator.NOT_IN, List.of("b", "a", "b")),
            Requirement.in("app", "shop", "web"),
            WEB));

    @Test
    void theOneThatAllowsLeastStandsForAllThatCoverTheSame() {
        DisruptionBudget least = budget("c", EQUAL, 1);
        DisruptionBudgetIndex index = DisruptionBudgetIndex.EMPTY
                .with(budget("a", SELECTOR, 3))
                .with(budget("b", EQUAL, 2))
                .with(least);
        assertThat(covering(index)).containsExactly(least);

        assertThat(covering(index.without("default", "a"))).containsExactly(least);
        assertThat(covering(index.without("default", "c"))).containsExactly(budget("b", EQUAL, 2));
        assertThat(covering(index.with(budget("c", EQUAL, 4)))).containsExactly(budget("b", EQUAL, 2));
        DisruptionBudgetIndex empty =
                index.without("default", "a").without("default", "b").without("default", "c");
        assertThat(covering(empty)).isEmpty();
    }

    @Test
    void budgetsThatTookOtherPodsOffAlreadyAreKeptApart() {
        DisruptionBudget one = new DisruptionBudget("default", "one", SELECTOR, 0, Set.of("web-1"));
        DisruptionBudget other = budget("other", SELECTOR, 1);
        assertThat(covering(DisruptionBudgetIndex.EMPTY.with(one).with(other))).containsExactlyInAnyOrder(one, other);
    }

    private static List<DisruptionBudget> covering(DisruptionBudgetIndex index) {
        return index.groupsOf(pod("web").label("app", "web").build()).stream()
                .flatMap(group -> index.of(group).stream())
                .toList();
    }

    private static DisruptionBudget budget(String name, LabelSelector selector, int allowed) {
        return new DisruptionBudget("default", name, selector, allowed);
    }
}
