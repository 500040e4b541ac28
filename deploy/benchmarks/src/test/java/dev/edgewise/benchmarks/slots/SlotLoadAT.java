package dev.edgewise.benchmarks.slots;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.edgewise.testkit.RepositoryFiles;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/**
 * Two replicas of the service on a control plane of its own; the leader is killed in the middle of Schedulings, of
 * which some jobs fail, as often as {@code -Dedgewise.slots.kills} says, at moments that follow from {@code
 * -Dedgewise.slots.seed}. The benchmark itself fails where a Scheduling, a job or a slot is not as it had to be.
 */
class SlotLoadAT {
    private static final String KILLS = System.getProperty("edgewise.slots.kills", "3");
    private static final String SEED = System.getProperty("edgewise.slots.seed", "1");

    private final PrintStream stdout = System.out;

    @AfterEach
    void restore() {
        System.setOut(stdout);
        System.clearProperty("edgewise.root");
    }

    @Test
    void everySchedulingEndsAsItHadToHoweverOftenTheLeaderIsKilled() {
        assumeTrue(System.getenv("EDGEWISE_CONTROL_PLANE") != null, "EDGEWISE_CONTROL_PLANE names no program");
        System.setProperty("edgewise.root", RepositoryFiles.file("").toString());
        ByteArrayOutputStream report = new ByteArrayOutputStream();
        System.setOut(new PrintStream(report, true, StandardCharsets.UTF_8));

        int status = new CommandLine(new SlotsBenchmark())
                .execute(("--no-aot --java-opts -XX:TieredStopAtLevel=1 --nodes 16 --testbeds 4 --slots-per-job 8"
                                + " --schedulings 8 --jobs 32 --seconds 2 --kills " + KILLS + " --seed " + SEED)
                        .split(" "));

        assertThat(status).isZero();
        assertThat(report.toString(StandardCharsets.UTF_8)).contains("\"name\":\"slots\"", "\"killed\":" + KILLS);
    }
}
