package dev.edgewise.global.manifests;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.edgewise.global.model.Problem;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;

/** Collects the problems of manifests, and keeps the first ones. */
final class Problems {
    static final int MOST = 20;

    private static final int LONGEST_VALUE = 120;
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final List<Problem> found = new ArrayList<>();

    void add(String field, String value, String allowed) {
        if (found.size() < MOST) {
            found.add(new Problem(field, line(value), allowed));
        }
    }

    /** Adds a problem with the first characters of the value as JSON: the rest of a large tree is not written. */
    void add(String field, JsonNode value, String allowed) {
        if (found.size() < MOST) {
            add(field, value.isMissingNode() ? "missing" : Beginning.of(value), allowed);
        }
    }

    boolean isEmpty() {
        return found.isEmpty();
    }

    List<Problem> list() {
        return List.copyOf(found);
    }

    private static String line(String value) {
        String line = value.strip().replaceAll("\\s+", " ");
        return line.length() <= LONGEST_VALUE ? line : line.substring(0, LONGEST_VALUE) + "…";
    }

    /** Ends the writing of a tree once it has enough characters. */
    private static final class Beginning extends Writer {
        private final StringBuilder text = new StringBuilder();

        static String of(JsonNode value) {
            Beginning beginning = new Beginning();
            try {
                MAPPER.writeValue(beginning, value);
            } catch (IOException full) {
                return beginning.text.toString();
            }
            return beginning.text.toString();
        }

        @Override
        public void write(char[] characters, int from, int count) throws IOException {
            text.append(characters, from, count);
            if (text.length() > LONGEST_VALUE) {
                throw new IOException("enough characters");
            }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }
}
