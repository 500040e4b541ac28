package dev.edgewise.embedded.table;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The columns that kubectl shows for events, with their values. Source:
 * kubernetes/pkg/printers/internalversion/printers.go, printEvent.
 */
final class EventColumns {
    static final List<Column> ALL = List.of(
            Column.text("Last Seen", EventColumns::lastSeen),
            Column.text("Type", "type"),
            Column.text("Reason", "reason"),
            Column.text("Object", EventColumns::object),
            Column.text("Subobject", "involvedObject.fieldPath").wide(),
            Column.text("Source", EventColumns::source).wide(),
            Column.text("Message", event -> event.text("message").strip()),
            Column.text("First Seen", EventColumns::firstSeen).wide(),
            Column.text("Count", EventColumns::count).wide(),
            Column.name().wide());

    private EventColumns() {}

    private static String lastSeen(PrintedObject event) {
        String last = event.textOr("series.lastObservedTime", event.text("lastTimestamp"));
        return last.isEmpty() ? firstSeen(event) : AgeFormat.since(last, event.now());
    }

    private static String firstSeen(PrintedObject event) {
        return AgeFormat.since(event.textOr("firstTimestamp", event.text("eventTime")), event.now());
    }

    private static String object(PrintedObject event) {
        return Stream.of(event.text("involvedObject.kind").toLowerCase(Locale.ROOT), event.text("involvedObject.name"))
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining("/"));
    }

    private static String source(PrintedObject event) {
        return Stream.of(
                        event.textOr("source.component", event.text("reportingComponent")),
                        event.textOr("source.host", event.text("reportingInstance")))
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining(", "));
    }

    private static Object count(PrintedObject event) {
        return Math.max(1, event.number(event.at("series").isObject() ? "series.count" : "count"));
    }
}
