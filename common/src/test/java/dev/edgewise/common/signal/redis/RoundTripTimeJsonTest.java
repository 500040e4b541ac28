package dev.edgewise.common.signal.redis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.common.signal.EstimatedRange;
import dev.edgewise.common.signal.Observed;
import dev.edgewise.common.signal.RoundTripTime;
import dev.edgewise.common.signal.UnreadableSignalException;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class RoundTripTimeJsonTest {
    private static final Instant AT = Instant.parse("2026-11-21T08:00:00.123456789Z");

    private final RoundTripTimeJson json = new RoundTripTimeJson();

    @Test
    void readsAMeasuredValueAsItWroteIt() throws Exception {
        Observed observed = new Observed(AT, "a \"source\"\nof some kind é", Duration.ofMillis(1_500));
        RoundTripTime value = new RoundTripTime(1, 20_000, 60_000_000, 1.0 / 3, 900, 20, observed);

        assertThat(json.decode(json.encode(value))).isEqualTo(value);
    }

    @Test
    void writesTheRangeOfAnEstimate() throws Exception {
        Observed observed = new Observed(AT, "estimates", Duration.ofMinutes(10));
        RoundTripTime value = RoundTripTime.estimated(500, new EstimatedRange(100, 900, 85), observed);

        assertThat(new String(json.encode(value), UTF_8))
                .isEqualTo("{\"v\":1,\"p50\":500,\"p95\":500,\"p99\":500,\"loss\":0.0,\"jitter\":0,\"samples\":0,"
                        + "\"observedAt\":\"2026-11-21T08:00:00.123456789Z\",\"source\":\"estimates\","
                        + "\"validFor\":\"PT10M\",\"estimate\":{\"lower\":100,\"upper\":900,\"level\":85}}");
        assertThat(json.decode(json.encode(value))).isEqualTo(value);
    }

    @Test
    void saysWhatItCannotRead() {
        assertThatThrownBy(() -> json.decode("{\"v\":2}".getBytes(UTF_8)))
                .isInstanceOf(UnreadableSignalException.class);
        assertThatThrownBy(() -> json.decode("{\"v\":1,\"p50\":1}".getBytes(UTF_8)))
                .isInstanceOf(UnreadableSignalException.class)
                .hasMessageContaining("p95");
    }
}
