package dev.edgewise.global.remote;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class ObservationBuilderTest {
    /** The message of a condition in a member may have megabytes. */
    @Test
    void textsOfMembersAreCut() {
        String text = "x".repeat(1 << 20);

        assertThat(new ObservationBuilder(Instant.EPOCH, "u")
                        .pending(text)
                        .build()
                        .pending())
                .hasSize(1_000);
        assertThat(new ObservationBuilder(Instant.EPOCH, "u")
                        .failed(text)
                        .build()
                        .failed())
                .hasSize(1_000);
    }
}
