package dev.edgewise.scheduler.cycle;

import static dev.edgewise.scheduler.testing.TestPods.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.Names;
import dev.edgewise.scheduler.model.Pod;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class RivalryTest {
    private final Pod waiting = pod("p").build();
    private final Pod assumed = pod("p").on("n1").build();
    private long nanos;
    private final Rivalry rivalry = new Rivalry("m", () -> nanos);

    @Test
    void whoseNameSortsLaterStandsBackUntilTheOtherIsSilent() {
        assertThat(rivalry.standsBack()).isFalse();
        assertThat(rivalry.met(boundBy("a"))).isTrue();
        assertThat(rivalry.standsBack()).isTrue();
        after(Duration.ofSeconds(20));
        rivalry.met(boundBy("a"));
        after(Duration.ofSeconds(29));
        assertThat(rivalry.standsBack()).isTrue();
        after(Duration.ofSeconds(1));
        assertThat(rivalry.standsBack()).isFalse();
    }

    @Test
    void whoseNameSortsFirstGoesOn() {
        assertThat(rivalry.met(boundBy("z"))).isFalse();
        assertThat(rivalry.standsBack()).isFalse();
    }

    @Test
    void whoLeavesNoNameIsNoReasonToStandBack() {
        assertThat(rivalry.met(assumed)).isFalse();
        assertThat(rivalry.standsBack()).isFalse();
    }

    @Test
    void aPodIsPlacedByWhoLeftItsName() {
        assertThat(rivalry.isPlacedByAnother(waiting, waiting)).isFalse();
        assertThat(rivalry.isPlacedByAnother(assumed, boundBy("a"))).isTrue();
        assertThat(rivalry.isPlacedByAnother(waiting, boundBy("a"))).isTrue();
        assertThat(rivalry.isPlacedByAnother(boundBy("a"), boundBy("a"))).isFalse();
        assertThat(rivalry.isPlacedByAnother(assumed, boundBy("m"))).isFalse();
        // A binding whose answer was lost, after which the pod was taken back.
        assertThat(rivalry.isPlacedByAnother(waiting, boundBy("m"))).isFalse();
    }

    @Test
    void withoutANameTheNodeTells() {
        assertThat(rivalry.isPlacedByAnother(waiting, assumed)).isTrue();
        assertThat(rivalry.isPlacedByAnother(assumed, assumed)).isFalse();
        assertThat(rivalry.isPlacedByAnother(assumed, pod("p").on("n2").build()))
                .isTrue();
    }

    private void after(Duration time) {
        nanos += time.toNanos();
    }

    private static Pod boundBy(String name) {
        return pod("p").on("n1").annotation(Names.BOUND_BY_ANNOTATION, name).build();
    }
}
