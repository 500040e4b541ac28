package dev.edgewise.scheduler.slots.web;

import dev.edgewise.common.web.InvalidInputException;
import dev.edgewise.scheduler.slots.model.BatchJobSpec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads the data of a batch job that only the outside scheduler understands. The limits are those of the CRD, and one
 * for the size of all data.
 */
public final class ExternalSchedulerDataReader {
    private static final int MOST_LISTS = 64;
    private static final int MOST_ROWS = 1000;
    private static final int MOST_TEXTS = 1000;
    private static final int LONGEST_TEXT = 4096;

    private static final JsonMapper JSON = new JsonMapper();

    private ExternalSchedulerDataReader() {}

    /**
     * Returns the data; empty for null.
     *
     * @throws InvalidInputException naming field, value and what is allowed
     */
    public static Map<String, List<Map<String, String>>> data(
            @Nullable Map<String, @Nullable List<@Nullable Map<String, @Nullable String>>> given) {
        Map<String, List<Map<String, String>>> data = new LinkedHashMap<>();
        if (given != null) {
            requireAtMost("externalScheduler", given.size(), MOST_LISTS);
            given.forEach((name, rows) -> data.put(name, rows("externalScheduler." + name, rows)));
        }
        int length = JSON.writeValueAsString(data).length();
        if (length > BatchJobSpec.LARGEST_EXTERNAL_DATA) {
            throw new InvalidInputException(
                    "externalScheduler",
                    length + " characters",
                    "an object of at most " + BatchJobSpec.LARGEST_EXTERNAL_DATA + " characters");
        }
        return data;
    }

    private static List<Map<String, String>> rows(
            String field, @Nullable List<@Nullable Map<String, @Nullable String>> rows) {
        if (rows == null || rows.stream().anyMatch(Objects::isNull)) {
            throw new InvalidInputException(field, rows == null ? "null" : "a list with null", "a list of objects");
        }
        requireAtMost(field, rows.size(), MOST_ROWS);
        List<Map<String, String>> read = new ArrayList<>();
        for (Map<String, @Nullable String> row : rows) {
            read.add(row("%s[%d]".formatted(field, read.size()), row == null ? Map.of() : row));
        }
        return read;
    }

    private static Map<String, String> row(String field, Map<String, @Nullable String> given) {
        requireAtMost(field, given.size(), MOST_TEXTS);
        Map<String, String> row = new LinkedHashMap<>();
        given.forEach((name, value) -> {
            if (value == null || value.codePointCount(0, value.length()) > LONGEST_TEXT) {
                throw new InvalidInputException(
                        field + "." + name,
                        value == null ? "null" : value.length() + " characters",
                        "a text of at most " + LONGEST_TEXT + " characters");
            }
            row.put(name, value);
        });
        return row;
    }

    private static void requireAtMost(String field, int entries, int most) {
        if (entries > most) {
            throw new InvalidInputException(field, entries + " entries", "at most " + most + " entries");
        }
    }
}
