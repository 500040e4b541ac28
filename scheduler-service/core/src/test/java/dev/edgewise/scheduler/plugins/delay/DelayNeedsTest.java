package dev.edgewise.scheduler.plugins.delay;

import static dev.edgewise.scheduler.testing.TestPods.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.signal.Percentile;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.signals.rtt.RttQualityRequirements;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DelayNeedsTest {
    private static final RttQualityRequirements MEDIAN =
            new RttQualityRequirements(Percentile.P50, 0.25, 0, Long.MIN_VALUE);

    @Test
    void wholeAndDecimalMillisecondsAreRead() {
        DelayNeeds needs = read(
                pod("p").label("delay_edge-1", "25").label("delay_web", "2.5").build());

        assertThat(needs.needs())
                .containsExactly(new DelayNeed("edge-1", 25_000, MEDIAN), new DelayNeed("web", 2_500, MEDIAN));
        assertThat(needs.problem()).isNull();
    }

    @Test
    void theAnnotationChoosesThePercentile() {
        DelayNeeds needs = read(pod("p").label("delay_edge-1", "25")
                .annotation("edgewise.dev/delay", "p99")
                .build());

        // 100 samples: fewer have none above their 99th percentile
        assertThat(needs.needs())
                .containsExactly(new DelayNeed(
                        "edge-1", 25_000, new RttQualityRequirements(Percentile.P99, 0.25, 100, Long.MIN_VALUE)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "p95              | P95 | 0.25",
                "loss=0.01        | P50 | 0.01",
                "p95, loss=0.01   | P95 | 0.01",
                "LOSS=0,P99       | P99 | 0",
                " p50 , loss=1    | P50 | 1",
            })
    void theAnnotationSaysWhichTimesCount(String annotation, Percentile percentile, double maxLoss) {
        RttQualityRequirements quality = annotated(annotation).needs().get(0).quality();

        assertThat(quality.percentile()).isEqualTo(percentile);
        assertThat(quality.maxLoss()).isEqualTo(maxLoss);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "loss=2           | loss is \"2\": it must be a number from 0 to 1",
                "p95, loss=1%     | loss is \"1%\": it must be a number from 0 to 1",
                "loss=NaN         | loss is \"nan\": it must be a number from 0 to 1",
                "loss=            | loss is \"\": it must be a number from 0 to 1",
                "p95,             | it is \"p95,\": it must be one of p50, p95, p99, or loss=<0..1>, or both, such as \"p95, loss=0.01\"",
                "p42, loss=0      | percentile is \"p42\": it must be one of p50, p95, p99",
                "p95, p99         | it is \"p95, p99\": it must be one of p50, p95, p99, or loss=<0..1>, or both, such as \"p95, loss=0.01\"",
                "loss=0, loss=0.1 | it is \"loss=0, loss=0.1\": it must be one of p50, p95, p99, or loss=<0..1>, or both, such as \"p95, loss=0.01\"",
            })
    void aMistakenAnnotationIsNamed(String annotation, String problem) {
        assertThat(annotated(annotation).problem()).isEqualTo("annotation edgewise.dev/delay: " + problem);
    }

    @Test
    void aLongAnnotationIsNeitherReadNorRepeated() {
        assertThat(annotated("loss=0." + "1".repeat(200_000)).problem()).hasSizeLessThan(250);
    }

    @Test
    void theRulesSayWhatCountsWhereThePodDoesNot() {
        DelayRules rules = new DelayRules(0.1, 30, 200, Duration.ofHours(1));
        Pod pod = pod("p").label("delay_a", "1")
                .annotation("edgewise.dev/delay", "p95")
                .build();

        // 01:00:00 less an hour
        assertThat(DelayNeeds.of(pod, rules, Instant.ofEpochSecond(3_600)).needs())
                .containsExactly(new DelayNeed("a", 1_000, new RttQualityRequirements(Percentile.P95, 0.1, 30, 0)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"soon", "-1", "", "1e9", "NaN", "25ms"})
    void aValueThatIsNoNumberOfMillisecondsIsNamed(String value) {
        DelayNeeds needs = read(pod("p").label("delay_edge-1", value).build());

        assertThat(needs.isNone()).isFalse();
        assertThat(needs.problem())
                .isEqualTo("label delay_edge-1=\"" + value + "\" must be a number of milliseconds from 0 to 3600000");
    }

    @Test
    void anUnknownPercentileIsNamed() {
        DelayNeeds needs = read(pod("p").label("delay_edge-1", "25")
                .annotation("edgewise.dev/delay", "p42")
                .build());

        assertThat(needs.problem()).contains("edgewise.dev/delay", "p42", "p50, p95, p99");
    }

    @Test
    void aLabelWithoutAReferenceIsNamed() {
        assertThat(read(pod("p").label("delay_", "25").build()).problem()).contains("delay_<ref>");
    }

    @Test
    void aPodWithoutSuchLabelsNeedsNothing() {
        assertThat(read(pod("p").label("app", "web").build()).isNone()).isTrue();
    }

    private static DelayNeeds annotated(String annotation) {
        return read(pod("p").label("delay_a", "1")
                .annotation("edgewise.dev/delay", annotation)
                .build());
    }

    private static DelayNeeds read(Pod pod) {
        return DelayNeeds.of(pod, DelayRules.DEFAULT, Instant.EPOCH);
    }

    @Test
    void aPodHasAtMost32Needs() {
        var pod = pod("p");
        for (int i = 0; i < 33; i++) {
            pod.label("delay_n" + i, "5");
        }
        assertThat(read(pod.build()).problem()).isEqualTo("a pod may have 32 labels delay_<ref> at most, but has 33");
    }

    @Test
    void aNumberOfManyDigitsIsNotRead() {
        assertThat(read(pod("p").label("delay_a", "1" + "0".repeat(63)).build()).problem())
                .contains("must be a number of milliseconds from 0 to 3600000");
        assertThat(read(pod("p").label("delay_a", "0." + "0".repeat(3_000_000) + "1")
                                .build())
                        .needs())
                .isEmpty();
    }
}
