package dev.edgewise.common;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class PodTypeTest {
    @Test
    void theFirstLabelThatSaysSomethingNamesIt() {
        Map<String, String> labels = Map.of("podtype", "", "app", "web", "name", "other");

        assertThat(PodType.of("shop", labels, "frontend", "frontend-1")).isEqualTo("shop.web");
        assertThat(PodType.of("shop", Map.of("podtype", "fast.web", "app", "web"), "", "p"))
                .isEqualTo("shop.fast.web");
    }

    @Test
    void withoutLabelsTheWorkloadElseThePodNamesIt() {
        assertThat(PodType.of("shop", Map.of(), "frontend", "frontend-1")).isEqualTo("shop.frontend");
        assertThat(PodType.of("shop", Map.of(), "", "single")).isEqualTo("shop.single");
    }

    @Test
    void itsNamespaceEndsAtTheFirstDot() {
        assertThat(PodType.namespace("shop.fast.web")).isEqualTo("shop");
        assertThat(PodType.namespace("shop")).isEqualTo("shop");
    }
}
