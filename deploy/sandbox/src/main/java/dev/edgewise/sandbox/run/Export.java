package dev.edgewise.sandbox.run;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Decisions, delays, energy and moves of a run as CSV (RFC 4180): {@code decisions.csv}, {@code delays.csv}, {@code
 * energy.csv} and {@code moves.csv}, of the services that run. What is new is added every 5 seconds, so that an
 * interrupted run has its files, too.
 */
final class Export implements AutoCloseable {
    private static final int EVERY_SECONDS = 5;
    private static final List<String> DECISION =
            List.of("decidedAt", "pod", "profile", "outcome", "node", "nodes", "feasible", "message");
    private static final List<String> MOVE =
            List.of("beganAt", "endedAt", "pod", "workload", "source", "target", "cause", "why", "result", "detail");
    private static final List<String> ENERGY = List.of("node", "percent", "level", "source", "stale");

    private final Path directory;
    private final Map<String, URI> services;
    private final Set<String> written = new HashSet<>();
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "export");
        thread.setDaemon(true);
        return thread;
    });

    /** @throws SandboxException if files cannot be written there */
    Export(Path directory, Map<String, URI> services) {
        this.directory = directory;
        this.services = services;
        try {
            Files.createDirectories(directory);
            create("scheduler-service", "decisions.csv", DECISION);
            create("function-offloader", "moves.csv", MOVE);
            List<String> energy = new ArrayList<>(List.of("at"));
            energy.addAll(ENERGY);
            create("energy-adapter", "energy.csv", energy);
        } catch (IOException e) {
            throw SandboxException.input("--export " + directory + ": it cannot be written: " + e.getMessage());
        }
    }

    private void create(String service, String file, List<String> columns) throws IOException {
        if (services.containsKey(service)) {
            Files.writeString(directory.resolve(file), Csv.line(columns));
        }
    }

    Export start() {
        timer.scheduleWithFixedDelay(this::add, EVERY_SECONDS, EVERY_SECONDS, TimeUnit.SECONDS);
        return this;
    }

    /** Adds what is new. */
    synchronized void add() {
        try {
            addNew("scheduler-service", "/api/v1/decisions", "decisions.csv", DECISION);
            addEnded("function-offloader", "/api/v1/offloads");
            addEnergy();
            replaceDelays();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Decisions are listed newest first, and written oldest first. */
    private void addNew(String service, String path, String file, List<String> columns)
            throws IOException, InterruptedException {
        List<JsonNode> items = items(service, path);
        StringBuilder lines = new StringBuilder();
        for (int i = items.size() - 1; i >= 0; i--) {
            String line = Csv.line(cells(items.get(i), columns));
            if (written.add(file + line)) {
                lines.append(line);
            }
        }
        append(file, lines);
    }

    private void addEnded(String service, String path) throws IOException, InterruptedException {
        List<JsonNode> items = new ArrayList<>(items(service, path));
        StringBuilder lines = new StringBuilder();
        for (int i = items.size() - 1; i >= 0; i--) {
            JsonNode move = items.get(i);
            String line = Csv.line(cells(move, MOVE));
            if (move.hasNonNull("result") && written.add("moves.csv" + line)) {
                lines.append(line);
            }
        }
        append("moves.csv", lines);
    }

    private void addEnergy() throws IOException, InterruptedException {
        StringBuilder lines = new StringBuilder();
        String now = Instant.now().truncatedTo(ChronoUnit.MILLIS).toString();
        for (JsonNode reading : items("energy-adapter", "/api/v1/energy")) {
            List<String> cells = new ArrayList<>(List.of(now));
            cells.addAll(cells(reading, ENERGY));
            lines.append(Csv.line(cells));
        }
        append("energy.csv", lines);
    }

    private void replaceDelays() throws IOException, InterruptedException {
        URI probe = services.get("network-probe");
        if (probe != null) {
            String csv =
                    ServiceHttpClient.text(probe.resolve("/api/v1/rtt.csv")).orElse("");
            if (!csv.isEmpty()) {
                Files.writeString(directory.resolve("delays.csv"), csv);
            }
        }
    }

    private List<JsonNode> items(String service, String path) throws InterruptedException {
        URI address = services.get(service);
        return address == null ? List.of() : ServiceHttpClient.items(address, path);
    }

    private static List<String> cells(JsonNode object, List<String> columns) {
        return columns.stream()
                .map(column -> object.hasNonNull(column) ? object.path(column).asText() : "")
                .toList();
    }

    private void append(String file, StringBuilder lines) throws IOException {
        if (!lines.isEmpty()) {
            Files.writeString(directory.resolve(file), lines, StandardOpenOption.APPEND);
        }
    }

    /** Adds what came last. */
    @Override
    public void close() {
        timer.shutdownNow();
        add();
    }
}
