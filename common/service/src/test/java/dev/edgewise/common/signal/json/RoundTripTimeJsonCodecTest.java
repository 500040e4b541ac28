package dev.edgewise.common.signal.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.common.signal.EstimatedRange;
import dev.edgewise.common.signal.ObservationMetadata;
import dev.edgewise.common.signal.RoundTripTime;
import dev.edgewise.common.signal.UnreadableSignalException;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class RoundTripTimeJsonCodecTest {
    private static final Instant AT = Instant.parse("2026-11-21T08:00:00.123Z");

    private final RoundTripTimeJsonCodec json = new RoundTripTimeJsonCodec();

    @Test
    void readsAMeasuredValueAsItWroteIt() throws Exception {
        ObservationMetadata observed =
                new ObservationMetadata(AT, "a \"source\"\nof some kind é", Duration.ofMillis(1_500));
        RoundTripTime value = new RoundTripTime(1, 20_000, 60_000_000, 1.0 / 3, 900, 20, observed);

        assertThat(json.decode(json.encode(value))).isEqualTo(value);
    }

    @Test
    void writesTheRangeOfAnEstimate() throws Exception {
        ObservationMetadata observed = new ObservationMetadata(AT, "estimates", Duration.ofMinutes(10));
        RoundTripTime value = RoundTripTime.estimated(500, new EstimatedRange(100, 900, 85), observed);

        // 2026-11-21T08:00:00.123Z is 1,795,248,000,123 ms
        assertThat(new String(json.encode(value), UTF_8))
                .isEqualTo(
                        "{\"v\":2,\"est\":[500,100,900,85],\"at\":1795248000123,\"for\":600000,\"by\":\"estimates\"}");
        assertThat(json.decode(json.encode(value))).isEqualTo(value);
    }

    @Test
    void writesAMeasuredValueInFewBytes() {
        ObservationMetadata observed = new ObservationMetadata(AT, "agents", Duration.ofMinutes(10));
        RoundTripTime value = new RoundTripTime(18_234, 20_123, 25_321, 0, 321, 219, observed);

        assertThat(new String(json.encode(value), UTF_8))
                .isEqualTo("{\"v\":2,\"rtt\":[18234,20123,25321,321,219,0],\"at\":1795248000123,\"for\":600000,"
                        + "\"by\":\"agents\"}");
    }

    @Test
    void saysWhatItCannotRead() {
        assertUnreadable("{\"v\":3}", "must begin with {\"v\":2,");
        assertUnreadable("{\"v\":2,\"at\":1}", "rtt or est has 0 numbers");
        assertUnreadable("{\"v\":2,\"rtt\":[1,2,3],\"at\":1,\"for\":1,\"by\":\"a\"}", "rtt or est has 3 numbers");
        assertUnreadable("{\"v\":2,\"rtt\":[1,1,1,0,1,0],\"for\":1,\"by\":\"a\"}", "at is missing");
        assertUnreadable("{\"v\":2,\"rtt\":[1,1,1,0,1,0],\"at\":1,\"by\":\"a\"}", "for is missing");
        assertUnreadable("{\"v\":2,\"rtt\":[1,1,1,0,1,0],\"at\":1,\"for\":1}", "source is blank");
        assertUnreadable("{\"v\":2,\"rtt\":[2,1,1,0,1,0],\"at\":1,\"for\":1,\"by\":\"a\"}", "p95 is 1");
        assertUnreadable("{\"v\":2,\"rtt\":[1,1", "");
    }

    private void assertUnreadable(String text, String problem) {
        assertThatThrownBy(() -> json.decode(text.getBytes(UTF_8)))
                .isInstanceOf(UnreadableSignalException.class)
                .hasMessageContaining(problem);
    }
}
