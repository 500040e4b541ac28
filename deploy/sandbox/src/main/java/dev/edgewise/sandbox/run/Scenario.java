package dev.edgewise.sandbox.run;

import dev.edgewise.sandbox.topology.Topology;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.io.IOException;
import java.util.List;

/** What is run, and what is shown of it. It reads what the user gave when it is made, so that a mistake costs no time. */
interface Scenario {
    Topology topology();

    /** What the cluster must know before services start. */
    default List<HasMetadata> definitions() {
        return List.of();
    }

    /** The services, and files for them. */
    List<Part> parts(Services services, WorkDirectory work) throws IOException;

    /**
     * Applies workloads and shows what becomes of them, on standard output.
     *
     * @return the exit status
     */
    int play(Stage stage) throws InterruptedException;
}
