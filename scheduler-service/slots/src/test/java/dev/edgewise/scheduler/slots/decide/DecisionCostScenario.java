package dev.edgewise.scheduler.slots.decide;

import dev.edgewise.scheduler.cost.Steps;
import dev.edgewise.scheduler.slots.model.FreeSlotHoldingMode;
import dev.edgewise.scheduler.slots.model.TestbedSpec;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * A decision about a namespace with one testbed, half of whose slots have jobs of one slot each that run. Takes the
 * number of slots; returns the steps of each decision, by its name. Runs where steps are counted.
 */
public final class DecisionCostScenario implements Function<Object[], Map<String, Long>> {
    private static final int SLOTS_PER_NODE = 4;

    @Override
    public Map<String, Long> apply(Object[] arguments) {
        int slots = (Integer) arguments[0];
        FakeCluster cluster = new FakeCluster().nodes(slots / SLOTS_PER_NODE);
        TestbedSpec spec = new TestbedSpec(
                SLOTS_PER_NODE, SlotObjects.LABEL, SlotObjects.SLOT, FreeSlotHoldingMode.PODS, null, List.of());
        String[] jobs = IntStream.range(0, slots / 2).mapToObj(i -> "job-" + i).toArray(String[]::new);
        cluster.put(SlotObjects.testbed("bed", spec)).jobs(jobs).settle();
        cluster.put(SlotObjects.queue("s", "bed", jobs));
        long waiting = steps(cluster.input());
        cluster.settle();
        long running = steps(cluster.placeAll(List.of(jobs)).settle().input());
        return Map.of("all jobs get slots", waiting, "all jobs run", running);
    }

    private static long steps(SlotDecisionInput input) {
        long before = Steps.count;
        new NamespaceDecider(SlotObjects.RULES).decide(input);
        return Steps.count - before;
    }
}
