package dev.edgewise.scheduler.kubernetes;

import static dev.edgewise.scheduler.testing.TestPods.pod;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.edgewise.scheduler.model.Pod;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PodPatchTest {
    private final Pod pod = pod("p").build();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "50% of \"it\"",
                "a\\b\n\r\t\b\f\u0000\u001f",
                "\",\"status\":{}}",
                "\u2028\u007f",
                "\uD83D\uDE80 ü",
                "%s {0}"
            })
    void aHostileTextStaysAText(String text) throws JsonProcessingException {
        JsonNode patch = new ObjectMapper()
                .readTree(PodPatch.condition(pod, "PodScheduled", "False", text, text, Instant.EPOCH));

        assertThat(patch.path("metadata").path("uid").asText()).isEqualTo(pod.uid());
        assertThat(patch).hasSize(2);
        assertThat(patch.path("status")).hasSize(1);
        JsonNode condition = patch.path("status").path("conditions").path(0);
        assertThat(condition).hasSize(5);
        assertThat(condition.path("reason").asText()).isEqualTo(text);
        assertThat(condition.path("message").asText()).isEqualTo(text);
        assertThat(condition.path("lastTransitionTime").asText()).isEqualTo("1970-01-01T00:00:00Z");
    }

    @Test
    void aConditionThatDidNotTurnKeepsItsTime() {
        assertThat(PodPatch.condition(pod, "PodScheduled", "False", "r", "m", null))
                .isEqualTo("{\"metadata\":{\"uid\":\"" + pod.uid() + "\"},\"status\":{\"conditions\":[{"
                        + "\"type\":\"PodScheduled\",\"status\":\"False\",\"reason\":\"r\",\"message\":\"m\"}]}}");
    }

    @Test
    void noNodeTakesTheNominationBack() {
        assertThat(PodPatch.nomination(pod, null))
                .isEqualTo("{\"metadata\":{\"uid\":\"" + pod.uid() + "\"},\"status\":{\"nominatedNodeName\":null}}");
    }
}
