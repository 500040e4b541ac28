package dev.edgewise.benchmarks.service;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of a service that runs with the limits of its pod. */
public final class MeasuredServiceOptions {
    @Option(
            names = "--app",
            paramLabel = "DIR",
            description = "What deploy/image/prepare made of the service; without it, its jar.")
    private @Nullable Path prepared;

    @Option(
            names = "--cgroup",
            paramLabel = "DIR",
            description =
                    "A cgroup with the limit of the pod, such as /sys/fs/cgroup/memory/pod: the service is started in it.")
    private @Nullable Path cgroup;

    /** Returns whether a cgroup limits the memory of the service. */
    public boolean isLimited() {
        return cgroup != null;
    }

    /**
     * Returns the command that starts the service, a list to which its arguments may be added.
     *
     * @throws IllegalStateException if the service is missing
     */
    public List<String> command(String service) {
        List<String> command = new ArrayList<>(ServiceCommandLine.into(cgroup));
        command.addAll(ServiceCommandLine.of(service, prepared));
        return command;
    }
}
