package dev.edgewise.scheduler.signals;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.common.signal.ObservationMetadata;
import dev.edgewise.common.signal.RoundTripTime;
import dev.edgewise.common.signal.RowListener;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TrustedSourceRowFilterTest {
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final Map<String, Map<String, RoundTripTime>> heard = new HashMap<>();
    private final List<String> lost = new ArrayList<>();
    private final RowListener<RoundTripTime> listener = new RowListener<>() {
        @Override
        public void changed(String row, Map<String, RoundTripTime> values) {
            heard.put(row, values);
        }

        @Override
        public void lost(String row) {
            lost.add(row);
        }
    };

    @Test
    void aValueOfAnotherSourceIsAsIfItWereNotThere() {
        TrustedSourceRowFilter<RoundTripTime> sources = sources(List.of("agents", "estimate"));

        sources.changed("a", Map.of("b", of("agents"), "c", of("static"), "d", of("manual")));

        assertThat(heard).isEqualTo(Map.of("a", Map.of("b", of("agents"))));
        // those to c and d
        assertThat(meters.counter("edgewise.signal.refused", "signal", "rtt").count())
                .isEqualTo(2);
    }

    @Test
    void aRowOfWhichNothingIsBelievedIsEmpty() {
        TrustedSourceRowFilter<RoundTripTime> sources = sources(List.of("agents"));

        sources.changed("a", Map.of("b", of("agents")));
        sources.changed("a", Map.of("b", of("static")));
        sources.lost("a");

        assertThat(heard).isEqualTo(Map.of("a", Map.of()));
        assertThat(lost).containsExactly("a");
    }

    @Test
    void withoutNamesAllAreBelieved() {
        sources(List.of()).changed("a", Map.of("b", of("anything")));

        assertThat(heard).isEqualTo(Map.of("a", Map.of("b", of("anything"))));
    }

    @Test
    void wrongNamesAreNamed() {
        assertThatThrownBy(() -> new TrustedSourcesProperties(List.of("agents", " "), List.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("edgewise.scheduler.sources.rtt");
        assertThatThrownBy(() -> new TrustedSourcesProperties(List.of(), List.of("push", "push")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("edgewise.scheduler.sources.energy is [push, push]");
    }

    private TrustedSourceRowFilter<RoundTripTime> sources(List<String> believed) {
        return new TrustedSourceRowFilter<>("rtt", believed, RoundTripTime::observed, listener, meters);
    }

    private static RoundTripTime of(String source) {
        return RoundTripTime.ofMicros(
                5_000, new ObservationMetadata(Instant.ofEpochMilli(1_000_000), source, Duration.ofMinutes(1)));
    }
}
