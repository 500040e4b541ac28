package dev.edgewise.common;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NodeCpuRequestsTest {
    @Test
    void podsCountWhereTheyWereSeenLast() {
        NodeCpuRequests cpu = new NodeCpuRequests();
        cpu.put("ns", "a", "n1", 100);
        cpu.put("ns", "b", "n1", 200);
        cpu.put("ns", "a", "n2", 150);
        assertThat(cpu.millisOf("n1")).isEqualTo(200);
        assertThat(cpu.coresOf("n2")).isEqualTo(0.15);

        cpu.remove("ns", "b");
        cpu.remove("ns", "unknown");
        cpu.remove("other", "a");
        assertThat(cpu.millisOf("n1")).isZero();
        assertThat(cpu.millisOf("n2")).isEqualTo(150);
    }
}
