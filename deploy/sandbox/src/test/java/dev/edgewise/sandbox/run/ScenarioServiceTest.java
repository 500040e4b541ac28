package dev.edgewise.sandbox.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ScenarioServiceTest {
    private static final ScenarioService ADAPTER = new ScenarioService(
            "energy-adapter",
            List.of("--edgewise.energy-adapter.sources[0].type=model", "--edgewise.energy-adapter.refresh.every=1s"));
    private static final ScenarioService SCHEDULER =
            new ScenarioService("scheduler-service", List.of("--edgewise.leader-election.enabled=false"));

    @Test
    void givesSettingsToTheirService() {
        assertThat(with(
                        "edgewise.scheduler.profiles.green.like=edgewise",
                        "edgewise.scheduler.profiles.green.scores.Energy=50"))
                .containsExactly(
                        ADAPTER,
                        new ScenarioService(
                                "scheduler-service",
                                List.of(
                                        "--edgewise.leader-election.enabled=false",
                                        "--edgewise.scheduler.profiles.green.like=edgewise",
                                        "--edgewise.scheduler.profiles.green.scores.Energy=50")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"edgewise.energy-adapter.refresh.every", "edgewise.energy-adapter.Refresh.every"})
    void replacesWhatTheScenarioSets(String key) {
        // Spring would join two values of one name by a comma.
        assertThat(with(key + "=5s").get(0).settings())
                .containsExactly("--edgewise.energy-adapter.sources[0].type=model", "--" + key + "=5s");
    }

    @Test
    void keepsOtherElementsOfAList() {
        assertThat(with("edgewise.energy-adapter.sources[1].type=push").get(0).settings())
                .containsExactly(
                        "--edgewise.energy-adapter.sources[0].type=model",
                        "--edgewise.energy-adapter.refresh.every=1s",
                        "--edgewise.energy-adapter.sources[1].type=push");
    }

    @Test
    void takesTheLastOfTwoValues() {
        assertThat(with("edgewise.scheduler.bind.concurrency=2", "edgewise.scheduler.bind.concurrency=3")
                        .get(1)
                        .settings())
                .containsExactly("--edgewise.leader-election.enabled=false", "--edgewise.scheduler.bind.concurrency=3");
    }

    @Test
    void refusesASettingOfAServiceThatDoesNotRun() {
        assertThatThrownBy(() -> with("edgewise.global.bids-within=1s"))
                .isInstanceOfSatisfying(
                        SandboxException.class, e -> assertThat(e.exitStatus()).isEqualTo(2))
                .hasMessage(
                        "--setting edgewise.global.bids-within: this scenario does not run global-scheduler;"
                                + " allowed: edgewise.energy-adapter.… of energy-adapter, edgewise.scheduler.… of scheduler-service");
    }

    @ParameterizedTest
    @CsvSource({
        "edgewise.global.bids-within=1s,          global-scheduler",
        "edgewise.network-probe.static.poll=1s,   network-probe",
        "edgewise.function-offloader.dry-run=,    function-offloader",
        "edgewise.reward-monitor.events=false,    reward-monitor",
        "edgewise.scheduler.profiles.a_b.like=x,  scheduler-service",
    })
    void findsTheServiceByTheNameOfTheProperty(String text, String service) {
        assertThat(Objects.requireNonNull(ServiceSetting.parse(text)).service()).isEqualTo(service);
    }

    private static List<ScenarioService> with(String... settings) {
        List<ServiceSetting> parsed = Stream.of(settings)
                .map(text -> Objects.requireNonNull(ServiceSetting.parse(text), text))
                .toList();
        return ScenarioService.with(parsed, List.of(ADAPTER, SCHEDULER));
    }
}
