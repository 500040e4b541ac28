package dev.edgewise.scheduler.slots.web;

import dev.edgewise.common.web.InvalidInputException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Reads the data of a batch job that only the outside scheduler understands. */
public final class ExternalDataRequest {
    private ExternalDataRequest() {}

    /**
     * Returns the data; empty for null.
     *
     * @throws InvalidInputException naming field, value and what is allowed
     */
    public static Map<String, List<Map<String, String>>> data(
            @Nullable Map<String, @Nullable List<@Nullable Map<String, String>>> given) {
        Map<String, List<Map<String, String>>> data = new LinkedHashMap<>();
        if (given != null) {
            given.forEach((name, rows) -> data.put(name, rows("externalScheduler." + name, rows)));
        }
        return data;
    }

    private static List<Map<String, String>> rows(String field, @Nullable List<@Nullable Map<String, String>> rows) {
        if (rows == null || rows.stream().anyMatch(Objects::isNull)) {
            throw new InvalidInputException(field, rows == null ? "null" : "a list with null", "a list of objects");
        }
        return rows.stream().map(Objects::requireNonNull).map(Map::copyOf).toList();
    }
}
