package dev.edgewise.scheduler.cost;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.scheduler.slots.decide.DecisionCostScenario;
import java.util.Map;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;

/**
 * An ordinary pod costs the same beside slots as beside ordinary pods of their size, and a pod of a slot the same
 * beside other testbeds. Costs are counted steps.
 */
class SlotCostTest {
    private static final int SLOTS = 400;
    private static final int TESTBEDS = 1_000;
    /** A binary search takes a few steps more, and a hash table meets a key more or less from run to run. */
    private static final int MORE = 500;

    private static final String LOOK = "nodes are looked at";

    private static final ClassLoader COUNTING = new CountingLoader();

    @Test
    void anOrdinaryPodCostsTheSameBesideSlots() {
        Map<String, Long> without = steps(SLOTS, TESTBEDS, true);
        Map<String, Long> beside = steps(SLOTS, TESTBEDS, false);
        assertThat(without).hasSizeGreaterThan(10);
        without.forEach((what, steps) -> assertThat(beside.get(what))
                .as("%s beside %d slots and %d testbeds", what, SLOTS, TESTBEDS)
                .isLessThanOrEqualTo(steps + steps / 20 + MORE));
    }

    @Test
    void aPodOfASlotCostsTheSameBesideOtherTestbeds() {
        Map<String, Long> few = steps(SLOTS, 1, false);
        Map<String, Long> many = steps(SLOTS, TESTBEDS, false);
        SlotCostScenario.OF_SLOTS.forEach(what -> assertThat(many.get(what))
                .as("%s beside %d testbeds", what, TESTBEDS)
                .isLessThanOrEqualTo(few.get(what) + few.get(what) / 5 + MORE));
    }

    /** Four times as many slots: four times the steps, and not sixteen times. */
    @Test
    void aDecisionCostsSomethingForEachSlotAndJob() {
        Map<String, Long> few = run(DecisionCostScenario.class.getName(), new Object[] {500});
        Map<String, Long> many = run(DecisionCostScenario.class.getName(), new Object[] {2_000});
        assertThat(few).hasSize(2);
        few.forEach((what, steps) -> assertThat(many.get(what))
                .as("%s of 1,000 jobs, at 2,000 slots", what)
                .isLessThan(5 * steps));
    }

    @Test
    void aPausePodCostsTheSameBesideAnyNumberOfOthers() {
        Map<String, Long> few = run(PausePodCostScenario.class.getName(), new Object[] {500});
        Map<String, Long> many = run(PausePodCostScenario.class.getName(), new Object[] {2_000});
        // It is one of the ten slots of its node.
        assertThat(many.get("a pause pod comes")).isLessThan(few.get("a pause pod comes") + MORE);
        // 200 nodes lack room: one look at each, of a few steps.
        assertThat(many.get("nothing has changed")).isLessThan(200 * 30L);
    }

    /**
     * A look at the nodes passes each one: less than 40 steps for each of 1,000. Everything else costs the same beside
     * 10 namespaces and 1,000.
     */
    @Test
    void anEventOfSlotsCostsTheSameBesideOtherNamespaces() {
        Map<String, Long> few = ofEvents(10);
        Map<String, Long> many = ofEvents(1_000);
        assertThat(few).hasSize(3);
        few.forEach((what, steps) -> assertThat(many.get(what))
                .as("%s beside 1,000 namespaces", what)
                .isLessThanOrEqualTo(steps + steps / 5 + MORE + (what.equals(LOOK) ? 40 * 1_000 : 0)));
    }

    private static Map<String, Long> ofEvents(int namespaces) {
        LongSupplier counter = () -> Steps.count;
        return run("dev.edgewise.scheduler.slots.kubernetes.EventCostScenario", new Object[] {namespaces, counter});
    }

    private static Map<String, Long> steps(int slots, int testbeds, boolean ordinary) {
        return run(SlotCostScenario.class.getName(), new Object[] {slots, testbeds, ordinary});
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Long> run(String scenario, Object[] arguments) {
        try {
            Object loaded = COUNTING.loadClass(scenario).getConstructor().newInstance();
            return ((Function<Object[], Map<String, Long>>) loaded).apply(arguments);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
