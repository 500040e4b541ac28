package dev.edgewise.networkprobe.matrix;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.json.JsonFactory;

/** Reads the names of a matrix's rows: one JSON object, node name → row, counted from 0. */
public final class MetadataParser {
    private static final JsonFactory JSON = new JsonFactory();

    private final String file;
    private final JsonParser parser;
    private final @Nullable String[] names;
    private final Set<String> seen = new HashSet<>();

    private MetadataParser(String file, JsonParser parser, int rows) {
        this.file = file;
        this.parser = parser;
        this.names = new String[rows];
    }

    /**
     * Reads the names, in the order of the rows.
     *
     * @param file the name of the file, for errors
     * @param rows how many rows the matrix has
     * @throws BadFileException if it is no such object, or does not name each row once
     */
    public static List<String> parse(String file, byte[] json, int rows) throws BadFileException {
        try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), json)) {
            return new MetadataParser(file, parser, rows).names();
        } catch (JacksonException e) {
            TokenStreamLocation at = e.getLocation() == null ? TokenStreamLocation.NA : e.getLocation();
            throw new BadFileException(
                    file, Math.max(1, at.getLineNr()), Math.max(1, at.getColumnNr()), e.getOriginalMessage());
        }
    }

    private List<String> names() throws BadFileException {
        if (parser.nextToken() != JsonToken.START_OBJECT) {
            throw bad("a JSON object, node name to row, is expected");
        }
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            entry(parser.currentName());
        }
        int unnamed = Arrays.asList(names).indexOf(null);
        if (unnamed >= 0) {
            throw bad("row " + unnamed + " has no name: each of the " + names.length + " rows of the matrix needs one");
        }
        if (parser.nextToken() != null) {
            throw bad("there is more after the object");
        }
        return Arrays.stream(names).map(String::valueOf).toList();
    }

    private void entry(String name) throws BadFileException {
        if (name.isBlank()) {
            throw bad("a node's name is blank");
        }
        if (!seen.add(name)) {
            throw bad("node \"" + name + "\" is there twice");
        }
        if (parser.nextToken() != JsonToken.VALUE_NUMBER_INT) {
            throw bad("row of \"" + name + "\" is " + parser.getString() + ": it must be a whole number");
        }
        long row = parser.getLongValue();
        if (row < 0 || row >= names.length) {
            throw bad("row of \"" + name + "\" is " + row + ": it must be in 0.." + (names.length - 1));
        }
        String other = names[(int) row];
        if (other != null) {
            throw bad("row " + row + " of \"" + name + "\" is already that of \"" + other + "\"");
        }
        names[(int) row] = name;
    }

    private BadFileException bad(String reason) {
        TokenStreamLocation at = parser.currentTokenLocation();
        return new BadFileException(file, Math.max(1, at.getLineNr()), Math.max(1, at.getColumnNr()), reason);
    }
}
