package dev.edgewise.networkprobe.matrix;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.json.JsonFactory;

/**
 * Reads the nodes of a matrix: one JSON object, node name → row, counted from 0; a node with a zone has an object with
 * {@code row} and {@code zone} in the row's place.
 */
public final class MatrixNodesParser {
    private static final JsonFactory JSON = new JsonFactory();

    private final String file;
    private final JsonParser parser;
    private final NamedMatrix.@Nullable Node[] nodes;
    private final Set<String> seen = new HashSet<>();

    private MatrixNodesParser(String file, JsonParser parser, int rows) {
        this.file = file;
        this.parser = parser;
        this.nodes = new NamedMatrix.Node[rows];
    }

    /**
     * Reads the nodes, in the order of the rows.
     *
     * @param file the name of the file, for errors
     * @param rows how many rows the matrix has
     * @throws InvalidFileException if it is no such object, or does not name each row once
     */
    public static List<NamedMatrix.Node> parse(String file, byte[] json, int rows) throws InvalidFileException {
        try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), json)) {
            return new MatrixNodesParser(file, parser, rows).nodes();
        } catch (JacksonException e) {
            throw bad(file, e.getLocation(), e.getOriginalMessage());
        }
    }

    private List<NamedMatrix.Node> nodes() throws InvalidFileException {
        if (parser.nextToken() != JsonToken.START_OBJECT) {
            throw bad("a JSON object, node name to row, is expected");
        }
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            entry(parser.currentName());
        }
        int unnamed = Arrays.asList(nodes).indexOf(null);
        if (unnamed >= 0) {
            throw bad("row " + unnamed + " has no name: each of the " + nodes.length + " rows of the matrix needs one");
        }
        if (parser.nextToken() != null) {
            throw bad("there is more after the object");
        }
        return Arrays.stream(nodes).map(Objects::requireNonNull).toList();
    }

    private void entry(String name) throws InvalidFileException {
        if (name.isBlank()) {
            throw bad("a node's name is blank");
        }
        if (!seen.add(name)) {
            throw bad("node \"" + name + "\" is there twice");
        }
        if (parser.nextToken() == JsonToken.START_OBJECT) {
            details(name);
        } else {
            set(name, row(name), "");
        }
    }

    private void details(String name) throws InvalidFileException {
        int row = -1;
        String zone = "";
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String field = parser.currentName();
            JsonToken value = parser.nextToken();
            if (field.equals("row")) {
                row = row(name);
            } else if (field.equals("zone") && value == JsonToken.VALUE_STRING) {
                zone = parser.getString();
            } else {
                throw bad(field + " of \"" + name + "\" is " + parser.getString()
                        + ": allowed are row, a whole number, and zone, a text");
            }
        }
        if (row < 0) {
            throw bad("row of \"" + name + "\" is missing: it must be a whole number");
        }
        set(name, row, zone);
    }

    private int row(String name) throws InvalidFileException {
        if (parser.currentToken() != JsonToken.VALUE_NUMBER_INT) {
            throw bad("row of \"" + name + "\" is " + parser.getString() + ": it must be a whole number");
        }
        long row = parser.getLongValue();
        if (row < 0 || row >= nodes.length) {
            throw bad("row of \"" + name + "\" is " + row + ": it must be in 0.." + (nodes.length - 1));
        }
        return (int) row;
    }

    private void set(String name, int row, String zone) throws InvalidFileException {
        NamedMatrix.Node other = nodes[row];
        if (other != null) {
            throw bad("row " + row + " of \"" + name + "\" is already that of \"" + other.name() + "\"");
        }
        nodes[row] = new NamedMatrix.Node(name, zone);
    }

    private InvalidFileException bad(String reason) {
        return bad(file, parser.currentTokenLocation(), reason);
    }

    private static InvalidFileException bad(String file, @Nullable TokenStreamLocation location, String reason) {
        TokenStreamLocation at = location == null ? TokenStreamLocation.NA : location;
        return new InvalidFileException(file, Math.max(1, at.getLineNr()), Math.max(1, at.getColumnNr()), reason);
    }
}
