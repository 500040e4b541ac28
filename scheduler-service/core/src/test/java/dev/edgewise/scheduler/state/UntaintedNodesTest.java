package dev.edgewise.scheduler.state;

import static dev.edgewise.scheduler.testing.TestNodes.node;
import static dev.edgewise.scheduler.testing.TestPods.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.testing.TestClock;
import dev.edgewise.scheduler.model.Pod;
import org.junit.jupiter.api.Test;

class UntaintedNodesTest {
    private final ClusterState cluster = new ClusterState(new TestClock());
    private final Pod large = pod("large").cpu("3").runningOn("b").build();

    @Test
    void boundsAreThoseOfOpenNodes() {
        cluster.putNode(node("a").cpu("4").build());
        cluster.putNode(node("b").cpu("6").build());
        cluster.putNode(node("c").cpu("9").cordoned().build());
        assertThat(open().least().freeMilliCpu()).isEqualTo(4_000);
        assertThat(open().most().freeMilliCpu()).isEqualTo(6_000);
        assertThat(open().taintedCount()).isEqualTo(1);
        assertThat(open().nextTainted(0)).isEqualTo(2);

        cluster.putNode(node("c").cpu("9").build());
        cluster.putNode(node("a").cpu("4").cordoned().build());
        assertThat(open().most().freeMilliCpu()).isEqualTo(9_000);
        assertThat(open().nextTainted(0)).isZero();
        assertThat(open().nextTainted(1)).isNegative();
    }

    @Test
    void theyAreFoundAgainOnceThereWereMoreChangesThanNodes() {
        cluster.putNode(node("a").cpu("4").build());
        cluster.putNode(node("b").cpu("4").build());
        cluster.putPod(large);
        cluster.removePod(large.key());
        cluster.snapshot();
        cluster.putPod(large);
        assertThat(open().least().freeMilliCpu()).isEqualTo(1_000);
        cluster.removePod(large.key());
        assertThat(open().least().freeMilliCpu()).isEqualTo(1_000);
        cluster.putPod(large);
        cluster.removePod(large.key());
        assertThat(open().least().freeMilliCpu()).isEqualTo(4_000);
    }

    @Test
    void withoutOpenNodesNothingIsBounded() {
        assertThat(open().least().freePods()).isGreaterThan(open().most().freePods());
    }

    private UntaintedNodes open() {
        return cluster.snapshot().untaintedNodes();
    }
}
