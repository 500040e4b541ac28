package dev.edgewise.benchmarks.service;

import dev.edgewise.testkit.ExtractedJar;
import dev.edgewise.testkit.ServicePodMemory;
import dev.edgewise.testkit.ServiceProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The command that starts a service as its pod does: on one processor, and with the heap that its image has within the
 * limit of the pod.
 */
public final class ServiceCommandLine {
    private static final List<String> ONE_PROCESSOR = List.of("taskset", "-c", "0");
    private static final Path TASKSET = Path.of("/usr/bin/taskset");
    private static final List<String> STEADY = List.of("-XX:+UseSerialGC", "-XX:+ExitOnOutOfMemoryError");

    private ServiceCommandLine() {}

    /**
     * A list that may be added to: what follows are arguments of the service.
     *
     * @param prepared what {@code deploy/image/prepare} made of the service; null for its jar
     * @throws IllegalStateException if that is missing
     */
    public static List<String> of(String service, @Nullable Path prepared) {
        List<String> command = new ArrayList<>(Files.isExecutable(TASKSET) ? ONE_PROCESSOR : List.of());
        command.add(ServiceProcess.java());
        command.addAll(ServicePodMemory.heapOptions(service));
        command.add("-XX:ActiveProcessorCount=1");
        if (prepared == null) {
            command.addAll(STEADY);
            command.addAll(List.of("-jar", jar(service)));
        } else {
            command.add("@" + readable(prepared.resolve("java.args")));
        }
        return command;
    }

    /** Words before a command that start it in a cgroup, so that all its memory counts there; none without a cgroup. */
    public static List<String> into(@Nullable Path cgroup) {
        return cgroup == null
                ? List.of()
                : List.of("sh", "-c", "echo $$ > \"$0/cgroup.procs\" && exec \"$@\"", cgroup.toString());
    }

    /** A service's jar, extracted as for its image. */
    public static String jar(String service) {
        String module = service.equals("global-scheduler") ? "scheduler-service/global" : service;
        Path jar = root().resolve(module).resolve("target").resolve(service + ".jar");
        return ExtractedJar.of(readable(jar)).toString();
    }

    /** Root of the repository. */
    public static Path root() {
        return Path.of(System.getProperty("edgewise.root", "")).toAbsolutePath();
    }

    private static Path readable(Path file) {
        if (!Files.isReadable(file)) {
            throw new IllegalStateException(file + " is missing");
        }
        return file.toAbsolutePath();
    }
}
