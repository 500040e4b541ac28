package dev.edgewise.global.remote;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MemberSettingsTest {
    @Test
    void readsTheSchedulerAndTheServices() {
        MemberSettings settings = read(Map.of(
                "edgewise.dev/scheduler", "griffin_scheduler",
                "edgewise.dev/services", "edgewise/scheduler-service, power/energy-adapter",
                "edgewise.dev/probe-node", "gw-1"));

        assertThat(settings.scheduler()).isEqualTo("griffin_scheduler");
        assertThat(settings.services())
                .containsOnly(Map.entry("scheduler-service", "edgewise"), Map.entry("energy-adapter", "power"));
        assertThat(settings.probeNode()).isEqualTo("gw-1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"scheduler-service", "edgewise/redis", "a/../b/scheduler-service", "UP/scheduler-service"})
    void refusesOtherServices(String text) {
        assertThat(read(Map.of("edgewise.dev/services", text)).problem())
                .isEqualTo("metadata.annotations[edgewise.dev/services] is " + text
                        + ": it must be a namespace, '/', and one of energy-adapter, network-probe, scheduler-service");
    }

    @Test
    void aCostThatIsNotToldIsUnknownAndNotZero() {
        assertThat(read(Map.of()).cost()).isNaN();
        assertThat(read(Map.of("edgewise.dev/cost", "0")).cost()).isZero();
    }

    @Test
    void refusesASchedulerWhoseNameNoPodCanHave() {
        assertThat(read(Map.of("edgewise.dev/scheduler", "a b")).problem())
                .startsWith("metadata.annotations[edgewise.dev/scheduler] is a b");
    }

    @Test
    void hasALinkAndASpeedOfItsOwn() {
        MemberSettings stated = read(Map.of("edgewise.dev/bandwidth", "50", "edgewise.dev/speed", "1.5"));
        MemberSettings none = MemberSettingsReader.read(null, null, MemberSettings.DEFAULT);

        assertThat(stated.megabits()).isEqualTo(50);
        assertThat(stated.speed()).isEqualTo(1.5);
        assertThat(none).isEqualTo(MemberSettings.DEFAULT);
        assertThat(none.megabits()).isEqualTo(1_000);
        assertThat(none.speed()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({
        "edgewise.dev/bandwidth, 0, a number from 0.001 to 1000000",
        "edgewise.dev/bandwidth, fast, a number from 0.001 to 1000000",
        "edgewise.dev/bandwidth, 1000001, a number from 0.001 to 1000000",
        "edgewise.dev/speed, -1, a number from 0.01 to 100",
        "edgewise.dev/speed, NaN, a number from 0.01 to 100",
        "edgewise.dev/speed, 1e-308, a number from 0.01 to 100",
        "edgewise.dev/speed, 1e300, a number from 0.01 to 100",
        "edgewise.dev/cost, -1, a number from 0 to 1000000000000",
        "edgewise.dev/location, sea, 'edge, near-edge or cloud'",
        "edgewise.dev/namespaces, *=a, 'names, each with = and a namespace'"
    })
    void namesFiguresAndNamesThatCannotBe(String annotation, String value, String allowed) {
        assertThat(read(Map.of(annotation, value)).problem())
                .startsWith("metadata.annotations[" + annotation + "] is " + value + ": it must be " + allowed);
    }

    @Test
    void namesTheDelayThatIsTooLong() {
        assertThat(read(Map.of("edgewise.dev/delays", "a=5, b=1e300")).problem())
                .isEqualTo("metadata.annotations[edgewise.dev/delays] is 1e300: it must be a number from 0 to 3600000");
    }

    @ParameterizedTest
    @CsvSource({
        "edgewise.dev/bandwidth, 0.001",
        "edgewise.dev/bandwidth, 1e6",
        "edgewise.dev/speed, 0.01",
        "edgewise.dev/speed, 100"
    })
    void takesTheEndsOfTheRanges(String annotation, String value) {
        assertThat(read(Map.of(annotation, value)).problem()).isEmpty();
    }

    /** A namespace that is withdrawn is so at once, whatever else is wrong. */
    @Test
    void anAnnotationThatCannotBeReadKeepsItsValueAndNoOther() {
        MemberSettings before = read(Map.of(
                "edgewise.dev/cost", "1.5", "edgewise.dev/speed", "2", "edgewise.dev/namespaces", "shop, other"));

        MemberSettings after = MemberSettingsReader.read(
                Map.of("edgewise.dev/cost", "1,5", "edgewise.dev/speed", "fast", "edgewise.dev/namespaces", "shop"),
                null,
                before);

        assertThat(after.cost()).isEqualTo(1.5);
        assertThat(after.speed()).isEqualTo(2);
        assertThat(after.targets()).containsOnlyKeys("shop");
        assertThat(after.problem())
                .isEqualTo("metadata.annotations[edgewise.dev/cost] is 1,5: it must be a number from 0 to"
                        + " 1000000000000; metadata.annotations[edgewise.dev/speed] is fast: it must be a number from"
                        + " 0.01 to 100");
        assertThat(MemberSettingsReader.read(Map.of("edgewise.dev/cost", "7"), null, after)
                        .problem())
                .isEmpty();
    }

    private static MemberSettings read(Map<String, String> annotations) {
        return MemberSettingsReader.read(annotations, Map.of(), MemberSettings.DEFAULT);
    }
}
