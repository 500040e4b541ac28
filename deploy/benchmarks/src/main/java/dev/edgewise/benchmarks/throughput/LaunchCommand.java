package dev.edgewise.benchmarks.throughput;

import dev.edgewise.testkit.ServiceProcess;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Command that starts a contestant. */
record LaunchCommand(List<String> command, Map<String, String> environment) {
    ServiceProcess start(String name, Path log) {
        return ServiceProcess.start(name, command, environment, log);
    }
}
