package dev.edgewise.sandbox.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Prints verdicts as aligned columns, good news first. */
public final class PlacementTable {
    private static final List<String> HEADER = List.of("POD", "NEED", "NODE", "MEASURED", "RESULT");

    private PlacementTable() {}

    /** The table, and a last line that counts the results. */
    public static String render(List<PodVerdict> verdicts) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(HEADER);
        verdicts.stream()
                .sorted(Comparator.comparing(PodVerdict::result)
                        .thenComparing(verdict -> verdict.pod().namespace())
                        .thenComparing(verdict -> verdict.pod().name()))
                .map(PlacementTable::row)
                .forEach(rows::add);
        int[] widths = widths(rows);
        return rows.stream().map(row -> line(row, widths)).collect(Collectors.joining("\n"))
                + "\n\n"
                + summary(verdicts)
                + "\n";
    }

    /** Formats a summary such as "17 pods: 16 met, 1 impossible". */
    public static String summary(List<PodVerdict> verdicts) {
        Map<PlacementVerdictKind, Long> counts = new EnumMap<>(PlacementVerdictKind.class);
        verdicts.forEach(verdict -> counts.merge(verdict.result(), 1L, Long::sum));
        return verdicts.size()
                + (verdicts.size() == 1 ? " pod: " : " pods: ")
                + counts.entrySet().stream()
                        .map(count -> count.getValue() + " " + count.getKey().text())
                        .collect(Collectors.joining(", "));
    }

    private static List<String> row(PodVerdict verdict) {
        PodFacts pod = verdict.pod();
        String need = pod.needs().isEmpty()
                ? "none"
                : pod.needs().stream().map(DelayNeed::toString).collect(Collectors.joining(", "));
        String node = pod.node() == null ? "-" : pod.node();
        String why = verdict.why().isEmpty() ? "" : ": " + verdict.why();
        return List.of(
                qualified(pod), need, node, verdict.measured(), verdict.result().text() + why);
    }

    private static String qualified(PodFacts pod) {
        return pod.namespace().equals("default") ? pod.name() : pod.namespace() + "/" + pod.name();
    }

    private static int[] widths(List<List<String>> rows) {
        int[] widths = new int[HEADER.size()];
        for (List<String> row : rows) {
            for (int column = 0; column < widths.length; column++) {
                widths[column] = Math.max(widths[column], row.get(column).length());
            }
        }
        return widths;
    }

    private static String line(List<String> row, int[] widths) {
        StringBuilder line = new StringBuilder();
        for (int column = 0; column < widths.length; column++) {
            line.append(row.get(column))
                    .append(" ".repeat(widths[column] - row.get(column).length() + 3));
        }
        return line.toString().stripTrailing();
    }
}
