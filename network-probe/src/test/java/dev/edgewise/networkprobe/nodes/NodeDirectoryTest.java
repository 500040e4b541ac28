package dev.edgewise.networkprobe.nodes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class NodeDirectoryTest {
    private static final ProbeEndpoint HERE = new ProbeEndpoint("10.0.0.1", 6970);
    private static final ProbeEndpoint THERE = new ProbeEndpoint("fd00::1", 7000);

    private final NodeDirectory nodes = new NodeDirectory();

    @Test
    void onlyWellNodesWithAnAgentAreMeasurable() {
        nodes.put(new ProbeNode("a", "z", true, null));
        nodes.put(new ProbeNode("b", "z", true, null));
        nodes.put(new ProbeNode("c", "z", false, null));
        nodes.put(new AgentPod("agent-a", "a", HERE));
        nodes.put(new AgentPod("agent-c", "c", HERE));

        assertThat(nodes.measurable()).containsExactly("a");
        assertThat(nodes.names()).containsExactly("a", "b", "c");

        nodes.removeAgent("agent-a");
        assertThat(nodes.measurable()).isEmpty();
    }

    @Test
    void theNodesOwnAddressGoesFirst() {
        nodes.put(new ProbeNode("a", "z", true, THERE));
        nodes.put(new AgentPod("agent-a", "a", HERE));

        assertThat(nodes.endpoint("a")).contains(THERE);
    }

    @Test
    void anAgentThatIsReplacedLeavesItsSuccessor() {
        nodes.put(new ProbeNode("a", "z", true, null));
        nodes.put(new AgentPod("old", "a", HERE));
        nodes.put(new AgentPod("new", "a", THERE));
        nodes.removeAgent("old");

        assertThat(nodes.endpoint("a")).contains(THERE);
    }

    @Test
    void aDeletedNodeIsNotKnownAnyMore() {
        nodes.put(new ProbeNode("a", "z", true, HERE));
        nodes.put(new ProbeNode("b", "z", true, null));
        nodes.remove("a");

        assertThat(nodes.names()).containsExactly("b");
        assertThat(nodes.endpoint("a")).isEmpty();
        assertThat(nodes.zone("a")).isEmpty();
        assertThat(nodes.zone("b")).isEqualTo("z");
    }

    @Test
    void addressesAreReadInEachForm() {
        assertThat(ProbeEndpoint.parse("10.1.2.3:7000", 1)).isEqualTo(new ProbeEndpoint("10.1.2.3", 7000));
        assertThat(ProbeEndpoint.parse("10.1.2.3", 6970)).isEqualTo(new ProbeEndpoint("10.1.2.3", 6970));
        assertThat(ProbeEndpoint.parse("[fd00::1]:7000", 1)).isEqualTo(new ProbeEndpoint("fd00::1", 7000));
        assertThat(ProbeEndpoint.parse("[fd00::1]", 6970)).isEqualTo(new ProbeEndpoint("fd00::1", 6970));
        assertThat(ProbeEndpoint.parse("fd00::1", 6970)).isEqualTo(new ProbeEndpoint("fd00::1", 6970));
        assertThatThrownBy(() -> ProbeEndpoint.parse("host:70000", 1))
                .hasMessage("port is 70000: it must be in 1..65535");
        assertThatThrownBy(() -> ProbeEndpoint.parse("host:x", 1)).hasMessageContaining("address is \"host:x\"");
        assertThatThrownBy(() -> ProbeEndpoint.parse("[fd00::1", 1)).hasMessageContaining("it must be host:port");
        assertThatThrownBy(() -> ProbeEndpoint.parse(" ", 1)).hasMessageContaining("host is \"\"");
    }
}
