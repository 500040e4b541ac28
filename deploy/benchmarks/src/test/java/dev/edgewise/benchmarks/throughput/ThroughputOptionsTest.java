package dev.edgewise.benchmarks.throughput;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** Wrong options are reported, with option, value and what is allowed, before anything is started. */
class ThroughputOptionsTest {
    private final StringWriter said = new StringWriter();
    private final CommandLine commandLine =
            new CommandLine(new ThroughputBenchmark()).setErr(new PrintWriter(said, true));

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
            --pods 0                    | '--pods': '0'; allowed is 2 to 55000
            --nodes 10 --pods 1101      | '--pods': '1101'; allowed is 2 to 1100
            --nodes 0                   | '--nodes': '0'; allowed is 1 to
            --rounds 0                  | '--rounds': '0'; allowed is 1 or more
            --warm-up -1                | '--warm-up': '-1'; allowed is 0 or more
            --contestants stock,volcano | there is no contestant 'volcano', but edgewise, stock, bare-loop
            --contestants stock,stock   | '--contestants': '[stock, stock]'; allowed is each of edgewise
            --contestants edgewise-with-slots --slots 398 | '--slots': '398'; allowed is a multiple of 4, at most 2000
            --control-plane /no/such    | '--control-plane': '/no/such'; allowed is a program
            --kubeconfig f --app /no    | '--app': '/no'; allowed is a directory that deploy/image/prepare
            --kubeconfig /no/such       | '--kubeconfig': '/no/such': there is no file that can be read
            """)
    void saysWhatIsWrong(String arguments, String message) {
        assertThat(commandLine.execute(arguments.split(" "))).isEqualTo(2);
        assertThat(said.toString()).contains(message);
    }

    /** Port 1 of this machine: nothing listens there. */
    @Test
    void aKubeconfigThatPointsNowhere(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(
                directory.resolve("kubeconfig"),
                """
                apiVersion: v1
                kind: Config
                current-context: c
                clusters: [{name: c, cluster: {server: "https://127.0.0.1:1"}}]
                contexts: [{name: c, context: {cluster: c, user: u}}]
                users: [{name: u, user: {token: t}}]
                """);

        assertThat(commandLine.execute("--kubeconfig", file.toString())).isEqualTo(2);
        assertThat(said.toString())
                .contains(
                        "'--kubeconfig'", file.toString(), "no answer from https://127.0.0.1:1", "Connection refused");
    }
}
