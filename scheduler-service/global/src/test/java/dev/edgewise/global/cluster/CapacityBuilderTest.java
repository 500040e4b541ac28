package dev.edgewise.global.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.edgewise.global.cluster.CapacityBuilder.NodeValues;
import dev.edgewise.global.model.RankedResource;
import java.util.List;
import org.junit.jupiter.api.Test;

class CapacityBuilderTest {
    @Test
    void leavesOutNodesThatTakeNoPodsAndPodsThatHaveFinished() {
        ClusterCapacity capacity = new CapacityBuilder()
                .pod("a", false, 500, 10, 1)
                .node(new NodeValues("a", true, 2_000, 100, 10, 2))
                .node(new NodeValues("cordoned", false, 9_000, 900, 90, 9))
                .pod("a", true, 700, 70, 1)
                .pod("", false, 700, 70, 1)
                .pod("cordoned", false, 700, 70, 1)
                .node(new NodeValues("full", true, 100, 10, 1, 0))
                .pod("full", false, 200, 20, 1)
                .pod("full", false, 200, 20, 0)
                .build();

        assertThat(capacity.freeMilliCpu()).containsExactly(1_500, 0);
        assertThat(capacity.freeBytes()).containsExactly(90, 0);
        assertThat(capacity.freePods()).containsExactly(9, 0);
        assertThat(capacity.freeGpus()).containsExactly(1, 0);
        assertThat(capacity.allocatable().milliCpu()).isEqualTo(2_100);
        assertThat(capacity.allocatable().bytes()).isEqualTo(110);
        assertThat(capacity.allocatable().gpus()).isEqualTo(2);
    }

    /**
     * Free are 1,500 + 100 of 2,100 millicores: 0.762; memory 90 + 10 of 110: 0.909; mean 0.835. GPUs, 1 of 2, count
     * for pods that need them: 0.724. The node without a free place for a pod adds 1,000 millicores to all, and nothing
     * to what is free.
     */
    @Test
    void sharesWhatIsFreeOnNodesThatTakeAnotherPod() {
        CapacityBuilder builder = new CapacityBuilder()
                .node(new NodeValues("a", true, 2_000, 100, 10, 2))
                .pod("a", false, 500, 10, 1)
                .node(new NodeValues("small", true, 100, 10, 10, 0));
        ClusterCapacity capacity = builder.build();
        ClusterCapacity withFull =
                builder.node(new NodeValues("no place", true, 1_000, 0, 0, 0)).build();
        List<PodShape> pod = List.of(new PodShape(1, 1_000, 0, 0));

        assertThat(FreeShare.share(capacity, RankedResource.CPU, pod)).isEqualTo(1_600 / 2_100.0);
        assertThat(FreeShare.share(withFull, RankedResource.CPU, pod)).isEqualTo(1_600 / 3_100.0);
        assertThat(FreeShare.share(capacity, RankedResource.ALL, pod)).isCloseTo(0.835, within(0.001));
        assertThat(FreeShare.share(capacity, RankedResource.ALL, List.of(new PodShape(1, 1_000, 0, 1))))
                .isCloseTo(0.724, within(0.001));
        assertThat(FreeShare.share(capacity, RankedResource.GPU, pod)).isEqualTo(0.5);
        assertThat(FreeShare.share(new CapacityBuilder().build(), RankedResource.CPU, pod))
                .isNaN();
    }
}
