package dev.edgewise.scheduler.crash;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.edgewise.testkit.ControlPlane;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A control plane that a test may harm; the script that {@code EDGEWISE_CONTROL_PLANE} names starts it. */
final class OwnControlPlane {
    static final String TOOL = "EDGEWISE_CONTROL_PLANE";

    private OwnControlPlane() {}

    /** Starts one; skips the test if there is no script to do so. */
    static ControlPlane up() {
        return up("");
    }

    /** @param more controllers than those for accounts and namespaces, each after a comma */
    static ControlPlane up(String more) {
        String tool = System.getenv(TOOL);
        assumeTrue(
                tool != null && Files.isExecutable(Path.of(tool)),
                "skipped: set " + TOOL + " to the program that starts and kills control planes");
        try {
            return ControlPlane.up(
                    Path.of(tool),
                    Files.createTempDirectory("edgewise-control-plane"),
                    "serviceaccount-controller,namespace-controller" + more);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
