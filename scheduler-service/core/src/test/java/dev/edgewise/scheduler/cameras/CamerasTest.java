package dev.edgewise.scheduler.cameras;

import static dev.edgewise.scheduler.testing.TestNodes.node;
import static dev.edgewise.scheduler.testing.TestPods.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.scheduler.cycle.LiveClusterFeed;
import dev.edgewise.scheduler.cycle.SchedulerConflictDetector.ConflictListener;
import dev.edgewise.scheduler.cycle.UnreadablePods;
import dev.edgewise.scheduler.framework.Filter;
import dev.edgewise.scheduler.framework.Profile;
import dev.edgewise.scheduler.model.PodKey;
import dev.edgewise.scheduler.model.storage.ClusterStorageObjects;
import dev.edgewise.scheduler.plugins.BuiltInProfiles;
import dev.edgewise.scheduler.state.NodeCapacityCalculator;
import dev.edgewise.scheduler.state.Snapshot;
import dev.edgewise.scheduler.testing.Scenario;
import dev.edgewise.scheduler.testing.TestPods;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The made-up kind of this package through the real cycle, queue and state; no class of the core knows it. */
class CamerasTest {
    private final Scenario scenario = new Scenario(profile(), 11);
    private final CameraTable table = scenario.state.register(CameraTable::new);
    private final LiveClusterFeed feed = new LiveClusterFeed(
            scenario.state,
            scenario.queue,
            "edgewise"::equals,
            ConflictListener.NONE,
            new UnreadablePods(scenario.recorded::failed),
            scenario.cycle::capacityFreed,
            List.of(CameraFilter.LISTENER));

    CamerasTest() {
        scenario.state.register(Viewers.FACT);
    }

    private static Profile profile() {
        Profile stock = BuiltInProfiles.stock();
        List<Filter> filters = new ArrayList<>(stock.filters());
        filters.add(new CameraFilter());
        return new Profile("edgewise", filters, stock.scores(), stock.sampling());
    }

    private static TestPods.Builder viewer(String name) {
        return pod(name).label(CameraFilter.LABEL, "gate");
    }

    private void camera(String node, long milliCpu) {
        feed.fact(Cameras.FACT, cameras -> cameras.with(new Camera("gate", node, milliCpu)));
    }

    private long freeOf(String node) {
        return scenario.state.snapshot().node(node).freeMilliCpu();
    }

    /** Runs what is ready, and returns how many decisions that took. */
    private int decisions() {
        int before = scenario.recorded.decisions.size();
        scenario.run();
        return scenario.recorded.decisions.size() - before;
    }

    /** The filter reads the index, the event wakes the pod, and the room of the decoder counts. */
    @Test
    void aPodWaitsForItsCameraAndForRoomBesideTheDecoder() {
        scenario.nodes(node("n1").cpu("1"), node("n2").cpu("1"));
        scenario.pods(viewer("v").cpu("600m"));
        assertThat(decisions()).isEqualTo(1);
        assertThat(scenario.recorded.unschedulable.get("v")).contains("camera gate is not there");
        // Rested after its first attempt, so that an event makes it active at once.
        scenario.pass(Duration.ofSeconds(2));

        feed.fact(ClusterStorageObjects.FACT, storage -> storage.withDriver("csi", true));
        assertThat(decisions()).as("an event that no filter named").isZero();

        // 1000m - 500m for the decoder < 600m.
        camera("n2", 500);
        assertThat(decisions()).isEqualTo(1);
        assertThat(scenario.nodeOf("v")).isNull();
        scenario.pass(Duration.ofSeconds(5));

        camera("n2", 500);
        assertThat(decisions()).as("the same camera again").isZero();

        // 1000m - 300m >= 600m, which leaves 100m.
        camera("n2", 300);
        assertThat(decisions()).isEqualTo(1);
        assertThat(scenario.nodeOf("v")).isEqualTo("n2");
        assertThat(freeOf("n2")).isEqualTo(100);
        assertThat(freeOf("n1")).isEqualTo(1000);
    }

    /** Room that the table gives back wakes pods that know nothing of cameras. */
    @Test
    void aPodTakesTheRoomOfADecoderThatWasRemoved() {
        scenario.nodes(node("n2").cpu("1"));
        camera("n2", 300);
        scenario.pods(pod("w").cpu("800m"));
        assertThat(decisions()).isEqualTo(1);
        assertThat(scenario.nodeOf("w")).isNull();
        scenario.pass(Duration.ofSeconds(2));

        feed.fact(Cameras.FACT, cameras -> cameras.without("gate"));
        assertThat(decisions()).isEqualTo(1);
        assertThat(scenario.nodeOf("w")).isEqualTo("n2");
        assertThat(freeOf("n2")).isEqualTo(200);
    }

    @Test
    void theRoomOfADecoderIsNeitherAReservationNorAVictim() {
        scenario.nodes(node("n2").cpu("1"));
        camera("n2", 300);
        scenario.pods(viewer("v").cpu("800m").priority(1_000_000));
        scenario.run();
        assertThat(scenario.nodeOf("v")).isNull();
        assertThat(scenario.recorded.evicted).isEmpty();
        assertThat(scenario.recorded.evictions).isEmpty();
        assertThat(NodeCapacityCalculator.reserved(scenario.state.snapshot().node("n2"))
                        .milliCpu())
                .isZero();
    }

    /** The decoder keeps its room on a node that comes later, goes, and moves with its camera. */
    @Test
    void theRoomFollowsTheCamera() {
        camera("n1", 300);
        assertThat(withoutNode()).containsExactly("gate");
        scenario.nodes(node("n1").cpu("1"), node("n2").cpu("1"));
        assertThat(withoutNode()).isEmpty();
        assertThat(freeOf("n1")).isEqualTo(700);

        camera("n2", 400);
        assertThat(freeOf("n1")).isEqualTo(1000);
        assertThat(freeOf("n2")).isEqualTo(600);

        feed.nodeGone("n2");
        assertThat(withoutNode()).containsExactly("gate");
    }

    private Set<String> withoutNode() {
        return scenario.state.snapshot().get(CameraTable.WITHOUT_NODE);
    }

    /** The index of viewers follows pods in the state, and in snapshots of what would be. */
    @Test
    void anIndexFollowsPodsInTheStateAndInWhatWouldBe() {
        scenario.nodes(node("n1").cpu("4"));
        camera("n1", 300);
        scenario.pods(viewer("a"), viewer("b"), viewer("c")).run();
        // Two pods are allowed for each camera: the third saw both.
        assertThat(scenario.recorded.bound).hasSize(2).containsValue("n1");
        assertThat(table.pods()).isEqualTo(3);
        Snapshot snapshot = scenario.state.snapshot();
        assertThat(snapshot.get(Viewers.FACT).of("gate")).isEqualTo(2);

        String first = scenario.recorded.bound.keySet().iterator().next();
        Snapshot without = snapshot.without(new PodKey("default", first), "n1");
        assertThat(without.get(Viewers.FACT).of("gate")).isEqualTo(1);
        Snapshot more = snapshot.placing(viewer("d").on("n1").build(), null);
        assertThat(more.get(Viewers.FACT).of("gate")).isEqualTo(3);
        assertThat(snapshot.get(Viewers.FACT).of("gate"))
                .as("a snapshot stays as it is")
                .isEqualTo(2);

        feed.podGone(new PodKey("default", first));
        assertThat(scenario.state.snapshot().get(Viewers.FACT).of("gate")).isEqualTo(1);
        assertThat(table.pods()).isEqualTo(2);
    }

    /** The order in which modules and watches start does not matter. */
    @Test
    void aTableAndAnIndexThatComeLaterLearnOfAllThatIsKnown() {
        Scenario started = new Scenario(profile(), 12);
        started.nodes(node("n1").cpu("4")).pods(viewer("a").cpu("1").runningOn("n1"), viewer("b"));
        started.feed.fact(Cameras.FACT, cameras -> cameras.with(new Camera("gate", "n1", 300)));
        CameraTable late = started.state.register(CameraTable::new);
        started.state.register(Viewers.FACT);
        started.state.register(Viewers.FACT);
        assertThat(late.pods()).isEqualTo(2);
        // 4000m - 1000m of a - 300m of the decoder.
        assertThat(started.state.snapshot().node("n1").freeMilliCpu()).isEqualTo(2700);
        assertThat(started.state.snapshot().get(Viewers.FACT).of("gate"))
                .as("of pods that have a node, once")
                .isEqualTo(1);
    }

    /** Reading costs nothing, and no change gives no other snapshot. */
    @Test
    void aSnapshotStaysTheSameWhileNothingChanges() {
        scenario.nodes(node("n1").cpu("1"));
        camera("n1", 300);
        Snapshot snapshot = scenario.state.snapshot();
        camera("n1", 300);
        feed.fact(Cameras.FACT, cameras -> cameras.without("unknown"));
        assertThat(scenario.state.snapshot()).isSameAs(snapshot);
        camera("n1", 301);
        assertThat(scenario.state.snapshot()).isNotSameAs(snapshot);
    }
}
