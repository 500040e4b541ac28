package dev.edgewise.sandbox.run;

import dev.edgewise.sandbox.topology.Topology;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.io.IOException;
import java.util.List;

/**
 * A scenario: what is run, and what is shown of it. It reads the user's input when it is created, so that a mistake
 * costs no time.
 */
interface Scenario {
    Topology topology();

    /** Returns one line for people about what is simulated. */
    default String summary() {
        return topology().summary();
    }

    /** Definitions that the cluster needs before services start. */
    default List<HasMetadata> definitions() {
        return List.of();
    }

    /** The services, and files for them. */
    List<ScenarioService> parts(ServiceStarter services, WorkDirectory work) throws IOException;

    /**
     * Applies workloads and reports their outcome on standard output.
     *
     * @return the exit status
     */
    int play(StartedSandbox stage) throws InterruptedException;
}
