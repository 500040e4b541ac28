package dev.edgewise.scheduler.failover;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.scheduler.failover.RecoveryProperties.Visible;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RecoveryPropertiesTest {
    @Test
    void withoutACauseNothingWouldEverRestart() {
        assertThatThrownBy(() -> new RecoveryProperties(
                        Set.of("edgewise"), 1, Set.of(), Duration.ofSeconds(2), false, Visible.NONE))
                .hasMessageStartingWith(
                        "edgewise.scheduler.recovery.causes is empty: it must be one or more of not-ready,");
    }
}
