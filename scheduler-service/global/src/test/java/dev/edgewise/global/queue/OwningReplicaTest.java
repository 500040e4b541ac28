package dev.edgewise.global.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OwningReplicaTest {
    private static final List<String> THREE = List.of("global-0", "global-1", "global-2");

    @Test
    void noReplicaHasNoRequest() {
        assertThat(OwningReplica.replicaOf("uid", List.of())).isNull();
        assertThat(OwningReplica.replicaOf("uid", List.of("global-0"))).isEqualTo("global-0");
    }

    @Test
    void allReplicasChooseAlikeWhateverTheOrder() {
        for (int i = 0; i < 1_000; i++) {
            assertThat(OwningReplica.replicaOf("uid-" + i, List.of("global-2", "global-0", "global-1")))
                    .isEqualTo(OwningReplica.replicaOf("uid-" + i, THREE));
        }
    }

    /**
     * 10,000 requests over three replicas: 3,333 each, with a standard deviation of √(10,000 × ⅓ × ⅔) = 47; 200 are
     * more than four of them.
     */
    @Test
    void eachReplicaHasItsShare() {
        Map<String, Integer> counts = new HashMap<>();
        for (int i = 0; i < 10_000; i++) {
            counts.merge(String.valueOf(OwningReplica.replicaOf("uid-" + i, THREE)), 1, Integer::sum);
        }

        assertThat(counts).hasSize(3);
        assertThat(counts.values()).allSatisfy(count -> assertThat(count).isBetween(3_133, 3_533));
    }

    @Test
    void aReplicaThatGoesMovesOnlyItsOwnRequests() {
        List<String> two = List.of("global-0", "global-2");
        for (int i = 0; i < 10_000; i++) {
            String before = OwningReplica.replicaOf("uid-" + i, THREE);
            String after = OwningReplica.replicaOf("uid-" + i, two);
            if (!"global-1".equals(before)) {
                assertThat(after).isEqualTo(before);
            }
        }
    }
}
