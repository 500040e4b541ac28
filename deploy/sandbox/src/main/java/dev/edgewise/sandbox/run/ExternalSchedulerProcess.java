package dev.edgewise.sandbox.run;

import dev.edgewise.testkit.ServiceProcess;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The example of a scheduler outside the cluster, which knows the public interface alone. */
final class ExternalSchedulerProcess {
    static final String NAME = "external-scheduler";
    private static final String JAR = "deploy/examples/slots/external-scheduler/target/external-scheduler.jar";

    private ExternalSchedulerProcess() {}

    /** @throws SandboxException if its jar has not been built */
    static void check(Path home) {
        if (!Files.isReadable(home.resolve(JAR))) {
            throw SandboxException.failure(home.resolve(JAR) + " is missing; deploy/sandbox/run builds it");
        }
    }

    /** @param rounds Schedulings on each testbed; 0 for no end */
    static ServiceProcess start(Path home, URI service, int rounds, Path log) {
        List<String> command = command(home, service);
        command.addAll(List.of("--rounds", Integer.toString(rounds), "--poll", "0.5", "--longest-run", "60"));
        return ServiceProcess.start(NAME, command, Map.of(), log);
    }

    /** Returns what it has learned, and what it would do next. */
    static String print(Path home, URI service) throws InterruptedException {
        List<String> command = command(home, service);
        command.add("--just-print");
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            process.waitFor();
            return printed;
        } catch (IOException e) {
            return "external-scheduler --just-print cannot be run: " + e.getMessage();
        }
    }

    private static List<String> command(Path home, URI service) {
        return new ArrayList<>(List.of(
                ServiceProcess.java(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xshare:auto",
                "-jar",
                home.resolve(JAR).toString(),
                service.toString()));
    }

    /** Returns the last line that it has printed; empty if none. */
    static String lastLine(ServiceProcess process) {
        List<String> lines = process.log().lines().toList();
        return lines.isEmpty() ? "" : lines.get(lines.size() - 1);
    }
}
