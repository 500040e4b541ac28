package dev.edgewise.offloader.planning;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.energy.ChargeZoneRules;
import dev.edgewise.common.energy.FaasHouseWeights;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** One function of 1,800 m for each node of 3,600 m; values worked out by hand from the papers' rules. */
class PaperPlannersTest {
    private static final Planner ZONES = new ChargeZonesPlanner(new ChargeZoneRules(70, 20, 10, 0.2, true));
    private static final Planner FAAS_HOUSE = new FaasHousePlanner(FaasHouseWeights.DEFAULT);
    private static final int[] LOCAL = {};

    private static int[] plan(Planner planner, int[] percent, int... hosts) {
        List<PlanNode> nodes = Arrays.stream(percent)
                .mapToObj(each -> new PlanNode("edge", each, 3_600, PlanNode.Power.RUNNING, null))
                .toList();
        List<PlannedFunction> functions = IntStream.range(0, percent.length)
                .mapToObj(owner ->
                        new PlannedFunction("shop", "f", owner, hosts.length == 0 ? owner : hosts[owner], 1_800, 1))
                .toList();
        return planner.plan(new PlanningView(nodes, functions));
    }

    private static int[] charge(int... percent) {
        return percent;
    }

    @Test
    void faasHouseSendsTheNeediestFunctionToTheBestNode() {
        // Totals 112, 40 and -56: f0 chooses first, n2 scores 70 against 12 at home.
        assertThat(plan(FAAS_HOUSE, charge(20, 50, 90), LOCAL)).containsExactly(2, 1, 2);
    }

    @Test
    void faasHouseKeepsTheHostThatAFunctionHas() {
        assertThat(plan(FAAS_HOUSE, charge(20, 50, 90), 2, 1, 2)).containsExactly(2, 1, 2);
    }

    @Test
    void faasHouseKeepsFunctionsOfOwnersWithoutPowerAtHome() {
        List<PlanNode> nodes = List.of(
                new PlanNode("off", 0, 3_600, PlanNode.Power.OFF, null),
                new PlanNode("full", 100, 3_600, PlanNode.Power.RUNNING, null));
        List<PlannedFunction> functions = List.of(new PlannedFunction("shop", "f", 0, 1, 1_800, 1));

        assertThat(FAAS_HOUSE.plan(new PlanningView(nodes, functions))).containsExactly(0);
        Planner warm = new FaasHousePlanner(new FaasHouseWeights(100, 60, 40, true));
        assertThat(warm.plan(new PlanningView(nodes, functions))).containsExactly(1);
    }

    @Test
    void faasHouseLeavesRoomForTheHostsOwnFunctions() {
        // n1 has room for two: its own functions, of which none is placed when f0 chooses, need all of it.
        List<PlanNode> nodes = List.of(
                new PlanNode("low", 20, 3_600, PlanNode.Power.RUNNING, null),
                new PlanNode("full", 100, 3_600, PlanNode.Power.RUNNING, null));
        List<PlannedFunction> functions = List.of(
                new PlannedFunction("shop", "f0", 0, 0, 1_800, 1),
                new PlannedFunction("shop", "f1", 1, 1, 1_800, 1),
                new PlannedFunction("shop", "f2", 1, 1, 1_800, 1));

        assertThat(FAAS_HOUSE.plan(new PlanningView(nodes, functions))).containsExactly(0, 1, 1);
    }

    @Test
    void zonesLeaveDeadFunctionsAtHomeWhenRichNodesAreFull() {
        // n3 alone is rich and has its own function and that of the poor n1; n2 is vulnerable.
        assertThat(plan(ZONES, charge(8, 15, 50, 90), LOCAL)).containsExactly(0, 3, 2, 3);
    }

    @Test
    void zonesUseVulnerableNodesForDeadOwnersOnlyIfNoNodeIsRich() {
        assertThat(plan(ZONES, charge(8, 15, 50, 60), LOCAL)).containsExactly(2, 3, 2, 3);
    }

    @Test
    void zonesStickToAHostThatIsNearlyAsGood() {
        // 80 is at least 0.8 * 90.
        assertThat(plan(ZONES, charge(15, 40, 90, 80), 3, 1, 2, 3)).containsExactly(3, 2, 2, 3);
    }

    @Test
    void zonesLeaveAHostThatIsMuchWorse() {
        // 70 is vulnerable, and below 0.8 * 90 = 72.
        assertThat(plan(ZONES, charge(15, 40, 90, 70), 3, 1, 2, 3)).containsExactly(2, 1, 2, 3);
    }

    @Test
    void zonesDoNotPlaceFunctionsOfDeadOwnersWithoutWarmScheduling() {
        Planner cold = new ChargeZonesPlanner(new ChargeZoneRules(70, 20, 10, 0.2, false));
        assertThat(plan(cold, charge(8, 15, 50, 60), LOCAL)).containsExactly(0, 3, 2, 3);
    }

    /**
     * One rich enough for one function of {@code shop}, whose own function of that namespace is where {@code host}
     * says.
     */
    private static int[] planBesideOneOf(Planner planner, String namespace, int host) {
        List<PlanNode> nodes = List.of(
                new PlanNode("vulnerable", 50, 1_000, PlanNode.Power.RUNNING, null),
                new PlanNode("poor", 15, 1_000, PlanNode.Power.RUNNING, null),
                new PlanNode("other", 15, 1_000, PlanNode.Power.RUNNING, null));
        List<PlannedFunction> functions = List.of(
                new PlannedFunction("shop", "f", 1, 1, 200, 1), new PlannedFunction(namespace, "own", 0, host, 900, 1));
        return planner.plan(new PlanningView(nodes, functions));
    }

    @Test
    void noTenantReservesAgainstAnother() {
        for (Planner planner : List.of(ZONES, FAAS_HOUSE)) {
            // Beside 900 m of 1,000 m there are not 200 m.
            assertThat(planBesideOneOf(planner, "shop", 2)[0]).isEqualTo(1);
            assertThat(planBesideOneOf(planner, "evil", 2)[0]).isEqualTo(0);
        }
    }

    @Test
    void whatRunsAtHomeHasItsRoomWhoeverItsTenantIs() {
        for (Planner planner : List.of(ZONES, FAAS_HOUSE)) {
            assertThat(planBesideOneOf(planner, "evil", 0)).containsExactly(1, 0);
        }
    }

    @Test
    void faasHousePlacesOthersFunctionsOfAHostInTheirOwnTurn() {
        // Of two functions of the poor node, the second finds room as well, although a third of another tenant is said
        // to belong to their host.
        List<PlanNode> nodes = List.of(
                new PlanNode("full", 100, 1_000, PlanNode.Power.RUNNING, null),
                new PlanNode("poor", 15, 1_000, PlanNode.Power.RUNNING, null),
                new PlanNode("other", 90, 1_000, PlanNode.Power.RUNNING, null));
        List<PlannedFunction> functions = List.of(
                new PlannedFunction("evil", "own", 0, 2, 900, 1),
                new PlannedFunction("shop", "f", 1, 1, 200, 1),
                new PlannedFunction("shop", "g", 1, 1, 200, 1));
        assertThat(FAAS_HOUSE.plan(new PlanningView(nodes, functions))).containsExactly(2, 0, 0);
    }

    @Test
    void percentsAreRoundedHalfToEven() {
        assertThat(new PlanNode("n", 70.5, 0, PlanNode.Power.RUNNING, null).wholePercent())
                .isEqualTo(70);
        assertThat(new PlanNode("n", 71.5, 0, PlanNode.Power.RUNNING, null).wholePercent())
                .isEqualTo(72);
    }
}
