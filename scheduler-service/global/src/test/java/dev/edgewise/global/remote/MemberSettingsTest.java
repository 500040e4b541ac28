package dev.edgewise.global.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MemberSettingsTest {
    @Test
    void readsTheSchedulerAndTheServices() {
        MemberSettings settings = MemberSettings.read(
                Map.of(
                        "edgewise.dev/scheduler", "griffin_scheduler",
                        "edgewise.dev/services", "edgewise/scheduler-service, power/energy-adapter",
                        "edgewise.dev/probe-node", "gw-1"),
                Map.of());

        assertThat(settings.scheduler()).isEqualTo("griffin_scheduler");
        assertThat(settings.services())
                .containsOnly(Map.entry("scheduler-service", "edgewise"), Map.entry("energy-adapter", "power"));
        assertThat(settings.probeNode()).isEqualTo("gw-1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"scheduler-service", "edgewise/redis", "a/../b/scheduler-service", "UP/scheduler-service"})
    void refusesOtherServices(String text) {
        assertThatThrownBy(() -> MemberSettings.read(Map.of("edgewise.dev/services", text), Map.of()))
                .isInstanceOf(MemberProblemException.class)
                .hasMessage("metadata.annotations[edgewise.dev/services] is " + text
                        + ": it must be a namespace, '/', and one of energy-adapter, network-probe, scheduler-service");
    }

    @Test
    void aCostThatIsNotToldIsUnknownAndNotZero() {
        assertThat(MemberSettings.read(Map.of(), Map.of()).cost()).isNaN();
        assertThat(MemberSettings.read(Map.of("edgewise.dev/cost", "0"), Map.of())
                        .cost())
                .isZero();
    }

    @Test
    void refusesASchedulerWhoseNameNoPodCanHave() {
        assertThatThrownBy(() -> MemberSettings.read(Map.of("edgewise.dev/scheduler", "a b"), Map.of()))
                .hasMessageContaining("metadata.annotations[edgewise.dev/scheduler] is a b");
    }

    @Test
    void hasALinkAndASpeedOfItsOwn() {
        MemberSettings stated =
                MemberSettings.read(Map.of("edgewise.dev/bandwidth", "50", "edgewise.dev/speed", "1.5"), null);
        MemberSettings none = MemberSettings.read(null, null);

        assertThat(stated.megabits()).isEqualTo(50);
        assertThat(stated.speed()).isEqualTo(1.5);
        assertThat(none).isEqualTo(MemberSettings.DEFAULT);
        assertThat(none.megabits()).isEqualTo(1_000);
        assertThat(none.speed()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({
        "edgewise.dev/bandwidth, 0, a number above 0",
        "edgewise.dev/bandwidth, fast, a number of 0 or more",
        "edgewise.dev/speed, -1, a number of 0 or more",
        "edgewise.dev/speed, 0, a number above 0"
    })
    void refusesLinksAndSpeedsThatCannotBe(String annotation, String value, String allowed) {
        assertThatThrownBy(() -> MemberSettings.read(Map.of(annotation, value), null))
                .isInstanceOf(MemberProblemException.class)
                .hasMessageContainingAll(annotation, value, allowed);
    }
}
