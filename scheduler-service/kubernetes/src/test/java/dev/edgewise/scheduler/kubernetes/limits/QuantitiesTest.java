package dev.edgewise.scheduler.kubernetes.limits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.kubernetes.watch.InvalidObjectException;
import io.fabric8.kubernetes.api.model.Quantity;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QuantitiesTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "1, 1000",
        "250m, 250",
        "0.1, 100",
        "2.5, 2500",
        // A fraction of a milli-CPU is a whole one.
        "1u, 1",
        "1500u, 2",
        "100n, 1",
        "1k, 1000000",
        "1e2, 100000",
    })
    void readsCpuInThousandths(String text, long milli) {
        assertThat(Quantities.milli("cpu", Quantity.parse(text))).isEqualTo(milli);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "1024, 1024",
        "1Ki, 1024",
        "200Mi, 209715200",
        "3Gi, 3221225472",
        "99999Gi, 107373108658176",
        "2Ti, 2199023255552",
        "1G, 1000000000",
        "2E, 2000000000000000000",
        "1.5Ki, 1536",
        ".5Mi, 524288",
        "100m, 1",
        "1e3, 1000",
        "12E2, 1200",
        // More than 2^63 - 1 bytes is cut off there.
        "16Ei, 9223372036854775807",
        "123456789012345678, 123456789012345678",
    })
    void readsBytes(String text, long bytes) {
        assertThat(Quantities.units("memory", Quantity.parse(text))).isEqualTo(bytes);
    }

    @ParameterizedTest
    @ValueSource(strings = {"abc", "1Gib", "1 Gi", "1,5", "-", "1e99999", "0x10"})
    void refusesWhatIsNoQuantity(String text) {
        assertThatThrownBy(() -> Quantities.units("memory", Quantity.parse(text)))
                .isInstanceOf(InvalidObjectException.class)
                .hasMessage("memory is \"" + text + "\": must be a quantity, such as 100m, 2 or 1Gi");
    }

    @Test
    void refusesNegativeAmounts() {
        assertThatThrownBy(() -> Quantities.milli("cpu", Quantity.parse("-1")))
                .hasMessage("cpu is \"-1\": must be a quantity of 0 or more");
    }

    /** The time to read a number grows with the square of its length: of 3 MB of digits it takes minutes. */
    @Test
    void refusesNumbersOfManyDigitsWithoutReadingThem() {
        String digits = "9".repeat(3_000_000);
        assertThatThrownBy(() -> Quantities.units("memory", new Quantity(digits, "")))
                .isInstanceOf(InvalidObjectException.class)
                .hasMessage("memory is \"99999999999999999999…\": must be a quantity of at most 100 characters");
        assertThatThrownBy(() -> Quantities.milli("cpu", new Quantity("0." + digits, "")))
                .isInstanceOf(InvalidObjectException.class);
    }

    @Test
    void refusesExponentsInTheAmount() {
        for (String amount : new String[] {"1e999999999", "1E-999999999", "1e3"}) {
            assertThatThrownBy(() -> Quantities.units("memory", new Quantity(amount, "")))
                    .isInstanceOf(InvalidObjectException.class);
        }
    }
}
