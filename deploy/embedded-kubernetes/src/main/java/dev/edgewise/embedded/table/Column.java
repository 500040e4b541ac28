package dev.edgewise.embedded.table;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.function.Function;

/**
 * A column and what it shows of an object.
 *
 * @param type in the words of OpenAPI: {@code string} or {@code integer}
 * @param format {@code name} for the object's name, or empty
 * @param priority 0 always shown, 1 only in wide output
 * @param cell a string or an integer
 */
record Column(String title, String type, String format, int priority, Function<PrintedObject, Object> cell) {

    static Column name() {
        return new Column("Name", "string", "name", 0, object -> object.text("metadata.name"));
    }

    static Column age() {
        return text("Age", object -> object.age("metadata.creationTimestamp"));
    }

    static Column text(String title, Function<PrintedObject, Object> cell) {
        return new Column(title, "string", "", 0, cell);
    }

    static Column text(String title, String path) {
        return text(title, object -> object.text(path));
    }

    static Column number(String title, String path) {
        return new Column(title, "integer", "", 0, object -> object.number(path));
    }

    /** Returns this column for wide output only. */
    Column wide() {
        return new Column(title, type, format, 1, cell);
    }

    ObjectNode describe(ObjectNode definition) {
        return definition
                .put("name", title)
                .put("type", type)
                .put("format", format)
                .put("description", "")
                .put("priority", priority);
    }
}
