package dev.edgewise.scheduler.cost;

import dev.edgewise.common.testing.TestClock;
import dev.edgewise.scheduler.model.Resources;
import dev.edgewise.scheduler.slots.decide.SlotPausePod;
import dev.edgewise.scheduler.slots.model.ObjectKey;
import dev.edgewise.scheduler.slots.model.SlotPlace;
import dev.edgewise.scheduler.slots.state.SlotCapacityStateExtension;
import dev.edgewise.scheduler.slots.state.SlotIndex;
import dev.edgewise.scheduler.slots.state.SlotPausePodsByNode;
import dev.edgewise.scheduler.slots.state.TestbedSlots;
import dev.edgewise.scheduler.state.ClusterState;
import dev.edgewise.scheduler.testing.TestNodes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Pause pods of slots, half of which have no room. Takes the number of slots, ten on each node; returns the steps of
 * each operation, by its name. Runs where steps are counted.
 */
public final class PausePodCostScenario implements Function<Object[], Map<String, Long>> {
    private static final int SLOTS_PER_NODE = 10;
    private static final Resources ROOM = new Resources(500, 0, 0, Map.of());

    @Override
    public Map<String, Long> apply(Object[] arguments) {
        int slots = (Integer) arguments[0];
        ClusterState state = new ClusterState(new TestClock());
        SlotCapacityStateExtension table = SlotCapacityStateExtension.register(state, name -> false);
        state.register(SlotPausePodsByNode.FACT);
        List<SlotPlace> places = new ArrayList<>();
        for (int i = 0; i < slots; i++) {
            int node = i / SLOTS_PER_NODE;
            if (i % SLOTS_PER_NODE == 0) {
                // Room for five of the ten.
                state.putNode(TestNodes.node("n" + node).cpu("2500m").build());
            }
            places.add(new SlotPlace("n" + node, node, i % SLOTS_PER_NODE));
        }
        TestbedSlots testbed = new TestbedSlots("t", new ObjectKey("default", "t"), places, ROOM, true, List.of());
        state.change(SlotIndex.FACT, index -> index.with(testbed));
        for (int i = 0; i < slots - 1; i++) {
            SlotPausePod pausePod = pausePod(i, places.get(i));
            state.change(SlotPausePodsByNode.FACT, pausePods -> pausePods.with(pausePod));
        }
        state.step(table::settleLacking);
        Map<String, Long> steps = new LinkedHashMap<>();
        SlotPausePod last = pausePod(slots, places.get(slots - 1));
        measure(steps, "a pause pod comes", () -> state.change(SlotPausePodsByNode.FACT, all -> all.with(last)));
        state.step(table::settleLacking);
        measure(steps, "nothing has changed", () -> state.step(table::settleLacking));
        return steps;
    }

    private static SlotPausePod pausePod(int i, SlotPlace place) {
        return new SlotPausePod(new ObjectKey("edgewise", "g" + i), "uid-" + i, "t", place, ROOM, false, false);
    }

    private static void measure(Map<String, Long> steps, String what, Runnable operation) {
        long before = Steps.count;
        operation.run();
        steps.put(what, Steps.count - before);
    }
}
