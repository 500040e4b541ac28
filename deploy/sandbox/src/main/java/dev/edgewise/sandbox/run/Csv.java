package dev.edgewise.sandbox.run;

import java.util.List;
import java.util.stream.Collectors;

/** Lines of RFC 4180. */
final class Csv {
    private Csv() {}

    static String line(List<String> cells) {
        return cells.stream().map(Csv::quoted).collect(Collectors.joining(",", "", "\r\n"));
    }

    private static String quoted(String cell) {
        boolean isPlain = cell.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
        return isPlain ? cell : '"' + cell.replace("\"", "\"\"") + '"';
    }
}
