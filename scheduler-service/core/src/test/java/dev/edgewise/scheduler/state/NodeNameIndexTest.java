package dev.edgewise.scheduler.state;

import static dev.edgewise.scheduler.testing.TestNodes.node;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.testing.TestClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NodeNameIndexTest {
    private final ClusterState cluster = new ClusterState(new TestClock());

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 100, 5_000})
    void everyNodeIsFoundAndNoOther(int nodes) {
        for (int i = 0; i < nodes; i++) {
            cluster.putNode(node("edge-" + i).build());
        }
        for (int i = 0; i < nodes; i++) {
            assertThat(positionOf("edge-" + i)).isEqualTo(i);
        }
        for (String other : new String[] {"", "edge-", "edge-" + nodes, "edge-01", "xdge-0", "edge-0 "}) {
            assertThat(positionOf(other)).as(other).isEqualTo(-1);
        }
    }

    /** "Aa" and "BB" are the same to {@link String#hashCode}. */
    @Test
    void namesOfTheSameHashAreKeptApart() {
        cluster.putNode(node("AaAa").build());
        cluster.putNode(node("BBBB").build());
        assertThat(positionOf("AaAa")).isZero();
        assertThat(positionOf("BBBB")).isEqualTo(1);
        assertThat(positionOf("AaBB")).isEqualTo(-1);
    }

    @Test
    void aNameOfOtherLettersIsFound() {
        cluster.putNode(node("knöten").build());
        assertThat(positionOf("knöten")).isZero();
    }

    @Test
    void nodesThatComeAndGoAreFoundWhereTheyAre() {
        cluster.putNode(node("a").build());
        Snapshot before = cluster.snapshot();
        assertThat(positionOf("b")).isEqualTo(-1);

        cluster.putNode(node("b").build());
        assertThat(positionOf("b")).isEqualTo(1);
        cluster.putNode(node("b").label("zone", "z").build());
        assertThat(positionOf("b")).isEqualTo(1);
        cluster.removeNode("a");
        assertThat(positionOf("a")).isEqualTo(-1);
        assertThat(positionOf("b")).isZero();

        assertThat(positionOf("a", before)).isZero();
        assertThat(positionOf("b", before)).isEqualTo(-1);
    }

    private int positionOf(String name) {
        return positionOf(name, cluster.snapshot());
    }

    /** Looks up a name in the middle of other bytes. */
    private static int positionOf(String name, Snapshot snapshot) {
        byte[] text = ("x" + name + "x").getBytes(UTF_8);
        return snapshot.positionOf(text, 1, text.length - 1, name.hashCode());
    }
}
