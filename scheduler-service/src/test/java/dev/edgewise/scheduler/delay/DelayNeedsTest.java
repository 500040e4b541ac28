package dev.edgewise.scheduler.delay;

import static dev.edgewise.scheduler.testing.TestPods.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.signal.Percentile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DelayNeedsTest {
    @Test
    void wholeAndDecimalMillisecondsAreRead() {
        DelayNeeds needs = DelayNeeds.of(
                pod("p").label("delay_edge-1", "25").label("delay_web", "2.5").build());

        assertThat(needs.needs())
                .containsExactly(
                        new DelayNeed("edge-1", 25_000, Percentile.P50), new DelayNeed("web", 2_500, Percentile.P50));
        assertThat(needs.problem()).isNull();
    }

    @Test
    void theAnnotationChoosesThePercentile() {
        DelayNeeds needs = DelayNeeds.of(pod("p").label("delay_edge-1", "25")
                .annotation("edgewise.dev/delay", "p99")
                .build());

        assertThat(needs.needs()).containsExactly(new DelayNeed("edge-1", 25_000, Percentile.P99));
    }

    @ParameterizedTest
    @ValueSource(strings = {"soon", "-1", "", "1e9", "NaN", "25ms"})
    void aValueThatIsNoNumberOfMillisecondsIsNamed(String value) {
        DelayNeeds needs = DelayNeeds.of(pod("p").label("delay_edge-1", value).build());

        assertThat(needs.isNone()).isFalse();
        assertThat(needs.problem())
                .isEqualTo("label delay_edge-1=\"" + value + "\" must be a number of milliseconds from 0 to 3600000");
    }

    @Test
    void anUnknownPercentileIsNamed() {
        DelayNeeds needs = DelayNeeds.of(pod("p").label("delay_edge-1", "25")
                .annotation("edgewise.dev/delay", "p42")
                .build());

        assertThat(needs.problem()).contains("edgewise.dev/delay", "p42", "p50, p95, p99");
    }

    @Test
    void aLabelWithoutAReferenceIsNamed() {
        assertThat(DelayNeeds.of(pod("p").label("delay_", "25").build()).problem())
                .contains("delay_<ref>");
    }

    @Test
    void aPodWithoutSuchLabelsNeedsNothing() {
        assertThat(DelayNeeds.of(pod("p").label("app", "web").build()).isNone()).isTrue();
    }
}
