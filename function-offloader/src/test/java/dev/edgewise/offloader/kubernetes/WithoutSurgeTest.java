package dev.edgewise.offloader.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.boot.BuildAssumption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.core.io.support.SpringFactoriesLoader;
import org.springframework.mock.env.MockEnvironment;

/** The beans that the build worked out are those without a surge. */
class WithoutSurgeTest {
    private final List<BuildAssumption> assumptions =
            SpringFactoriesLoader.forDefaultResourceLocation().load(BuildAssumption.class);

    @Test
    void holdsUnlessSingleReplicasSurge() {
        assertThat(holds(new MockEnvironment())).isTrue();
        assertThat(holds(new MockEnvironment().withProperty("edgewise.function-offloader.safety.singles", "stay")))
                .isTrue();
        assertThat(holds(new MockEnvironment().withProperty("edgewise.function-offloader.safety.singles", "SURGE")))
                .isFalse();
    }

    private boolean holds(MockEnvironment environment) {
        return assumptions.stream()
                .filter(WithoutSurge.class::isInstance)
                .findFirst()
                .orElseThrow()
                .holds(environment);
    }
}
