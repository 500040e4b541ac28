package dev.edgewise.benchmarks.slots;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** Wrong options are reported before anything is started. */
class SlotsOptionsTest {
    private final StringWriter said = new StringWriter();
    private final CommandLine commandLine = new CommandLine(new SlotsBenchmark()).setErr(new PrintWriter(said, true));

    /** 100 nodes in 10 testbeds with 4 slots a node: 40 slots in each. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
            --testbeds 101      | '--testbeds': '101'; allowed is 1 to --nodes
            --slots-per-job 41  | '--slots-per-job': '41'; allowed is 1 to 40, what a testbed has
            --jobs 50           | '--jobs': '50'; allowed is a multiple of --schedulings, at least twice as many
            --jobs 120          | '--jobs': '120'; allowed is a multiple of --schedulings, at least twice as many
            --held-by Pod       | '--held-by': 'Pod'; allowed is Pods or Placeholder
            """)
    void saysWhatIsWrong(String arguments, String message) {
        assertThat(commandLine.execute(("--kubeconfig f " + arguments).split(" ")))
                .isEqualTo(2);
        assertThat(said.toString()).contains(message);
    }
}
