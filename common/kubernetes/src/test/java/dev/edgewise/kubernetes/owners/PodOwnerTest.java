package dev.edgewise.kubernetes.owners;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PodOwnerTest {
    private static final Map<String, String> HASH = Map.of("pod-template-hash", "5d6f");

    private static ObjectMeta owned(String kind, String name, boolean controls) {
        return new ObjectMetaBuilder()
                .addNewOwnerReference()
                .withKind(kind)
                .withName(name)
                .withController(controls)
                .endOwnerReference()
                .build();
    }

    @Test
    void theWorkloadIsWhatItsUserMade() {
        assertThat(PodOwner.workload(owned("ReplicaSet", "cart-5d6f", true), HASH, "cart-5d6f-x"))
                .isEqualTo("cart");
        assertThat(PodOwner.workload(owned("ReplicaSet", "cart", true), HASH, "cart-x"))
                .as("made by hand")
                .isEqualTo("cart");
        assertThat(PodOwner.workload(owned("StatefulSet", "db", true), Map.of(), "db-0"))
                .isEqualTo("db");
    }

    @Test
    void aPodWithoutAnOwnerThatControlsItIsItsOwn() {
        assertThat(PodOwner.workload(new ObjectMeta(), Map.of(), "alone")).isEqualTo("alone");
        assertThat(PodOwner.workload(owned("Node", "edge-1", true), Map.of(), "static-edge-1"))
                .isEqualTo("static-edge-1");
        assertThat(PodOwner.workload(owned("ReplicaSet", "cart", false), Map.of(), "a"))
                .isEqualTo("a");
        assertThat(PodOwner.workload(owned("ReplicaSet", "c".repeat(254), true), Map.of(), "a"))
                .as("no object has such a name")
                .isEqualTo("a");
    }
}
