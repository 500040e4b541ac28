package dev.edgewise.energy.sources;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.boot.BuildAssumption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.core.io.support.SpringFactoriesLoader;
import org.springframework.mock.env.MockEnvironment;

/** The beans that the build worked out are those of {@code push} alone. */
class PushAloneTest {
    private final List<BuildAssumption> assumptions =
            SpringFactoriesLoader.forDefaultResourceLocation().load(BuildAssumption.class);

    @Test
    void holdsWithoutASourceAndForPush() {
        assertThat(holds(new MockEnvironment())).isTrue();
        assertThat(holds(new MockEnvironment().withProperty("edgewise.energy-adapter.sources[0].type", "push")))
                .isTrue();
    }

    @Test
    void doesNotHoldForAnyOtherSource() {
        assertThat(holds(new MockEnvironment().withProperty("edgewise.energy-adapter.sources[0].type", "trace")))
                .isFalse();
        assertThat(holds(new MockEnvironment()
                        .withProperty("edgewise.energy-adapter.sources[0].type", "push")
                        .withProperty("edgewise.energy-adapter.sources[1].type", "model")))
                .isFalse();
    }

    private boolean holds(MockEnvironment environment) {
        return assumptions.stream()
                .filter(PushAlone.class::isInstance)
                .findFirst()
                .orElseThrow()
                .holds(environment);
    }
}
