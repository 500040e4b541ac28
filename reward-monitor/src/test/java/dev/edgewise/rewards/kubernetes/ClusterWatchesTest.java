package dev.edgewise.rewards.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ClusterWatchesTest {
    private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");

    private static @Nullable Instant silentSince(Node node) {
        return ClusterWatches.facts(node, NOW).silentSince();
    }

    private static Node node(String ready, @Nullable String changed) {
        return new NodeBuilder()
                .withNewMetadata()
                .withName("n1")
                .endMetadata()
                .withNewStatus()
                .addNewCondition()
                .withType("DiskPressure")
                .withStatus("False")
                .withLastTransitionTime("2020-01-01T00:00:00Z")
                .endCondition()
                .addNewCondition()
                .withType("Ready")
                .withStatus(ready)
                .withLastTransitionTime(changed)
                .endCondition()
                .endStatus()
                .build();
    }

    @Test
    void aNodeIsSilentSinceItIsNotReady() {
        assertThat(silentSince(node("True", "2026-01-01T11:00:00Z"))).isNull();
        assertThat(silentSince(node("False", "2026-01-01T11:00:00Z"))).isEqualTo("2026-01-01T11:00:00Z");
        assertThat(silentSince(node("Unknown", "2026-01-01T11:00:00Z"))).isEqualTo("2026-01-01T11:00:00Z");
    }

    @Test
    void aTimeThatIsNoneOrOfTheFutureIsNow() {
        assertThat(silentSince(node("False", null))).isEqualTo(NOW);
        assertThat(silentSince(node("False", "noon"))).isEqualTo(NOW);
        assertThat(silentSince(node("False", "2026-01-01T13:00:00Z"))).isEqualTo(NOW);
    }

    @Test
    void aNodeOfWhichNoKubeletHasSpokenCountsAsReady() {
        Node bare =
                new NodeBuilder().withNewMetadata().withName("n1").endMetadata().build();
        assertThat(silentSince(bare)).isNull();
    }
}
