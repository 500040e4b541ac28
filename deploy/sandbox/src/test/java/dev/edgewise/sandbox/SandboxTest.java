package dev.edgewise.sandbox;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

    private static String said(String option) {
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        SandboxOptions options = new SandboxOptions(settings -> 0);
        int status =
                Sandbox.commandLine(options, new PrintStream(said, true, UTF_8)).execute(option);
        assertThat(status).isEqualTo(2);
        return said.toString(UTF_8);
    }
}
