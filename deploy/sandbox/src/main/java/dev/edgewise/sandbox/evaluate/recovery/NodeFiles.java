package dev.edgewise.sandbox.evaluate.recovery;

import com.fasterxml.jackson.databind.JsonNode;
import dev.edgewise.scheduler.model.Node;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Files of nodes: an object, or a list of them, with {@code name}, {@code allocatable_memory} and {@code cloud}. */
final class NodeFiles {
    private final Map<String, Node> nodes = new LinkedHashMap<>();
    /** Names of the matrix's rows. */
    private final Set<String> rows;

    private NodeFiles(Collection<String> rows) {
        this.rows = Set.copyOf(rows);
    }

    /** @param rows names of the matrix's rows: each has a node, and each node one of them */
    static List<Node> read(Path given, Collection<String> rows) {
        NodeFiles files = new NodeFiles(rows);
        InputFiles.of(given, "json").forEach(files::read);
        Set<String> missing = new HashSet<>(rows);
        missing.removeAll(files.nodes.keySet());
        if (!missing.isEmpty()) {
            String first = missing.stream().sorted().findFirst().orElseThrow();
            throw new InputException(given + ": no node named '" + first
                    + "', which has a row in --metadata; allowed: a node for each row");
        }
        return new ArrayList<>(files.nodes.values());
    }

    private void read(Path file) {
        JsonNode json = InputFiles.json(file);
        if (json.isArray()) {
            json.forEach(each -> add(file, each));
        } else {
            add(file, json);
        }
    }

    private void add(Path file, JsonNode json) {
        if (!json.isObject()) {
            throw new InputException(
                    file, "the file", json.getNodeType(), "a node as a JSON object, or a list of nodes");
        }
        JsonNode name = json.path("name");
        if (!name.isTextual() || !rows.contains(name.textValue())) {
            throw new InputException(file, "name", text(name), "a name that has a row in --metadata");
        }
        JsonNode cloud = json.path("cloud");
        if (!cloud.isBoolean() && !cloud.isMissingNode()) {
            throw new InputException(file, "cloud of node " + name.textValue(), text(cloud), "true, false");
        }
        String field = "allocatable_memory of node " + name.textValue();
        long memory = Quantities.bytes(file, field, text(json.path("allocatable_memory")));
        if (nodes.put(name.textValue(), NodesWithTrueDelays.node(name.textValue(), memory, cloud.asBoolean()))
                != null) {
            throw new InputException(file, "name", name.textValue(), "each name once");
        }
    }

    private static String text(JsonNode value) {
        return value.isMissingNode() ? "" : value.asText();
    }
}
