package dev.edgewise.sandbox.topology;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;

/**
 * The files of the delay matrix: whitespace separated numbers in ms, one row per line, plain or gzip ({@code .gz}), in
 * which the rest of a line after {@code #} is skipped; and the metadata, a JSON object of node name to row.
 */
public final class MatrixFiles {
    private MatrixFiles() {}

    /**
     * Reads a square matrix.
     *
     * @throws IllegalArgumentException naming file, line and column of what is wrong
     * @throws IOException if the file cannot be read
     */
    public static double[][] read(Path file) throws IOException {
        List<double[]> rows = new ArrayList<>();
        try (BufferedReader in = open(file)) {
            int line = 0;
            for (String text = in.readLine(); text != null; text = in.readLine()) {
                line++;
                String values = withoutComment(text);
                if (!values.isBlank()) {
                    rows.add(MatrixRowParser.parse(
                            values, file + ", line " + line, rows.isEmpty() ? -1 : rows.get(0).length));
                }
            }
        }
        int columns = rows.isEmpty() ? 0 : rows.get(0).length;
        if (rows.size() != columns || rows.size() < 2) {
            throw new IllegalArgumentException(file + ": " + rows.size() + " rows of " + columns
                    + " columns; a delay matrix is square, with at least 2 rows");
        }
        return rows.toArray(double[][]::new);
    }

    private static String withoutComment(String line) {
        int comment = line.indexOf('#');
        return comment < 0 ? line : line.substring(0, comment);
    }

    /** Writes the matrix, one row per line. */
    public static void writeMatrix(DelayMatrix matrix, Path file) throws IOException {
        int size = matrix.names().size();
        try (BufferedWriter out = Files.newBufferedWriter(file)) {
            for (int row = 0; row < size; row++) {
                for (int column = 0; column < size; column++) {
                    out.write((column == 0 ? "" : "\t") + matrix.at(row, column));
                }
                out.newLine();
            }
        }
    }

    /**
     * Writes the JSON object that names row and zone of each node. Their names are DNS names: nothing in them needs an
     * escape.
     */
    public static void writeMetadata(Topology topology, Path file) throws IOException {
        List<String> entries = new ArrayList<>();
        for (SimulatedNode node : topology.nodes()) {
            entries.add(
                    "\"" + node.name() + "\": {\"row\": " + entries.size() + ", \"zone\": \"" + node.site() + "\"}");
        }
        Files.writeString(file, "{" + String.join(",\n ", entries) + "}\n");
    }

    private static BufferedReader open(Path file) throws IOException {
        InputStream in = Files.newInputStream(file);
        try {
            InputStream plain = file.toString().endsWith(".gz") ? new GZIPInputStream(in) : in;
            return new BufferedReader(new InputStreamReader(plain, StandardCharsets.UTF_8));
        } catch (IOException e) {
            in.close();
            throw e;
        }
    }
}
