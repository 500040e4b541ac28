package dev.edgewise.scheduler.cost;

import static dev.edgewise.scheduler.testing.TestPods.pod;

import dev.edgewise.common.Names;
import dev.edgewise.common.testing.TestClock;
import dev.edgewise.scheduler.framework.Explainer;
import dev.edgewise.scheduler.framework.FilterAndScorePipeline;
import dev.edgewise.scheduler.framework.NodeSearchResult;
import dev.edgewise.scheduler.framework.Profile;
import dev.edgewise.scheduler.model.Node;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.Resources;
import dev.edgewise.scheduler.plugins.BuiltInProfiles;
import dev.edgewise.scheduler.preemption.Preemption;
import dev.edgewise.scheduler.preemption.PreemptionConditions;
import dev.edgewise.scheduler.slots.model.ObjectKey;
import dev.edgewise.scheduler.slots.model.SlotPlace;
import dev.edgewise.scheduler.slots.state.AllowedSlotsAnnotation;
import dev.edgewise.scheduler.slots.state.BoundSlotAnnotation;
import dev.edgewise.scheduler.slots.state.SlotCapacityStateExtension;
import dev.edgewise.scheduler.slots.state.SlotFilter;
import dev.edgewise.scheduler.slots.state.SlotIndex;
import dev.edgewise.scheduler.slots.state.SlotRun;
import dev.edgewise.scheduler.slots.state.TestbedSlots;
import dev.edgewise.scheduler.state.ClusterState;
import dev.edgewise.scheduler.state.Snapshot;
import dev.edgewise.scheduler.testing.TestNodes;
import dev.edgewise.scheduler.testing.TestPods;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;

/**
 * Ordinary operations beside slots. Takes the number of slots of one testbed, the number of other testbeds with two
 * slots each, and whether there are ordinary pods of the same size instead of slots; says how many steps each operation
 * took, by its name. Runs where steps are counted.
 */
public final class SlotCostScenario implements Function<Object[], Map<String, Long>> {
    /** Operations of pods in slots. */
    static final List<String> OF_SLOTS = List.of("a pod takes a slot", "it leaves its slot", "a decision about a slot");

    private static final int NODES = 100;
    /** Thousandths of a core of each slot. */
    private static final int ROOM = 500;

    private final Map<String, Long> steps = new LinkedHashMap<>();
    private final ClusterState state = new ClusterState(new TestClock());
    private final Profile profile = BuiltInProfiles.edgewise().with(List.of(new SlotFilter()));

    @Override
    public Map<String, Long> apply(Object[] arguments) {
        int slots = (Integer) arguments[0];
        int testbeds = (Integer) arguments[1];
        for (int i = 0; i < NODES; i++) {
            state.putNode(node("n" + i, 0));
            state.putNode(TestNodes.node("m" + i).cpu("8").build());
        }
        for (int i = 0; i < 2 * NODES; i++) {
            state.putPod(pod("q" + i).cpu("100m").runningOn("n" + i % NODES).build());
        }
        boolean areOrdinary = (Boolean) arguments[2];
        if (areOrdinary) {
            pods(testbed("t", "n", slots));
            for (int i = 0; i < testbeds; i++) {
                pods(testbed("other-" + i, "m", 2));
            }
        } else {
            SlotCapacityStateExtension.register(state, name -> false);
            put(testbed("t", "n", slots));
            for (int i = 0; i < testbeds; i++) {
                put(testbed("other-" + i, "m", 2));
            }
        }
        // After many changes, it is the first snapshot that counts the open nodes again.
        state.snapshot();
        ordinary();
        if (!areOrdinary) {
            ofSlots();
        }
        return steps;
    }

    /** Puts ordinary pods where slots would be, as far as their nodes have the room. */
    private void pods(TestbedSlots testbed) {
        for (SlotPlace place : testbed.places()) {
            if (state.snapshot().node(place.node()).freeMilliCpu() >= ROOM) {
                String name = "s" + state.pods().size();
                state.putPod(pod(name).cpu(ROOM + "m").runningOn(place.node()).build());
            }
        }
    }

    private void put(TestbedSlots testbed) {
        state.change(SlotIndex.FACT, index -> index.with(testbed));
    }

    /** Returns slots on the nodes in turn, all of one run. */
    private static TestbedSlots testbed(String name, String nodes, int slots) {
        List<SlotPlace> places = new ArrayList<>();
        List<Integer> positions = new ArrayList<>();
        int first = name.hashCode();
        for (int i = 0; i < slots; i++) {
            int node = Math.floorMod(first + i, NODES);
            places.add(new SlotPlace(nodes + node, node, i / NODES));
            positions.add(i);
        }
        Resources room = new Resources(ROOM, 0, 0, Map.of());
        SlotRun run = new SlotRun(1, "job", positions.subList(0, Math.min(4, slots)), false);
        return new TestbedSlots(name, new ObjectKey("default", name), places, room, true, List.of(run));
    }

    private void ordinary() {
        TestPods.Builder bound = pod("bound").cpu("100m").label("app", "a").runningOn("n0");
        measure("a pod comes", () -> state.putPod(bound.build()));
        measure("its label changes", () -> state.putPod(bound.label("turn", "2").build()));
        measure(
                "its status changes",
                () -> state.putPod(bound.annotation("turn", "3").build()));
        measure("a snapshot", state::snapshot);
        measure("it goes", () -> state.removePod(bound.build().key()));
        Pod pending = pod("pending").cpu("100m").build();
        measure("a pending pod comes", () -> state.putPod(pending));
        measure("it is assumed", () -> state.assume(pending.assignedTo("n1")));
        Snapshot snapshot = state.snapshot();
        Pod small = pod("small").cpu("100m").build();
        Pod large = pod("large").cpu("100").build();
        Pod high = pod("high").cpu("3900m").priority(10).build();
        measure("a decision", () -> new FilterAndScorePipeline(profile, new Random(1)).decide(small, snapshot));
        measure("a refusal", () -> new FilterAndScorePipeline(profile, new Random(1)).decide(large, snapshot));
        measure("an explanation", () -> new Explainer(profile, new Random(1)).explain(large, snapshot));
        measure("a preemption", () -> {
            NodeSearchResult search = new FilterAndScorePipeline(profile, new Random(1)).search(high, snapshot);
            new Preemption(new Random(1)).find(high, snapshot, search, PreemptionConditions.NONE, () -> null);
        });
    }

    private void ofSlots() {
        String slots = new AllowedSlotsAnnotation("t", 1, List.of(0, 1, 2, 3)).text();
        int node = Math.floorMod("t".hashCode(), NODES);
        TestPods.Builder executor = pod("executor").cpu("500m").annotation(Names.SLOTS_ANNOTATION, slots);
        Snapshot snapshot = state.snapshot();
        Pod waiting = executor.build();
        measure("a decision about a slot", () -> new FilterAndScorePipeline(profile, new Random(1))
                .decide(waiting, snapshot));
        Pod taken = executor.annotation(Names.SLOT_ANNOTATION, new BoundSlotAnnotation("t", 0, 1).text())
                .runningOn("n" + node)
                .build();
        measure("a pod takes a slot", () -> state.putPod(taken));
        measure("it leaves its slot", () -> state.removePod(taken.key()));
    }

    private void measure(String what, Runnable operation) {
        long before = Steps.count;
        operation.run();
        steps.put(what, Steps.count - before);
    }

    private static Node node(String name, int turn) {
        return TestNodes.node(name).cpu("4").label("turn", "t" + turn).build();
    }
}
