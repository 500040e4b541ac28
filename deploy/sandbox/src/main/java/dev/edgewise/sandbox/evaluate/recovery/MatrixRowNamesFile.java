package dev.edgewise.sandbox.evaluate.recovery;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The file that names the rows of the matrix: {@code {"name": row, …}}. */
final class MatrixRowNamesFile {
    private MatrixRowNamesFile() {}

    /** The name of each row. */
    static List<String> names(Path file, int rows) {
        String[] names = new String[rows];
        for (Map.Entry<String, JsonNode> entry : object(file).properties()) {
            JsonNode row = entry.getValue();
            if (!row.isInt() || row.intValue() < 0 || row.intValue() >= rows) {
                throw new InputException(
                        file, entry.getKey(), row, "a row of the matrix, a whole number from 0 to " + (rows - 1));
            }
            if (names[row.intValue()] != null) {
                throw new InputException(
                        file, entry.getKey(), row, "a row of its own; that one is " + names[row.intValue()] + "'s");
            }
            names[row.intValue()] = entry.getKey();
        }
        return complete(file, names);
    }

    private static JsonNode object(Path file) {
        JsonNode json = InputFiles.json(file);
        if (!json.isObject()) {
            throw new InputException(file, "the file", json.getNodeType(), "a JSON object {\"name\": row}");
        }
        return json;
    }

    private static List<String> complete(Path file, String[] names) {
        List<String> complete = new ArrayList<>();
        for (int row = 0; row < names.length; row++) {
            if (names[row] == null) {
                throw new InputException(file, "row " + row, null, "the name of a node for each row of the matrix");
            }
            complete.add(names[row]);
        }
        return complete;
    }
}
