package dev.edgewise.scheduler.crash;

import dev.edgewise.testkit.ServiceProcess;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The classes of the service's jar as Java has read and linked them, in a file beside the jar: a start with it takes two thirds of the processor time, 5.5 s in
 * place of 8.5 s. The file is made once for each build, by a process that creates the beans and ends; the service's image has a file like it.
 */
final class SharedClasses {
    private static final int LONGEST_MINUTES = 5;

    private SharedClasses() {}

    /**
     * Returns the options of Java for a process with that jar; none if the file cannot be made.
     *
     * @param options of Java, the same as of the processes
     * @param arguments of the service with which its beans can be created
     */
    static synchronized List<String> of(Path jar, List<String> options, List<String> arguments) {
        Path file = jar.resolveSibling("classes-" + Runtime.version().feature() + ".jsa");
        try {
            if (!Files.exists(file)) {
                make(file, jar, options, arguments);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
        return Files.exists(file) ? List.of("-XX:SharedArchiveFile=" + file) : List.of();
    }

    private static void make(Path file, Path jar, List<String> options, List<String> arguments)
            throws IOException, InterruptedException {
        Path unfinished = file.resolveSibling(file.getFileName() + "-" + ProcessHandle.current().pid());
        List<String> command = new ArrayList<>(List.of(ServiceProcess.java()));
        command.addAll(options);
        command.addAll(List.of(
                "-XX:ArchiveClassesAtExit=" + unfinished, "-Dspring.context.exit=onRefresh", "-jar", jar.toString()));
        command.addAll(arguments);
        // Nothing is needed that only a test starts.
        command.addAll(List.of("--server.port=0", "--edgewise.store=memory"));
        File log = file.resolveSibling("classes.log").toFile();
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log)
                .start();
        boolean isMade = process.waitFor(LONGEST_MINUTES, TimeUnit.MINUTES)
                && process.exitValue() == 0
                && Files.exists(unfinished);
        process.destroyForcibly();
        if (isMade) {
            Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
        } else {
            System.out.println("Without shared classes, starts take longer: see " + log);
        }
    }
}
