package dev.edgewise.common.signal.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.common.signal.ObservationMetadata;
import dev.edgewise.common.signal.UnreadableSignalException;
import dev.edgewise.common.signal.energy.BatteryFacts;
import dev.edgewise.common.signal.energy.EnergyLevel;
import dev.edgewise.common.signal.energy.EnergyReading;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class EnergyReadingJsonCodecTest {
    private static final Instant AT = Instant.parse("2026-11-21T08:00:00.123Z");
    private static final ObservationMetadata OBSERVED = new ObservationMetadata(AT, "push", Duration.ofMinutes(5));
    private static final String REST = ",\"percent\":50,\"at\":1,\"for\":1,\"by\":\"a\"}";

    private final EnergyReadingJsonCodec json = new EnergyReadingJsonCodec();

    @Test
    void aReadingWithoutFactsHasNoFieldsForThem() throws Exception {
        EnergyReading reading = new EnergyReading(EnergyLevel.VULNERABLE, 57.5, OBSERVED);

        // 2026-11-21T08:00:00.123Z is 1,795,248,000,123 ms
        assertThat(new String(json.encode(reading), UTF_8))
                .isEqualTo("{\"v\":1,\"level\":\"vulnerable\",\"percent\":57.5,\"at\":1795248000123,"
                        + "\"for\":300000,\"by\":\"push\"}");
        assertThat(json.decode(json.encode(reading))).isEqualTo(reading);
    }

    @Test
    void readsTheFactsOfABatteryAsItWroteThem() throws Exception {
        EnergyReading reading = new EnergyReading(
                EnergyLevel.POWERLESS, 0.75, OBSERVED, new BatteryFacts(1_250.0, 9.375, 3_930.5, 2_140.0));

        assertThat(json.decode(json.encode(reading))).isEqualTo(reading);
    }

    @Test
    void skipsWhatALaterWriterAdded() throws Exception {
        assertThat(json.decode(("{\"v\":1,\"new\":{\"a\":[1]},\"level\":\"well-powered\"" + REST).getBytes(UTF_8))
                        .level())
                .isEqualTo(EnergyLevel.WELL_POWERED);
    }

    @Test
    void saysWhatItCannotRead() {
        assertUnreadable("{\"v\":2,\"level\":\"powerless\"" + REST, "v is 2: it must be 1");
        assertUnreadable("7", "v is 0: it must be 1");
        assertUnreadable("{\"v\":1" + REST, "level is missing");
        assertUnreadable("{\"v\":1,\"level\":\"full\"" + REST, "level is \"full\": it must be one of powerless, low-");
        assertUnreadable("{\"v\":1,\"level\":\"powerless\",\"percent\":101,\"at\":1,\"for\":1,\"by\":\"a\"}", "101.0");
        assertUnreadable("{\"v\":1,\"level\":\"powerless\",\"percent\":1,\"for\":1,\"by\":\"a\"}", "at is missing");
        assertUnreadable("{\"v\":1,\"level\":\"powerless\",\"capacityMwh\":0" + REST, "capacityMwh is 0.0: it must be");
        assertUnreadable("{\"v\":1,\"level\":\"powerless\",\"chargeMwh\":-1" + REST, "chargeMwh is -1.0");
        assertUnreadable("{\"v\":1,\"level\":\"pow", "");
    }

    @Test
    void levelsCompareFromWorstToBestAndAreReadAsTheyAreLabelled() {
        assertThat(EnergyLevel.values()).isSorted();
        assertThat(EnergyLevel.POWERLESS).isLessThan(EnergyLevel.LOW_POWERED);
        for (EnergyLevel level : EnergyLevel.values()) {
            assertThat(EnergyLevel.parse(level.label())).isEqualTo(level);
        }
        assertThat(EnergyLevel.LOW_POWERED.label()).isEqualTo("low-powered");
    }

    private void assertUnreadable(String text, String problem) {
        assertThatThrownBy(() -> json.decode(text.getBytes(UTF_8)))
                .isInstanceOf(UnreadableSignalException.class)
                .hasMessageContaining(problem);
    }
}
