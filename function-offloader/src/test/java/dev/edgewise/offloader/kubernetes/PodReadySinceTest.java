package dev.edgewise.offloader.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class PodReadySinceTest {
    private static final Instant CREATED = Instant.parse("2026-11-28T14:00:00Z");

    private Instant now = CREATED.plus(Duration.ofMinutes(10));
    private final PodReadySince times = new PodReadySince(() -> now);

    @Test
    void aPodThatWasReadyBeforeIsSoSinceItsNodeSays() {
        Instant said = CREATED.plusSeconds(5);
        assertThat(times.since("ns/p", "u", CREATED, said)).isEqualTo(said);
    }

    /** A node whose clock is an hour ahead would pin its pods for an hour. */
    @Test
    void oneOfTheFutureIsReadySinceItWasSeen() {
        Instant said = now.plus(Duration.ofHours(1));
        assertThat(times.since("ns/p", "u", CREATED, said)).isEqualTo(now);
        Instant seen = now;
        now = now.plusSeconds(120);
        assertThat(times.since("ns/p", "u", CREATED, said)).isEqualTo(seen);
    }

    /** A node whose clock is an hour behind would let fresh pods go. */
    @Test
    void noneIsReadyBeforeItsCreation() {
        assertThat(times.since("ns/p", "u", CREATED, CREATED.minus(Duration.ofHours(1))))
                .isEqualTo(CREATED);
    }

    @Test
    void onesThatBecomeReadyAreSoSinceItWasSeenWhateverTheirNodeSays() {
        assertThat(times.since("ns/p", "u", CREATED, null)).isNull();
        now = now.plusSeconds(60);
        assertThat(times.since("ns/p", "u", CREATED, CREATED.minus(Duration.ofHours(1))))
                .isEqualTo(now);
        Instant first = now;
        now = now.plusSeconds(60);
        assertThat(times.since("ns/p", "u", CREATED, CREATED.plus(Duration.ofHours(1))))
                .as("it was not ready in between")
                .isEqualTo(now)
                .isNotEqualTo(first);
    }

    @Test
    void anotherPodOfTheNameIsAnother() {
        times.since("ns/p", "u", CREATED, null);
        Instant said = now.minusSeconds(30);
        assertThat(times.since("ns/p", "v", CREATED, said)).isEqualTo(said);
        times.forget("ns/p");
        assertThat(times.since("ns/p", "v", CREATED, said.plusSeconds(1))).isEqualTo(said.plusSeconds(1));
    }
}
