package dev.edgewise.scheduler.plugins.volumes;

import static dev.edgewise.scheduler.testing.TestPods.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.storage.ClusterStorageObjects;
import dev.edgewise.scheduler.testing.TestStorage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class MountedClaimsTest {
    private static final String PROBLEM = "spec.selector is \"600000\": must be at most 524288 bytes in memory";

    private final Pod pod = pod("web").claim("data").build();

    @Test
    void aClaimThatCannotBeReadIsNotCalledMissing() {
        assertThat(MountedClaims.of(pod, ClusterStorageObjects.EMPTY).problem())
                .isEqualTo("persistentvolumeclaim \"data\" not found");
        assertThat(problem("")).isEqualTo("persistentvolumeclaim \"data\" cannot be read: " + PROBLEM);
    }

    @Test
    void whatABoundClaimAskedForDoesNotMatter() {
        assertThat(problem("v1")).isNull();
    }

    private @Nullable String problem(String volume) {
        return MountedClaims.of(
                        pod, ClusterStorageObjects.EMPTY.withClaim(TestStorage.unreadable("data", volume, PROBLEM)))
                .problem();
    }
}
