package dev.edgewise.sandbox;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.sandbox.run.ServiceSetting;
import dev.edgewise.sandbox.run.Settings;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SandboxTest {
    @ParameterizedTest
    @CsvSource({
        "--senario,   --scenario",
        "--scenaro,   --scenario",
        "--minute,    --minutes",
        "--kubconfig, --kubeconfig",
        "--maniftests,--manifests",
        "--sede,      --seed",
        "--time-out,  --timeout",
        "--onc,       --once",
        "--rrt,       --rtt",
        "--node,      --nodes",
    })
    void aMistypedOptionIsAnsweredByTheOneThatWasMeant(String typed, String meant) {
        assertThat(said(typed)).startsWith("sandbox: Unknown option").contains("Did you mean " + meant + "?");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "edgewise.scheduler.bind.concurrency",
                "edgewise.scheduler.=1",
                "=1",
                "server.port=1",
                "edgewise.security.auth=none",
                "edgewise.scheduler.bind concurrency=1",
            })
    void aSettingThatIsNoPropertyOfAServiceIsRefused(String setting) {
        assertThat(said("--setting=" + setting))
                .startsWith("sandbox: Invalid value for option '--setting': '" + setting
                        + "'; allowed: KEY=VALUE with a property of a service, which begins with"
                        + " edgewise.energy-adapter., edgewise.function-offloader., edgewise.global.,"
                        + " edgewise.network-probe., edgewise.reward-monitor., edgewise.scheduler.");
    }

    @Test
    void settingsMayBeRepeated() {
        List<Settings> given = new ArrayList<>();
        SandboxOptions options = new SandboxOptions(settings -> given.add(settings) ? 0 : 1);
        int status = Sandbox.commandLine(options, System.err)
                .execute(
                        "--setting",
                        "edgewise.scheduler.profiles.green.filters=Delay,Energy",
                        "--setting",
                        "edgewise.network-probe.static.poll=1s");

        assertThat(status).isZero();
        assertThat(given.get(0).properties())
                .containsExactly(
                        new ServiceSetting(
                                "scheduler-service", "edgewise.scheduler.profiles.green.filters", "Delay,Energy"),
                        new ServiceSetting("network-probe", "edgewise.network-probe.static.poll", "1s"));
    }

    private static String said(String option) {
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        SandboxOptions options = new SandboxOptions(settings -> 0);
        int status =
                Sandbox.commandLine(options, new PrintStream(said, true, UTF_8)).execute(option);
        assertThat(status).isEqualTo(2);
        return said.toString(UTF_8);
    }
}
