package dev.edgewise.scheduler.slots.kubernetes;

import static dev.edgewise.scheduler.testing.TestPods.pod;

import dev.edgewise.common.testing.TestClock;
import dev.edgewise.scheduler.model.Resources;
import dev.edgewise.scheduler.slots.model.FreeSlotHoldingMode;
import dev.edgewise.scheduler.slots.model.ObjectKey;
import dev.edgewise.scheduler.slots.model.ObjectMetadata;
import dev.edgewise.scheduler.slots.model.Slot;
import dev.edgewise.scheduler.slots.model.SlotPlace;
import dev.edgewise.scheduler.slots.model.SlotState;
import dev.edgewise.scheduler.slots.model.Testbed;
import dev.edgewise.scheduler.slots.model.TestbedSpec;
import dev.edgewise.scheduler.slots.model.TestbedState;
import dev.edgewise.scheduler.slots.model.TestbedStatus;
import dev.edgewise.scheduler.state.ClusterState;
import dev.edgewise.scheduler.testing.TestNodes;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * Events of testbeds and nodes, up to the input of the next decision. Takes the number of namespaces, each with one
 * testbed on one node, and the counter of steps; says how many steps each event took, by its name. Runs where steps are
 * counted.
 */
public final class EventCostScenario implements Function<Object[], Map<String, Long>> {
    private final Map<String, Long> steps = new LinkedHashMap<>();
    private final TestClock clock = new TestClock();
    private final ClusterState state = new ClusterState(clock);
    private final SlotCache cache = new SlotCache(() -> 0);
    private final SlotDecisionInputReader inputReader = new SlotDecisionInputReader(cache, state, clock);
    private LongSupplier counter = () -> 0;

    @Override
    public Map<String, Long> apply(Object[] arguments) {
        int namespaces = (Integer) arguments[0];
        counter = (LongSupplier) arguments[1];
        for (int i = 0; i < namespaces; i++) {
            state.putNode(TestNodes.node("n" + i).label("lab/" + i, "0").build());
            cache.put(testbed(i, TestbedState.SUCCESS));
        }
        inputReader.takeTouched(true);
        cache.takeChanged();
        measure("the status of a testbed changes", () -> {
            cache.put(testbed(1, TestbedState.RUNNING));
            decide(false, 1);
        });
        measure("a testbed is deleted", () -> {
            cache.removeTestbed("ns2", "tb");
            decide(false, 1);
        });
        state.putPod(pod("ordinary").cpu("1").runningOn("n1").build());
        state.snapshot();
        measure("nodes are looked at", () -> decide(true, 1));
        return steps;
    }

    private void decide(boolean looks, int most) {
        cache.change(inputReader.takeTouched(looks));
        Set<String> changed = cache.takeChanged();
        if (changed.size() > most) {
            throw new AssertionError("more is decided about than was touched: " + changed);
        }
        changed.forEach(inputReader::read);
    }

    private static Testbed testbed(int number, TestbedState now) {
        Slot slot =
                new Slot(0, new SlotPlace("n" + number, 0, 0), SlotState.FREE, null, null, null, 0, true, false, null);
        return new Testbed(
                new ObjectMetadata(
                        new ObjectKey("ns" + number, "tb"), "uid-" + number, "1", 1, Instant.EPOCH, false, true),
                new TestbedSpec(1, "lab/" + number, Resources.NONE, FreeSlotHoldingMode.PODS, null, List.of()),
                null,
                new TestbedStatus(now, 1, List.of(slot), null, null, List.of(), List.of()));
    }

    private void measure(String what, Runnable operation) {
        long before = counter.getAsLong();
        operation.run();
        steps.put(what, counter.getAsLong() - before);
    }
}
