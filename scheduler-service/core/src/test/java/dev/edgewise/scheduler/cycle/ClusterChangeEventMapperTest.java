package dev.edgewise.scheduler.cycle;

import static dev.edgewise.scheduler.testing.TestNodes.node;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.scheduler.framework.ClusterEvent;
import dev.edgewise.scheduler.model.Node;
import org.junit.jupiter.api.Test;

class ClusterChangeEventMapperTest {
    private static final Node BEFORE = node("n").cpu("1").build();

    @Test
    void eachPropertyOfANodeIsAnEventOfItsOwn() {
        assertThat(ClusterChangeEventMapper.ofNode(BEFORE, node("n").cpu("2").build()))
                .containsExactly(ClusterEvent.NODE_ALLOCATABLE_CHANGED);
        assertThat(ClusterChangeEventMapper.ofNode(
                        BEFORE, node("n").cpu("1").label("a", "b").build()))
                .containsExactly(ClusterEvent.NODE_LABELS_CHANGED);
        assertThat(ClusterChangeEventMapper.ofNode(
                        BEFORE, node("n").cpu("1").cordoned().build()))
                .containsExactly(ClusterEvent.NODE_TAINTS_CHANGED);
        assertThat(ClusterChangeEventMapper.ofNode(
                        BEFORE, node("n").cpu("2").cordoned().build()))
                .containsExactlyInAnyOrder(ClusterEvent.NODE_ALLOCATABLE_CHANGED, ClusterEvent.NODE_TAINTS_CHANGED);
        assertThat(ClusterChangeEventMapper.ofNode(null, BEFORE)).containsExactly(ClusterEvent.NODE_ADDED);
        assertThat(ClusterChangeEventMapper.ofNode(BEFORE, node("n").cpu("1").build()))
                .isEmpty();
    }
}
