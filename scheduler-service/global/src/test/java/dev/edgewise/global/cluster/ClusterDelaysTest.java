package dev.edgewise.global.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.global.model.FunctionCallSpec;
import dev.edgewise.global.model.Policy;
import dev.edgewise.global.model.PolicyType;
import dev.edgewise.global.model.RankedResource;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ClusterDelaysTest {
    private final ClusterDelays delays = new ClusterDelays(
            Map.of("c1", Map.of("c2", 10.0), "c2", Map.of("c1", 14.0, "c3", 30.0), "c1/n1", Map.of("c2", 12.0)));

    @Test
    void hasADelayForEachDirection() {
        assertThat(delays.between("c1", "c2")).isEqualTo(10);
        assertThat(delays.between("c2", "c1")).isEqualTo(14);
        assertThat(delays.between("c3", "c2")).isEqualTo(30);
        assertThat(delays.between("c1", "c1")).isZero();
        assertThat(delays.between("c1", "c3")).isNaN();
    }

    @Test
    void countsFromNodeClusterOrManagementCluster() {
        assertThat(delays.toMember(from("c1"), "n1", member("c2"))).isEqualTo(12);
        assertThat(delays.toMember(from("c1"), "n2", member("c2"))).isEqualTo(10);
        assertThat(delays.toMember(from("c1"), "n1", member("c1"))).isZero();
        assertThat(delays.toMember(from(""), "", member("c2"))).isEqualTo(7);
    }

    /** The way back counts in its own direction: 14 ms from c2 to c1, although 10 ms lead there. */
    @Test
    void countsTheWayBackToTheSourceOrWhereTheResultGoes() {
        FunctionCallSpec elsewhere = new FunctionCallSpec(1, 0, 1, "c1");
        Policy result = new Policy(PolicyType.RESPONSE_TIME, "c3", "", "", RankedResource.ALL, "", elsewhere);

        assertThat(delays.fromMember(from("c1"), "c2")).isEqualTo(14);
        assertThat(delays.fromMember(from("c2"), "c2")).isZero();
        assertThat(delays.fromMember(result, "c2")).isEqualTo(14);
        assertThat(delays.fromMember(from("c1"), "c3")).isNaN();
        assertThat(delays.fromMember(from(""), "c2")).isZero();
    }

    private static Policy from(String cluster) {
        return new Policy(PolicyType.LOW_LATENCY, cluster, "", "", RankedResource.ALL, "");
    }

    private static Member member(String name) {
        return new Member(name, "u", LocationClass.EDGE, Map.of(), Set.of(), 1, true, null, null, 7, Double.NaN, "");
    }
}
