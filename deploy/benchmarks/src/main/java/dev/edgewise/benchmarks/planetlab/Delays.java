package dev.edgewise.benchmarks.planetlab;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.zip.GZIPInputStream;

/**
 * The delays by which placements are judged: read here from the file itself, not through any of the services. Node
 * {@code i} is the matrix' row {@code i}; only the first nodes are used.
 */
final class Delays {
    private final double[][] millis;

    Delays(double[][] millis) {
        this.millis = millis;
    }

    /**
     * Reads a whitespace separated matrix in ms, plain or {@code .gz}.
     *
     * @throws IllegalArgumentException if it has fewer rows or columns than nodes
     */
    static Delays read(Path file, int nodes) throws IOException {
        List<double[]> rows = new ArrayList<>();
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(open(file), StandardCharsets.UTF_8))) {
            for (String line = reader.readLine(); line != null && rows.size() < nodes; line = reader.readLine()) {
                if (!line.isBlank()) {
                    rows.add(row(line, nodes, file + ", row " + (rows.size() + 1)));
                }
            }
        }
        if (rows.size() < nodes) {
            throw new IllegalArgumentException(
                    file + " has " + rows.size() + " rows: " + nodes + " nodes need as many");
        }
        return new Delays(rows.toArray(double[][]::new));
    }

    int size() {
        return millis.length;
    }

    /** Delay from a node to another, in ms; 0 to itself, whatever the file says. */
    double between(int from, int to) {
        return from == to ? 0 : millis[from][to];
    }

    /** Writes the part in use as the files that network-probe reads. */
    void write(Path matrix, Path metadata, List<String> names) throws IOException {
        Files.write(
                matrix,
                Arrays.stream(millis)
                        .map(row ->
                                Arrays.stream(row).mapToObj(Double::toString).collect(Collectors.joining("\t")))
                        .toList());
        List<String> entries = new ArrayList<>();
        names.forEach(name -> entries.add("\"" + name + "\": " + entries.size()));
        Files.writeString(metadata, "{" + String.join(", ", entries) + "}");
    }

    private static double[] row(String line, int nodes, String where) {
        String[] cells = line.trim().split("\\s+");
        if (cells.length < nodes) {
            throw new IllegalArgumentException(
                    where + " has " + cells.length + " columns: " + nodes + " nodes need as many");
        }
        return Arrays.stream(cells)
                .limit(nodes)
                .mapToDouble(Double::parseDouble)
                .toArray();
    }

    private static InputStream open(Path file) throws IOException {
        InputStream in = Files.newInputStream(file);
        return file.toString().endsWith(".gz") ? new GZIPInputStream(in) : in;
    }
}
