package dev.edgewise.scheduler.plugins;

import static dev.edgewise.scheduler.testing.TestNodes.node;
import static dev.edgewise.scheduler.testing.TestPods.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.testing.TestClock;
import dev.edgewise.scheduler.framework.PreparedNodeFilter;
import dev.edgewise.scheduler.framework.Rejection;
import dev.edgewise.scheduler.state.ClusterState;
import org.junit.jupiter.api.Test;

class NodeDeclaredFeaturesTest {
    private final ClusterState state = new ClusterState(new TestClock());
    private final NodeDeclaredFeatures filter = new NodeDeclaredFeatures();

    @Test
    void everyNeededFeatureHasToBeDeclared() {
        PreparedNodeFilter check =
                filter.prepare(pod("p").needing("A").needing("B").build(), state.snapshot());
        assertThat(check.check(
                        node("n").declaring("A").declaring("B").declaring("C").with()))
                .isNull();
        assertThat(check.check(node("n").declaring("A").with()))
                .isEqualTo(
                        Rejection.unresolvable("NodeDeclaredFeatures", "node(s) didn't match Pod's required features"));
    }

    @Test
    void aPodThatNeedsNoneRunsAnywhere() {
        assertThat(filter.prepare(pod("p").build(), state.snapshot())).isSameAs(PreparedNodeFilter.PASS);
    }
}
