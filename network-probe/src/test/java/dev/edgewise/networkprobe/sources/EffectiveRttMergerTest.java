package dev.edgewise.networkprobe.sources;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.signal.EstimatedRange;
import dev.edgewise.common.signal.ObservationMetadata;
import dev.edgewise.common.signal.RoundTripTime;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;

class EffectiveRttMergerTest {
    private static final Instant NOW = Instant.parse("2026-11-21T08:00:00Z");
    private static final Duration VALID = Duration.ofMinutes(10);

    private final ManualRttSource manual = new ManualRttSource(VALID, name -> true, Clock.fixed(NOW, ZoneOffset.UTC));
    private final FixedSource agents = new FixedSource();
    private final FixedSource estimates = new FixedSource();
    private final FixedSource goldpinger = new FixedSource();
    private final EffectiveRttMerger rtt =
            new EffectiveRttMerger(List.of(manual, estimates, agents, goldpinger), Clock.fixed(NOW, ZoneOffset.UTC));

    private static ObservationMetadata minutesAgo(int minutes) {
        return new ObservationMetadata(NOW.minus(Duration.ofMinutes(minutes)), "x", VALID);
    }

    private static RoundTripTime measured(long micros, int minutesAgo) {
        return RoundTripTime.ofMicros(micros, minutesAgo(minutesAgo));
    }

    private static RoundTripTime lost(long micros) {
        return new RoundTripTime(micros, micros, micros, 1, 0, 1, minutesAgo(11));
    }

    private static RoundTripTime estimated(long micros) {
        return RoundTripTime.estimated(micros, new EstimatedRange(micros / 2, micros * 2, 85), minutesAgo(1));
    }

    private void holds(long micros) {
        assertThat(rtt.find("a", "b").orElseThrow().p50Micros()).isEqualTo(micros);
        assertThat(rtt.row("a").get("b").p50Micros()).isEqualTo(micros);
    }

    @Test
    void ofWhatWasMeasuredAndHoldsTheNewerHolds() {
        agents.put("a", "b", measured(1_000, 5));
        goldpinger.put("a", "b", measured(2_000, 2));

        holds(2_000);
        agents.put("a", "b", measured(1_000, 1));
        holds(1_000);
    }

    @Test
    void anEstimateIsBetterThanWhatIsTooOldAndWorseThanWhatHolds() {
        estimates.put("a", "b", estimated(3_000));
        holds(3_000);
        agents.put("a", "b", measured(1_000, 11));
        holds(3_000);
        goldpinger.put("a", "b", measured(2_000, 9));
        holds(2_000);
    }

    @Test
    void whatDoesNotAnswerIsNotEstimated() {
        estimates.put("a", "b", estimated(3_000));
        agents.put("a", "b", lost(1_000));

        holds(1_000);
    }

    @Test
    void whatWasPutByHandHolds() {
        agents.put("a", "b", measured(1_000, 0));
        manual.put(
                "a",
                "b",
                RoundTripTime.ofMicros(9_000, new ObservationMetadata(NOW, ObservationMetadata.MANUAL, VALID)));

        holds(9_000);
        assertThat(rtt.names()).containsExactly("a");
    }
}
