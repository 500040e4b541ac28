package dev.edgewise.benchmarks.throughput;

import dev.edgewise.testkit.ServiceProcess;
import java.util.List;

/** A process that a kube-scheduler asks on that port. */
record Extender(ServiceProcess process, int port) {
    private static final String CONFIGURATION =
            """
            extenders:
              - urlPrefix: http://127.0.0.1:%d/scheduler
                weight: 10
                nodeCacheCapable: true
                httpTimeout: 10s
            %s""";

    /** The part of the configuration that names it. */
    String configuration(List<String> verbs) {
        StringBuilder lines = new StringBuilder();
        verbs.forEach(verb ->
                lines.append("    ").append(verb).append("Verb: ").append(verb).append('\n'));
        return String.format(CONFIGURATION, port, lines);
    }
}
