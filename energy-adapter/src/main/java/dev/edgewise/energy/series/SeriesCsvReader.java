package dev.edgewise.energy.series;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Reads series from CSV, with a header and a column for each node. Either {@code time,<node>,…}, with the second at
 * which each line begins to hold, or {@code slot,minute_from,minute_to,<node>,…}. Empty lines and lines that begin with
 * {@code #} are skipped.
 */
public final class SeriesCsvReader {
    private static final List<String> BY_TIME = List.of("time");
    private static final List<String> BY_SLOT = List.of("slot", "minute_from", "minute_to");
    private static final Pattern NUMBER = Pattern.compile("[-+]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][-+]?[0-9]+)?");
    private static final int SECONDS_PER_MINUTE = 60;
    /** Shorter slots would make an amount in them infinite, by the hour. */
    private static final double SHORTEST_SECONDS = 1e-6;

    private static final double LONGEST_SECONDS = 1e9;
    private static final double LONGEST_MINUTES = 1e7;

    private final String file;
    private final double highest;
    private final String allowed;
    private List<String> header = List.of();
    private int fixed;
    private double end;
    private final List<double[]> rows = new ArrayList<>();

    private SeriesCsvReader(String file, double highest, String allowed) {
        this.file = file;
        this.highest = highest;
        this.allowed = allowed;
    }

    /**
     * Reads values from 0 to {@code highest}.
     *
     * @param file its name, for errors
     * @param allowed what a value may be, for errors
     */
    public static NodeTimeSeries parse(String file, List<String> lines, double highest, String allowed)
            throws InvalidSeriesException {
        return new SeriesCsvReader(file, highest, allowed).series(lines);
    }

    private NodeTimeSeries series(List<String> lines) throws InvalidSeriesException {
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            if (line.isEmpty() || line.startsWith("#")) {
                continue;
            }
            List<String> cells =
                    Arrays.stream(line.split(",", -1)).map(String::strip).toList();
            if (header.isEmpty()) {
                header(i + 1, cells);
            } else {
                row(i + 1, cells);
            }
        }
        if (rows.isEmpty()) {
            throw bad(lines.size(), "there are no values: a header, and lines of values below it, are expected");
        }
        return series();
    }

    private NodeTimeSeries series() {
        double[] begins = rows.stream().mapToDouble(row -> row[0]).toArray();
        int count = begins.length;
        double period = fixed == BY_SLOT.size()
                ? end
                : begins[count - 1] + (count > 1 ? begins[count - 1] - begins[count - 2] : 1);
        Map<String, double[]> values = new HashMap<>();
        for (int column = fixed; column < header.size(); column++) {
            int at = column - fixed + 1;
            values.put(
                    header.get(column),
                    rows.stream().mapToDouble(row -> row[at]).toArray());
        }
        return new NodeTimeSeries(begins, period, values);
    }

    private void header(int line, List<String> cells) throws InvalidSeriesException {
        fixed = begins(cells, BY_SLOT) ? BY_SLOT.size() : begins(cells, BY_TIME) ? BY_TIME.size() : 0;
        if (fixed == 0 || cells.size() == fixed) {
            throw bad(
                    line,
                    "the header is \"" + String.join(",", cells)
                            + "\": it must be time, or slot,minute_from,minute_to, and then the names of nodes");
        }
        List<String> nodes = cells.subList(fixed, cells.size());
        if (nodes.contains("") || new HashSet<>(nodes).size() < nodes.size()) {
            throw bad(line, "the header names a node twice, or one is blank: each column needs its own node");
        }
        header = cells;
    }

    private static boolean begins(List<String> cells, List<String> names) {
        return cells.size() >= names.size() && cells.subList(0, names.size()).equals(names);
    }

    private void row(int line, List<String> cells) throws InvalidSeriesException {
        if (cells.size() != header.size()) {
            throw bad(
                    line,
                    "the line has " + cells.size() + " values: it must have " + header.size() + ", as the header");
        }
        double[] row = new double[header.size() - fixed + 1];
        row[0] = begin(line, cells);
        for (int column = fixed; column < cells.size(); column++) {
            row[column - fixed + 1] = number(line, column, cells.get(column), 0, highest, allowed);
        }
        rows.add(row);
    }

    private double begin(int line, List<String> cells) throws InvalidSeriesException {
        if (fixed == BY_TIME.size()) {
            double before = rows.isEmpty() ? -1 : rows.get(rows.size() - 1)[0];
            double time = number(
                    line, 0, cells.get(0), 0, LONGEST_SECONDS, "a number of seconds up to 1e9, 0 in the first line");
            boolean ascends = rows.isEmpty() ? time == 0 : time - before >= SHORTEST_SECONDS;
            require(ascends, line, 0, cells, "0 in the first line, then ascending by a microsecond or more");
            return time;
        }
        number(line, 0, cells.get(0), rows.size(), rows.size(), String.valueOf(rows.size()));
        double from = number(
                line,
                1,
                cells.get(1),
                end / SECONDS_PER_MINUTE,
                end / SECONDS_PER_MINUTE,
                "where the" + " slot before ends, " + end / SECONDS_PER_MINUTE);
        double to = number(line, 2, cells.get(2), 0, LONGEST_MINUTES, "a number of minutes up to 1e7");
        boolean ascends = (to - from) * SECONDS_PER_MINUTE >= SHORTEST_SECONDS;
        require(ascends, line, 2, cells, "above minute_from, " + from + ", by a microsecond or more");
        end = to * SECONDS_PER_MINUTE;
        return from * SECONDS_PER_MINUTE;
    }

    private double number(int line, int column, String cell, double lowest, double most, String may)
            throws InvalidSeriesException {
        double value = NUMBER.matcher(cell).matches() ? Double.parseDouble(cell) : Double.NaN;
        if (!(value >= lowest && value <= most)) {
            throw bad(line, "column " + header.get(column) + " is \"" + cell + "\": it must be " + may);
        }
        return value;
    }

    private void require(boolean holds, int line, int column, List<String> cells, String may)
            throws InvalidSeriesException {
        if (!holds) {
            throw bad(line, "column " + header.get(column) + " is \"" + cells.get(column) + "\": it must be " + may);
        }
    }

    private InvalidSeriesException bad(int line, String reason) {
        return new InvalidSeriesException(file, line, reason);
    }
}
