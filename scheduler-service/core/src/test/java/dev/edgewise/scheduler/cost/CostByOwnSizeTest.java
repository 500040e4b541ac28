package dev.edgewise.scheduler.cost;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.function.Function;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.constraints.LongRange;

/**
 * The cost of an operation depends on its own object, not on other tenants' pods and objects. Costs are counted steps.
 */
class CostByOwnSizeTest {
    private static final int PODS = 24;
    private static final int ELEMENTS = 250;
    /** Steps at most, for one of its elements. */
    private static final int COST_OF_ONE = 600;
    /** Number of waiting reservations that one turn looks at, however many there are. */
    private static final int RESERVATIONS_IN_TURN = 1_000;
    /** A binary search takes a few steps more, and a hash table meets a key more or less from run to run. */
    private static final int MORE = 500;

    private static final ClassLoader COUNTING = new CountingLoader();

    /** 24 bound and 24 pending pods with 250 elements each are 12,000 elements: one step for each would be seen. */
    @Property(tries = 3, seed = "7", shrinking = ShrinkingMode.OFF)
    void whatPodsOfOthersHoldCostsNothing(@ForAll @LongRange(min = 0, max = 1_000) long seed) {
        for (Crowd crowd : Crowd.values()) {
            Map<String, Long> light = steps(crowd, PODS, 1, seed);
            Map<String, Long> heavy = steps(crowd, PODS, ELEMENTS, seed);
            // Its own elements are its own cost.
            light.merge(CostScenario.OWN, (long) COST_OF_ONE * ELEMENTS, Long::sum);
            light.merge(CostScenario.TURN, (long) COST_OF_ONE * RESERVATIONS_IN_TURN, Long::sum);
            light.forEach((what, steps) -> assertThat(heavy.get(what))
                    .as("%s beside %s, seed %s", what, crowd, seed)
                    .isLessThanOrEqualTo(steps + steps / 5 + MORE));
        }
    }

    /** Persistent trees of ten times as many pods are three levels deeper. */
    @Property(tries = 3, seed = "11", shrinking = ShrinkingMode.OFF)
    void moreSuchPodsCostAnEventOfAPodNothing(@ForAll @LongRange(min = 0, max = 1_000) long seed) {
        for (Crowd crowd : Crowd.values()) {
            Map<String, Long> few = steps(crowd, 12, 40, seed);
            Map<String, Long> many = steps(crowd, 120, 40, seed);
            CostScenario.EVENTS.forEach(what -> assertThat(many.get(what))
                    .as("%s beside %s, seed %s", what, crowd, seed)
                    .isLessThanOrEqualTo(2 * few.get(what) + MORE));
        }
    }

    private Map<String, Long> steps(Crowd crowd, int pods, int elements, long seed) {
        return scenario().apply(new Object[] {crowd.name(), pods, elements, seed});
    }

    @SuppressWarnings("unchecked")
    private Function<Object[], Map<String, Long>> scenario() {
        try {
            return (Function<Object[], Map<String, Long>>) COUNTING.loadClass(CostScenario.class.getName())
                    .getConstructor()
                    .newInstance();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
