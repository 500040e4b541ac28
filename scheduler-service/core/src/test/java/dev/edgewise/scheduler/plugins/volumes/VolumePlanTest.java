package dev.edgewise.scheduler.plugins.volumes;

import static dev.edgewise.scheduler.testing.TestNodes.node;
import static dev.edgewise.scheduler.testing.TestStorage.claim;
import static dev.edgewise.scheduler.testing.TestStorage.local;
import static dev.edgewise.scheduler.testing.TestStorage.volume;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.scheduler.model.Node;
import dev.edgewise.scheduler.model.storage.ClusterStorageObjects;
import dev.edgewise.scheduler.model.storage.VolumeClaim;
import dev.edgewise.scheduler.testing.TestStorage;
import java.util.List;
import org.junit.jupiter.api.Test;

class VolumePlanTest {
    private final Node node = node("n1").build();

    /** The PersistentVolume controller would refuse any other, long after the pod was given its node. */
    @Test
    void aClaimTakesAVolumeOfItsOwnAttributesClassOnly() {
        ClusterStorageObjects storage = ClusterStorageObjects.EMPTY
                .withClass(local("disk"))
                .withVolume(volume("plain", "disk", 10, "n1"))
                .withVolume(TestStorage.volumeOf("gold", "disk", 20, "n1"));
        VolumeClaim plain = claim("data", "disk", 5);
        VolumeClaim gold = TestStorage.claimOf("gold", "disk", 5);
        assertThat(plan(plain, storage)).isEqualTo("plain");
        assertThat(plan(gold, storage)).isEqualTo("gold");
        assertThat(plan(TestStorage.claimOf("silver", "disk", 5), storage)).isEqualTo(VolumePlan.NO_VOLUME);
    }

    private String plan(VolumeClaim claim, ClusterStorageObjects storage) {
        VolumePlan plan = VolumePlan.of(List.of(claim), node, storage.withClaim(claim));
        return plan.problem() != null
                ? plan.problem()
                : plan.bindings().values().iterator().next().name();
    }
}
