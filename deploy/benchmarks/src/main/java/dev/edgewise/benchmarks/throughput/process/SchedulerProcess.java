package dev.edgewise.benchmarks.throughput.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A scheduler as a process of its own, which can be made to stand still. */
public final class SchedulerProcess implements AutoCloseable {
    private static final int LAST_LINES = 15;
    private static final int STOP_SECONDS = 20;

    private final String name;
    private final Path log;
    private final Process process;

    private SchedulerProcess(String name, Path log, Process process) {
        this.name = name;
        this.log = log;
        this.process = process;
    }

    /** Starts it; what it prints is appended to the log. */
    public static SchedulerProcess start(String name, Launch launch, Path log) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(launch.command())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        builder.environment().putAll(launch.environment());
        return new SchedulerProcess(name, log, builder.start());
    }

    /** It does nothing until {@link #resume}; what is sent to it waits. */
    public void suspend() throws IOException, InterruptedException {
        signal("STOP");
    }

    public void resume() throws IOException, InterruptedException {
        signal("CONT");
    }

    private void signal(String signal) throws IOException, InterruptedException {
        int status = new ProcessBuilder("kill", "-" + signal, Long.toString(pid()))
                .inheritIO()
                .start()
                .waitFor();
        if (status != 0) {
            requireAlive();
            throw new IllegalStateException("kill -" + signal + " " + pid() + " ended with status " + status);
        }
    }

    long pid() {
        return process.pid();
    }

    public double cpuSeconds() {
        return ProcStat.cpuSeconds(pid());
    }

    /** @throws IllegalStateException with the end of its log if it has ended */
    public void requireAlive() throws IOException {
        if (!process.isAlive()) {
            throw new IllegalStateException(
                    name + " ended with status " + process.exitValue() + ". The end of " + log + ":\n" + lastLines());
        }
    }

    private String lastLines() throws IOException {
        List<String> lines = new String(Files.readAllBytes(log), StandardCharsets.UTF_8)
                .lines()
                .toList();
        return String.join("\n", lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size()));
    }

    /** Kills it: also when it stands still, and nothing it could still do is wanted. */
    @Override
    public void close() {
        process.destroyForcibly();
        try {
            process.waitFor(STOP_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
