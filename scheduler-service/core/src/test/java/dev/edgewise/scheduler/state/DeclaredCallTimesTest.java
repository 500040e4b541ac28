package dev.edgewise.scheduler.state;

import static dev.edgewise.scheduler.testing.TestNodes.node;
import static dev.edgewise.scheduler.testing.TestPods.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.testing.TestClock;
import dev.edgewise.scheduler.model.Pod;
import org.junit.jupiter.api.Test;

/** Node n with pods whose calls compute 2.5 ms and 0.1 ms, and one that declares none. */
class DeclaredCallTimesTest {
    private final ClusterState cluster = new ClusterState(new TestClock());
    private final Pod first = calling("a", "2.5");

    DeclaredCallTimesTest() {
        cluster.putNode(node("n").build());
        cluster.putPod(first);
        cluster.putPod(calling("b", "0.1"));
        cluster.putPod(pod("c").runningOn("n").build());
        cluster.putPod(calling("wrong", "soon"));
    }

    private static Pod calling(String name, String millis) {
        return pod(name)
                .annotation("edgewise.dev/call-compute-ms", millis)
                .runningOn("n")
                .build();
    }

    private static double millis(Snapshot snapshot) {
        return snapshot.get(DeclaredCallTimes.FACT).millisOn("n");
    }

    @Test
    void areTheSumOfANodesPods() {
        assertThat(millis(cluster.snapshot())).isEqualTo(2.6);
        assertThat(cluster.snapshot().get(DeclaredCallTimes.FACT).millisOn("other"))
                .isZero();
    }

    @Test
    void followAPodThatDeclaresAnotherTimeOrGoes() {
        cluster.putPod(calling("a", "7"));
        assertThat(millis(cluster.snapshot())).isEqualTo(7.1);

        cluster.removePod(first.key());

        assertThat(millis(cluster.snapshot())).isEqualTo(0.1);
    }

    /** 0.1 + 0.2 - 0.2 - 0.1 of floating point numbers is not 0. */
    @Test
    void leaveNoRestOnceAllPodsAreGone() {
        for (String name : new String[] {"a", "b", "wrong", "c"}) {
            cluster.removePod(pod(name).build().key());
        }

        assertThat(millis(cluster.snapshot())).isZero();
    }

    /** A preemption asks what would be without the pod. */
    @Test
    void ofASnapshotWithoutAPodLackItsTime() {
        assertThat(millis(cluster.snapshot().without(first.key(), "n"))).isEqualTo(0.1);
    }
}
