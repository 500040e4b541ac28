package dev.edgewise.benchmarks.throughput.process;

import java.util.List;
import java.util.Map;

/** How to start a process. */
public record Launch(List<String> command, Map<String, String> environment) {
    public Launch {
        command = List.copyOf(command);
        environment = Map.copyOf(environment);
    }
}
