package dev.edgewise.scheduler.plugins;

import static dev.edgewise.scheduler.testing.TestNodes.node;
import static dev.edgewise.scheduler.testing.TestPods.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.testing.TestClock;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.state.ClusterState;
import dev.edgewise.scheduler.state.Snapshot;
import org.junit.jupiter.api.Test;

class ImageLocalityTest {
    private final ClusterState state = new ClusterState(new TestClock());

    /**
     * Calculation: 2,000 MiB on one of two nodes count 1,000, less the 23 that are nothing: 977 of the 977 of a
     * container.
     */
    @Test
    void anImageVolumeCountsLikeAnImageButAddsNoContainer() {
        state.putNode(node("n1").image("model:latest", "2000Mi").build());
        state.putNode(node("n2").build());
        assertThat(score(pod("p").image("app:1").imageVolume("model").build())).containsExactly(1.0, 0.0);
    }

    private double[] score(Pod pod) {
        Snapshot snapshot = state.snapshot();
        return new ImageLocality().score(pod, snapshot, snapshot.nodes());
    }
}
