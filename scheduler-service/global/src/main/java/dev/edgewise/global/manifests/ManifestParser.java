package dev.edgewise.global.manifests;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;

/** Reads the documents of a request. Each problem names the field, its value, and what is allowed. */
public final class ManifestParser {
    /** Most objects of a request. */
    public static final int MOST_OBJECTS = 200;

    private static final Pattern API_VERSION =
            Pattern.compile("([a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?/)?v[a-z0-9]{1,30}");
    private static final Pattern KIND = Pattern.compile("[A-Z][A-Za-z0-9]{0,62}");
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9]([-A-Za-z0-9._:]{0,251}[A-Za-z0-9])?");
    private static final Pattern PREFIX = Pattern.compile("[a-z0-9][-a-z0-9.]{0,55}");

    private final String field;
    private final List<Manifest> objects = new ArrayList<>();
    private final Problems problems = new Problems();

    private ManifestParser(String field) {
        this.field = field;
    }

    /**
     * Returns the objects of the documents. A {@code List} is replaced by its items; empty documents are skipped.
     *
     * @param field where the documents are in the request, for people
     */
    public static ParsedManifests parse(String field, String documents) {
        ManifestParser parser = new ManifestParser(field);
        parser.read(documents);
        return new ParsedManifests(parser.objects, parser.problems.list());
    }

    private void read(String text) {
        if (text.length() > YamlDocuments.MOST_CHARACTERS) {
            problems.add(
                    field,
                    text.length() + " characters long",
                    "at most " + YamlDocuments.MOST_CHARACTERS + " characters");
            return;
        }
        try {
            YamlToJsonConverter trees = new YamlToJsonConverter();
            int document = 0;
            for (Object value : YamlDocuments.read(text)) {
                String where = field + "[" + document++ + "]";
                if (value != null) {
                    add(where, trees.tree(value));
                }
            }
        } catch (YAMLException invalid) {
            problems.add(field, said(invalid), "documents of YAML or JSON without tags, each key once");
            return;
        } catch (IllegalArgumentException invalid) {
            problems.add(field, "refused", String.valueOf(invalid.getMessage()));
            return;
        }
        if (objects.isEmpty() && problems.isEmpty()) {
            problems.add(field, "empty", "at least one object");
        }
    }

    private static String said(YAMLException invalid) {
        if (invalid instanceof MarkedYAMLException marked && marked.getProblemMark() != null) {
            int line = marked.getProblemMark().getLine() + 1;
            return "no YAML in line " + line + " (" + marked.getProblem() + ")";
        }
        return "no YAML (" + invalid.getMessage() + ")";
    }

    private void add(String where, JsonNode tree) {
        if (!(tree instanceof ObjectNode object)) {
            problems.add(where, tree, "an object with apiVersion, kind and metadata");
            return;
        }
        String kind = object.path("kind").asText("");
        if (object.path("items").isArray() && kind.endsWith("List")) {
            int index = 0;
            for (JsonNode item : object.path("items")) {
                add(where + ".items[" + index++ + "]", item);
            }
            return;
        }
        if (objects.size() == MOST_OBJECTS) {
            problems.add(
                    where,
                    "one more than " + MOST_OBJECTS + " objects",
                    "left out: a request has at most " + MOST_OBJECTS + " objects");
        } else if (objects.size() < MOST_OBJECTS) {
            addObject(where, object, kind);
        }
    }

    private void addObject(String where, ObjectNode object, String kind) {
        String apiVersion = matching(
                where + ".apiVersion",
                object.path("apiVersion"),
                API_VERSION,
                "a group and version, such as apps/v1 or v1");
        matching(where + ".kind", object.path("kind"), KIND, "a kind, such as Deployment");
        JsonNode metadata = object.path("metadata");
        if (!metadata.isObject()) {
            problems.add(where + ".metadata", metadata, "an object with a name");
            return;
        }
        boolean generated = !metadata.has("name") && metadata.has("generateName");
        String name = generated
                ? ""
                : matching(
                        where + ".metadata.name",
                        metadata.path("name"),
                        NAME,
                        "a name of at most 253 letters, digits, '-', '.' and ':'");
        if (generated) {
            matching(
                    where + ".metadata.generateName",
                    metadata.path("generateName"),
                    PREFIX,
                    "a prefix of at most 56 small letters, digits, '-' and '.'");
        }
        objects.add(new Manifest(where, apiVersion, kind, name, object));
    }

    private String matching(String where, JsonNode value, Pattern pattern, String allowed) {
        if (value.isTextual() && pattern.matcher(value.textValue()).matches()) {
            return value.textValue();
        }
        problems.add(where, value, allowed);
        return "";
    }
}
