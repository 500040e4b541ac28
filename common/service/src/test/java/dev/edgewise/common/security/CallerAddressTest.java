package dev.edgewise.common.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** The address that limits of each caller go by, where no HTTP request has it. */
class CallerAddressTest {
    @Test
    void workHasTheAddressThatItIsGiven() {
        AtomicReference<String> seen = new AtomicReference<>();

        CallerAddress.run("10.0.0.7", () -> seen.set(CallerAddress.current()));

        assertThat(seen.get()).isEqualTo("10.0.0.7");
        assertThat(CallerAddress.current()).isNull();
    }

    @Test
    void aFailureLeavesNoAddress() {
        Runnable broken = () -> {
            throw new IllegalStateException("broken");
        };

        assertThatThrownBy(() -> CallerAddress.run("10.0.0.7", broken)).hasMessage("broken");

        assertThat(CallerAddress.current()).isNull();
    }
}
