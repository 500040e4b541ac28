package dev.edgewise.scheduler.recovery;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.scheduler.recovery.RecoveryProperties.Visible;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RecoveryPropertiesTest {
    private static final Duration GRACE = Duration.ofSeconds(2);

    @Test
    void withoutACauseNothingWouldEverRestart() {
        assertThatThrownBy(() -> properties(Set.of(), GRACE, GRACE, GRACE))
                .hasMessageStartingWith(
                        "edgewise.scheduler.recovery.causes is empty: it must be one or more of not-ready,");
    }

    @Test
    void eachGraceIsNamedThatIsOutOfBounds() {
        Set<FailureCause> causes = Set.of(FailureCause.NOT_READY);
        Duration negative = Duration.ofSeconds(-1);
        Duration long2h = Duration.ofHours(2);
        assertThatThrownBy(() -> properties(causes, negative, GRACE, GRACE))
                .hasMessageStartingWith("edgewise.scheduler.recovery.grace is PT-1S: it must be 0s to 1h");
        assertThatThrownBy(() -> properties(causes, GRACE, long2h, GRACE))
                .hasMessageStartingWith("edgewise.scheduler.recovery.not-ready-grace is PT2H: it must be 0s to 1h");
        assertThatThrownBy(() -> properties(causes, GRACE, GRACE, long2h))
                .hasMessageStartingWith("edgewise.scheduler.recovery.last-grace is PT2H: it must be 0s to 1h");
    }

    private static RecoveryProperties properties(
            Set<FailureCause> causes, Duration grace, Duration notReady, Duration last) {
        return new RecoveryProperties(Set.of("edgewise"), 1, causes, grace, notReady, last, false, Visible.NONE);
    }
}
