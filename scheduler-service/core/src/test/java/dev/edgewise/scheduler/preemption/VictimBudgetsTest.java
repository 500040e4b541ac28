package dev.edgewise.scheduler.preemption;

import static dev.edgewise.scheduler.testing.TestPods.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.scheduler.model.DisruptionBudget;
import dev.edgewise.scheduler.model.LabelSelector;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.Requirement;
import dev.edgewise.scheduler.model.Requirement.Operator;
import dev.edgewise.scheduler.state.DisruptionBudgetIndex;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class VictimBudgetsTest {
    private static final DisruptionBudget WEB =
            new DisruptionBudget("default", "web", LabelSelector.of(List.of(Requirement.in("app", "web"))), 1);
    private static final DisruptionBudget ALL_BUT_DB = new DisruptionBudget(
            "default",
            "all-but-db",
            LabelSelector.of(List.of(new Requirement("app", Operator.NOT_IN, List.of("db")))),
            2);
    private static final DisruptionBudget ELSEWHERE = new DisruptionBudget("ops", "all", LabelSelector.EVERYTHING, 0);

    @Test
    void eachVictimIsTakenFromEveryBudgetThatCoversIt() {
        VictimBudgets budgets = VictimBudgets.ofEvictions(budgets(WEB, ALL_BUT_DB, ELSEWHERE));
        Pod web1 = pod("web-1").label("app", "web").build();
        Pod db = pod("db").label("app", "db").build();
        Pod web2 = pod("web-2").label("app", "web").build();
        Pod plain = pod("plain").build();

        VictimBudgets.Division division = budgets.divide(List.of(web1, db, web2, plain));

        // web-2 is the second of web's one; plain is the third of the two that are not db.
        assertThat(division.breaking()).containsExactly(web2, plain);
        assertThat(division.keeping()).containsExactly(web1, db);
        // Budget spent on one node's victims is not spent for another's.
        assertThat(budgets.divide(List.of(web2)).breaking()).isEmpty();
    }

    @Test
    void preemptionCountsNeitherEmptySelectorsNorPodsWithoutLabels() {
        DisruptionBudget all = new DisruptionBudget("default", "all", LabelSelector.EVERYTHING, 0);
        DisruptionBudget none = new DisruptionBudget("default", "none", ALL_BUT_DB.selector(), 0);
        Pod web = pod("web-1").label("app", "web").build();
        Pod plain = pod("plain").build();

        assertThat(VictimBudgets.ofPreemption(budgets(all))
                        .divide(List.of(web, plain))
                        .breaking())
                .isEmpty();
        assertThat(VictimBudgets.ofEvictions(budgets(all))
                        .divide(List.of(web, plain))
                        .breaking())
                .containsExactly(web, plain);
        assertThat(VictimBudgets.ofPreemption(budgets(none))
                        .divide(List.of(web, plain))
                        .breaking())
                .containsExactly(web);
        assertThat(VictimBudgets.ofEvictions(budgets(none))
                        .divide(List.of(web, plain))
                        .breaking())
                .containsExactly(web, plain);
    }

    @Test
    void aPodWhoseDisruptionWasAllowedTakesNothingMoreFromItsBudget() {
        DisruptionBudget budget = new DisruptionBudget("default", "web", WEB.selector(), 1, Set.of("web-1", "web-2"));
        List<Pod> victims = List.of(
                pod("web-1").label("app", "web").build(),
                pod("web-2").label("app", "web").build(),
                pod("web-3").label("app", "web").build(),
                pod("web-4").label("app", "web").build());

        // web-1 and web-2 were taken off already, web-3 is the one that is allowed.
        assertThat(VictimBudgets.ofPreemption(budgets(budget)).divide(victims).breaking())
                .containsExactly(victims.get(3));
    }

    @Test
    void ofBudgetsThatCoverTheSameTheOneThatAllowsLeastDecides() {
        DisruptionBudget two = new DisruptionBudget("default", "a-web", WEB.selector(), 2);
        DisruptionBudget none = new DisruptionBudget("default", "z-web", WEB.selector(), 0);
        List<Pod> victims = List.of(
                pod("web-1").label("app", "web").build(),
                pod("web-2").label("app", "web").build());

        // web-1 is the one that web allows, whatever a-web allows beside it.
        assertThat(VictimBudgets.ofPreemption(budgets(two, WEB)).divide(victims).breaking())
                .containsExactly(victims.get(1));
        assertThat(VictimBudgets.ofPreemption(budgets(two, none, WEB))
                        .divide(victims)
                        .breaking())
                .isEqualTo(victims);
    }

    @Test
    void aVictimIsTakenOffTwentyBudgetsAtMostAndOffThoseThatAllowLeast() {
        List<DisruptionBudget> overlapping = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            LabelSelector selector = LabelSelector.of(List.of(Requirement.in("app", "web", "other-" + i)));
            overlapping.add(new DisruptionBudget("default", "b" + i, selector, 29 - i));
        }
        Pod web = pod("web-1").label("app", "web").build();
        Pod last = pod("other").label("app", "other-9").build();
        Pod first = pod("other").label("app", "other-29").build();
        List<Pod> victims = new ArrayList<>(Collections.nCopies(20, web));
        victims.addAll(List.of(last, first));

        // b29 allows none, so that each web pod breaks it; b10 to b29 are taken off, and b9 still allows its 20.
        assertThat(VictimBudgets.ofPreemption(budgets(overlapping.toArray(DisruptionBudget[]::new)))
                        .divide(victims)
                        .keeping())
                .containsExactly(last);
    }

    private static DisruptionBudgetIndex budgets(DisruptionBudget... all) {
        DisruptionBudgetIndex index = DisruptionBudgetIndex.EMPTY;
        for (DisruptionBudget budget : all) {
            index = index.with(budget);
        }
        return index;
    }
}
