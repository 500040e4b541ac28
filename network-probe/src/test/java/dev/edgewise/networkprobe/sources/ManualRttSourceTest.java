package dev.edgewise.networkprobe.sources;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.signal.ObservationMetadata;
import dev.edgewise.common.signal.RoundTripTime;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ManualRttSourceTest {
    private static final Instant T0 = Instant.parse("2026-11-21T08:00:00Z");
    private static final Duration HOUR = Duration.ofHours(1);

    private Instant now = T0;
    private final Set<String> nodes = new HashSet<>(Set.of("a", "b", "z"));
    private final ManualRttSource manual = new ManualRttSource(HOUR, nodes::contains, new TestClock());

    private final class TestClock extends Clock {
        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }

        @Override
        public Instant instant() {
            return now;
        }
    }

    private static RoundTripTime byHand(long micros, Instant at) {
        return RoundTripTime.ofMicros(micros, new ObservationMetadata(at, "manual", HOUR));
    }

    private Map<String, Set<String>> changes(int seconds) {
        now = T0.plusSeconds(seconds);
        return manual.poll(now);
    }

    @Test
    void puttingTheSameAgainChangesNothing() {
        manual.put("a", "b", byHand(9, T0));
        assertThat(changes(0)).isEqualTo(Map.of("a", Set.of("b")));

        manual.put("a", "b", byHand(9, T0.plusSeconds(5)));
        assertThat(changes(5)).isEmpty();
        assertThat(manual.find("a", "b")).isEqualTo(byHand(9, T0));
    }

    @Test
    void whatWasPutCanBeTakenBack() {
        manual.put("a", "b", byHand(9, T0));
        manual.put("a", "z", byHand(8, T0));
        changes(0);

        manual.remove("a", "b");
        assertThat(changes(1)).isEqualTo(Map.of("a", Set.of("b")));
        manual.remove("a", "b");
        manual.remove("b", "z");
        assertThat(changes(1)).isEmpty();
        assertThat(manual.row("a")).containsOnlyKeys("z");
        assertThat(manual.size()).isEqualTo(1);
    }

    @Test
    void whatWasPutGoesWithItsNode() {
        manual.put("a", "b", byHand(9, T0));
        manual.put("b", "z", byHand(8, T0));
        changes(0);

        nodes.remove("z");

        assertThat(changes(1)).isEqualTo(Map.of("b", Set.of("z")));
        assertThat(manual.senders()).containsExactly("a");
    }

    @Test
    void valuesAreConfirmedWhenHalfOfTheirValidityIsOverOrTheClockWasSetBack() {
        manual.put("a", "b", byHand(9, T0));
        manual.put("b", "a", byHand(8, T0.plusSeconds(1)));
        changes(1);

        assertThat(changes(1_800)).isEmpty();
        assertThat(changes(1_801)).isEqualTo(Map.of("a", Set.of("b")));
        assertThat(changes(1_802)).isEqualTo(Map.of("b", Set.of("a")));
        assertThat(manual.find("a", "b")).isEqualTo(byHand(9, T0.plusSeconds(1_801)));
        assertThat(changes(5)).containsOnlyKeys("a", "b");
    }

    @Test
    void takesOverItsOwnUnlessPutAgainSince() {
        manual.put("a", "b", byHand(9, T0));
        RoundTripTime measured = RoundTripTime.ofMicros(5, new ObservationMetadata(T0, "agents", HOUR));

        manual.adopt("a", Map.of("b", byHand(7, T0), "z", byHand(6, T0)), T0);
        manual.adopt("b", Map.of("a", measured), T0);

        assertThat(manual.row("a")).isEqualTo(Map.of("b", byHand(9, T0), "z", byHand(6, T0)));
        assertThat(manual.senders()).containsExactly("a");
        manual.reset();
        assertThat(manual.senders()).isEmpty();
        assertThat(changes(0)).isEmpty();
    }

    @Test
    void eachIsConfirmedInItsOwnTime() {
        manual.put("a", "b", byHand(9, T0));
        now = T0.plusSeconds(1_000);
        manual.put("b", "a", byHand(8, now));
        changes(1_000);

        assertThat(changes(1_800)).isEmpty();
        assertThat(changes(1_801)).isEqualTo(Map.of("a", Set.of("b")));
        assertThat(changes(2_800)).isEmpty();
        assertThat(changes(2_801)).isEqualTo(Map.of("b", Set.of("a")));
        assertThat(changes(3_601)).isEmpty();
        assertThat(changes(3_602)).isEqualTo(Map.of("a", Set.of("b")));
    }

    @Test
    void whatWasTakenOverIsConfirmedByItsAge() {
        manual.put("a", "b", byHand(9, T0));
        changes(0);
        manual.adopt("b", Map.of("a", byHand(8, T0.minusSeconds(1_700))), T0);
        changes(0);

        assertThat(changes(100)).isEmpty();
        assertThat(changes(101)).isEqualTo(Map.of("b", Set.of("a")));
    }
}
