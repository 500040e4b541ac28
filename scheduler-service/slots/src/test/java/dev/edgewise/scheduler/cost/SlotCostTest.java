package dev.edgewise.scheduler.cost;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** An ordinary pod costs the same beside slots as beside ordinary pods of their size, and a pod of a slot the same beside other testbeds. Costs are counted steps. */
class SlotCostTest {
    private static final int SLOTS = 400;
    private static final int TESTBEDS = 1_000;
    /** A binary search takes a few steps more, and a hash table meets a key more or less from run to run. */
    private static final int MORE = 500;

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

    @SuppressWarnings("unchecked")
    private static Map<String, Long> steps(int slots, int testbeds, boolean ordinary) {
        try {
            Object scenario = COUNTING.loadClass(SlotCostScenario.class.getName())
                    .getConstructor()
                    .newInstance();
            return ((Function<Object[], Map<String, Long>>) scenario).apply(new Object[] {slots, testbeds, ordinary});
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
