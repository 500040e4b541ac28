package dev.edgewise.kubernetes.events;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PodEventTest {
    @Test
    void aMessageHasAtMost1024Bytes() {
        assertThat(event("x".repeat(1024)).message()).isEqualTo("x".repeat(1024));
        assertThat(event("x".repeat(1025)).message()).isEqualTo("x".repeat(1021) + "...");
        // "≤" has three bytes: 340 of them have 1,020, and a fourth byte would begin another.
        assertThat(event("≤".repeat(342)).message()).isEqualTo("≤".repeat(340) + "...");
        assertThat(event("≤".repeat(342)).message().getBytes(UTF_8)).hasSizeLessThanOrEqualTo(1024);
    }

    @Test
    void whatIsAddedStaysAndTheRestIsCut() {
        assertThat(event("a").adding("").message()).isEqualTo("a");
        assertThat(event("a").adding(": b").message()).isEqualTo("a: b");
        assertThat(event("x".repeat(1000)).adding("y".repeat(100)).message())
                .isEqualTo("x".repeat(921) + "..." + "y".repeat(100));
    }

    private static PodEvent event(String message) {
        return new PodEvent("default", "p", "u", "edgewise", true, "FailedScheduling", "Scheduling", message);
    }
}
