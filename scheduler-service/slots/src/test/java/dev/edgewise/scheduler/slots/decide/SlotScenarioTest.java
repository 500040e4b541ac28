package dev.edgewise.scheduler.slots.decide;

import static dev.edgewise.scheduler.slots.decide.SlotObjects.at;
import static dev.edgewise.scheduler.slots.decide.SlotObjects.slots;
import static dev.edgewise.scheduler.slots.decide.SlotObjects.testbed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.scheduler.slots.model.RequestedJobs.Mode;
import dev.edgewise.scheduler.slots.model.SchedulingState;
import org.junit.jupiter.api.Test;

/** The examples of explicit slots. */
class SlotScenarioTest {
    private final FakeCluster cluster = new FakeCluster()
            .nodes(2)
            .put(testbed("bed", 2))
            .jobs("a", "b", "c")
            .settle();

    @Test
    void strictJobsStartInTheirOrderAndThoseWithTheSameSlotsRunOneAfterTheOther() {
        cluster.put(slots("s", "bed", Mode.STRICT, at("a", 1, 3), at("b", 3, 0), at("c", 2)))
                .settle();
        // b waits for slot 3, and c for b.
        assertThat(cluster.running()).containsExactly("a");
        assertThat(cluster.positionsOf("a")).containsExactly(1, 3);
        cluster.start("a").succeed("a");
        assertThat(cluster.running()).containsExactly("b", "c");
        assertThat(cluster.positionsOf("b")).containsExactly(0, 3);
        assertThat(cluster.positionsOf("c")).containsExactly(2);
        cluster.start("b").start("c").succeed("b").succeed("c");
        assertThat(cluster.schedulings.get("s").status().state()).isEqualTo(SchedulingState.COMPLETED);
    }

    @Test
    void relaxedJobsOvertakeAndAppendedOnesFollow() {
        cluster.put(slots("s", "bed", Mode.RELAXED, at("a", 1, 3), at("b", 3, 0)))
                .settle();
        assertThat(cluster.running()).containsExactly("a");
        cluster.put(slots("s", "bed", Mode.RELAXED, at("a", 1, 3), at("b", 3, 0), at("c", 2)))
                .settle();
        assertThat(cluster.running()).containsExactly("a", "c");
        cluster.start("a").start("c").succeed("a");
        assertThat(cluster.running()).containsExactly("b", "c");
        cluster.start("b").succeed("b").succeed("c");
        assertThat(cluster.schedulings.get("s").status().state()).isEqualTo(SchedulingState.COMPLETED);
    }
}
