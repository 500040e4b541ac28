package dev.edgewise.embedded.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AgeFormatTest {
    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");

    @ParameterizedTest
    @CsvSource({
        "-PT2S, <invalid>",
        "-PT1S, 0s",
        "PT0.9S, 0s",
        "PT119S, 119s",
        "PT2M, 2m",
        "PT9M59S, 9m59s",
        "PT10M30S, 10m",
        "PT179M, 179m",
        "PT3H, 3h",
        "PT7H59M, 7h59m",
        "PT8H30M, 8h",
        "PT47H, 47h",
        "PT48H, 2d",
        "P7DT23H, 7d23h",
        "P8DT5H, 8d",
        "P729D, 729d",
        "P730D, 2y",
        "P731D, 2y1d",
        "P2921D, 8y"
    })
    void readsAsKubectlPrintsIt(Duration age, String text) {
        assertThat(AgeFormat.of(age)).isEqualTo(text);
    }

    @Test
    void countsFromADate() {
        assertThat(AgeFormat.since("2026-01-02T03:00:00Z", NOW)).isEqualTo("4m5s");
        assertThat(AgeFormat.since("2026-01-02T03:04:00.500000Z", NOW)).isEqualTo("4s");
        assertThat(AgeFormat.since("", NOW)).isEqualTo("<unknown>");
        assertThat(AgeFormat.since("yesterday", NOW)).isEqualTo("<invalid>");
    }
}
