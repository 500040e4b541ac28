package dev.edgewise.scheduler.preemption;

import static dev.edgewise.scheduler.testing.TestPods.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.scheduler.model.DisruptionBudget;
import dev.edgewise.scheduler.model.LabelSelector;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.Requirement;
import dev.edgewise.scheduler.model.Requirement.Operator;
import java.util.List;
import org.junit.jupiter.api.Test;

class BudgetsTest {
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
        Budgets budgets = new Budgets(List.of(WEB, ALL_BUT_DB, ELSEWHERE));
        Pod web1 = pod("web-1").label("app", "web").build();
        Pod db = pod("db").label("app", "db").build();
        Pod web2 = pod("web-2").label("app", "web").build();
        Pod plain = pod("plain").build();

        Budgets.Division division = budgets.divide(List.of(web1, db, web2, plain));

        // web-2 is the second of web's one; plain is the third of the two that are not db.
        assertThat(division.breaking()).containsExactly(web2, plain);
        assertThat(division.keeping()).containsExactly(web1, db);
        // What one node's victims spend is not spent for another's.
        assertThat(budgets.divide(List.of(web2)).breaking()).isEmpty();
    }
}
