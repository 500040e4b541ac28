package dev.edgewise.scheduler.slots.kubernetes;

import static dev.edgewise.scheduler.testing.TestNodes.node;
import static dev.edgewise.scheduler.testing.TestPods.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.Names;
import dev.edgewise.scheduler.cycle.LiveClusterFeed;
import dev.edgewise.scheduler.cycle.SchedulerConflictDetector.ConflictListener;
import dev.edgewise.scheduler.cycle.UnreadablePods;
import dev.edgewise.scheduler.model.Resources;
import dev.edgewise.scheduler.plugins.BuiltInProfiles;
import dev.edgewise.scheduler.slots.decide.NodeFacts;
import dev.edgewise.scheduler.slots.model.ObjectKey;
import dev.edgewise.scheduler.slots.model.SlotPlace;
import dev.edgewise.scheduler.slots.state.SlotIndex;
import dev.edgewise.scheduler.slots.state.SlotRun;
import dev.edgewise.scheduler.slots.state.TestbedSlots;
import dev.edgewise.scheduler.state.Snapshot;
import dev.edgewise.scheduler.testing.Scenario;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

class NodeFactsReaderTest {
    private static final Resources SLOT = new Resources(1000, 0, 0, Map.of());

    /** The pods request 1000m, 500m and 250m: the slot that the second one does not have keeps no room of its own. */
    @Test
    void allPodsCountAndWhatStandsForSlotsDoesNot() {
        Scenario scenario = new Scenario(BuiltInProfiles.stock(), 3);
        scenario.state.register(SlotIndex.FACT);
        LiveClusterFeed feed = new LiveClusterFeed(
                scenario.state,
                scenario.queue,
                "edgewise"::equals,
                ConflictListener.NONE,
                new UnreadablePods(scenario.recorded::failed),
                scenario.cycle::capacityFreed,
                List.of(SlotIndex.LISTENER));
        scenario.nodes(node("n0").cpu("4").label("lab/index", "0"));
        feed.fact(
                SlotIndex.FACT,
                index -> index.with(new TestbedSlots(
                        "uid-t",
                        new ObjectKey("default", "t"),
                        List.of(new SlotPlace("n0", 0, 0)),
                        SLOT,
                        true,
                        List.of(new SlotRun(7, "pi", List.of(0), false)))));
        feed.pod(pod("in-slot")
                .cpu("1")
                .runningOn("n0")
                .annotation(Names.SLOTS_ANNOTATION, "uid-t/7/0")
                .annotation(Names.SLOT_ANNOTATION, "uid-t/0/7")
                .build());
        feed.pod(pod("claims-one")
                .cpu("500m")
                .runningOn("n0")
                .annotation(Names.SLOTS_ANNOTATION, "uid-t/1/0")
                .build());
        feed.pod(pod("ordinary").cpu("250m").runningOn("n0").build());
        Snapshot snapshot = scenario.state.snapshot();
        NodeFacts facts = new NodeFactsReader()
                .read(Objects.requireNonNull(snapshot.node("n0")), Set.of("lab/index"), Instant.EPOCH);
        assertThat(facts.requests().milliCpu()).isEqualTo(1750);
        // Of 110 pods that the kubelet takes, three are there.
        assertThat(facts.freePods()).isEqualTo(107);
    }
}
