package dev.edgewise.sandbox.run;

import dev.edgewise.testkit.ResourceCloser;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.io.PrintStream;
import java.util.List;

/**
 * All parts run, and workloads can be applied.
 *
 * @param deadline until everything should be decided: reading of {@link System#nanoTime()}
 */
record StartedSandbox(
        Settings settings,
        Startup startup,
        Startup.Running running,
        WorkDirectory work,
        Progress progress,
        ResourceCloser closer,
        PrintStream out,
        long deadline) {
    /** Identifier of this run's pods. */
    String run() {
        return "seed-" + settings.seed() + "-" + ProcessHandle.current().pid();
    }

    /** Creates the workloads; on a cluster that lives on they are removed at the end. */
    Workloads apply(List<HasMetadata> manifests) {
        Progress.Step applying = progress.step("workloads");
        Workloads workloads = Workloads.apply(running.cluster().client(), manifests, run());
        if (!running.cluster().isEmbedded()) {
            closer.add(new WorkloadRemoval(workloads, running.cluster().client(), run()));
        }
        applying.done(manifests.size() + " objects, " + workloads.expectedPods() + " pods expected");
        return workloads;
    }
}
