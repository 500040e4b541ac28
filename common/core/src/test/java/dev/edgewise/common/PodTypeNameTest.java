package dev.edgewise.common;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class PodTypeNameTest {
    @Test
    void theFirstLabelThatSaysSomethingNamesIt() {
        Map<String, String> labels = Map.of("podtype", "", "app", "web", "name", "other");

        assertThat(PodTypeName.of("shop", labels, "frontend", "frontend-1")).isEqualTo("shop.web");
        assertThat(PodTypeName.of("shop", Map.of("podtype", "fast.web", "app", "web"), "", "p"))
                .isEqualTo("shop.fast.web");
    }

    @Test
    void withoutLabelsTheWorkloadElseThePodNamesIt() {
        assertThat(PodTypeName.of("shop", Map.of(), "frontend", "frontend-1")).isEqualTo("shop.frontend");
        assertThat(PodTypeName.of("shop", Map.of(), "", "single")).isEqualTo("shop.single");
    }

    @Test
    void itsNamespaceEndsAtTheFirstDot() {
        assertThat(PodTypeName.namespace("shop.fast.web")).isEqualTo("shop");
        assertThat(PodTypeName.namespace("shop")).isEqualTo("shop");
    }
}
