package dev.edgewise.scheduler.slots.state;

import dev.edgewise.common.Names;
import dev.edgewise.scheduler.cycle.LiveClusterFeed;
import dev.edgewise.scheduler.cycle.SchedulerConflictDetector.ConflictListener;
import dev.edgewise.scheduler.cycle.UnreadablePods;
import dev.edgewise.scheduler.framework.Decision;
import dev.edgewise.scheduler.framework.Profile;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodKey;
import dev.edgewise.scheduler.model.Resources;
import dev.edgewise.scheduler.plugins.BuiltInProfiles;
import dev.edgewise.scheduler.slots.model.ObjectKey;
import dev.edgewise.scheduler.slots.model.SlotPlace;
import dev.edgewise.scheduler.testing.Scenario;
import dev.edgewise.scheduler.testing.TestPods;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A whole scheduler with slots, and no cluster. The testbed {@code t} has the uid {@code uid-t}; its slots have 1000m
 * each.
 */
final class SlotCluster {
    /** The {@code schedulerName} of pods that another scheduler places. */
    static final String OTHER = "kube";

    static final Profile PROFILE = BuiltInProfiles.stock().with(List.of(new SlotFilter()));

    final Scenario scenario;
    final SlotCapacityStateExtension table;
    final LiveClusterFeed feed;

    SlotCluster() {
        this(11);
    }

    SlotCluster(long seed) {
        scenario = new Scenario(PROFILE, seed);
        table = SlotCapacityStateExtension.register(scenario.state, OTHER::equals);
        feed = new LiveClusterFeed(
                scenario.state,
                scenario.queue,
                "edgewise"::equals,
                ConflictListener.NONE,
                new UnreadablePods(scenario.recorded::failed),
                scenario.cycle::capacityFreed,
                List.of(SlotIndex.LISTENER));
    }

    /** A slot at position i on the i-th of these nodes. */
    static TestbedSlots testbed(List<SlotRun> runs, String... nodes) {
        return testbed("t", runs, nodes);
    }

    static TestbedSlots testbed(String name, List<SlotRun> runs, String... nodes) {
        List<SlotPlace> places = new ArrayList<>();
        for (int i = 0; i < nodes.length; i++) {
            String node = nodes[i];
            int before =
                    (int) Arrays.stream(nodes).limit(i).filter(node::equals).count();
            places.add(new SlotPlace(node, i, before));
        }
        return new TestbedSlots("uid-" + name, new ObjectKey("default", name), places, cpu(1000), true, runs);
    }

    static SlotRun run(long epoch, Integer... positions) {
        return new SlotRun(epoch, "job-" + epoch, List.of(positions), false);
    }

    static Resources cpu(long milli) {
        return new Resources(milli, 0, 0, Map.of());
    }

    /** A pod of 1000m that may go to those slots of testbed {@code t}. */
    static TestPods.Builder slotPod(String name, long epoch, Integer... positions) {
        return TestPods.pod(name)
                .cpu("1")
                .annotation(
                        Names.SLOTS_ANNOTATION, new AllowedSlotsAnnotation("uid-t", epoch, List.of(positions)).text());
    }

    /** Returns the pod bound into a slot. */
    static TestPods.Builder bound(TestPods.Builder pod, String node, int position, long epoch) {
        return pod.runningOn(node)
                .annotation(Names.SLOT_ANNOTATION, new BoundSlotAnnotation("uid-t", position, epoch).text());
    }

    SlotCluster put(TestbedSlots testbed) {
        feed.fact(SlotIndex.FACT, index -> index.with(testbed));
        return this;
    }

    TestbedSlotOccupancy view() {
        return scenario.state.snapshot().get(SlotIndex.FACT).testbed("uid-t");
    }

    /** The name of the pod in the slot. */
    @Nullable
    String taker(int position) {
        PodWithSlotAnnotation taker = view().taker(position);
        return taker == null ? null : taker.pod().name();
    }

    long freeOf(String node) {
        return scenario.state.snapshot().node(node).freeMilliCpu();
    }

    Pod pod(String name) {
        return scenario.state.pod(new PodKey("default", name));
    }

    @Nullable
    String slotOf(String pod) {
        return pod(pod).annotations().get(Names.SLOT_ANNOTATION);
    }

    String lastMessage(String pod) {
        return scenario.recorded.decisions.stream()
                .filter(decision -> decision.pod().key().name().equals(pod))
                .reduce((first, last) -> last)
                .map(Decision::message)
                .orElseThrow();
    }
}
