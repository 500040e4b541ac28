package dev.edgewise.embedded.call;

import com.fasterxml.jackson.databind.JsonNode;
import dev.edgewise.embedded.store.ApiException;
import dev.edgewise.embedded.store.Json;
import dev.edgewise.embedded.store.ResourceType;
import dev.edgewise.embedded.store.StoredObject;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Label and field selectors, in the query's syntax and in that of a {@code LabelSelector}. */
public final class Selectors {
    private static final Pattern SET = Pattern.compile("(\\S+)\\s+(in|notin)\\s*\\(([^)]*)\\)");
    private static final Pattern EQUALITY = Pattern.compile("([^=!\\s]+)\\s*(==|=|!=)\\s*(\\S*)");
    private static final Pattern BETWEEN_REQUIREMENTS = Pattern.compile(",(?![^(]*\\))");

    private static final Set<String> EVERY_TYPE = Set.of("metadata.name", "metadata.namespace");
    private static final Map<String, Set<String>> FIELDS = Map.of(
            "pods",
            Set.of(
                    "spec.nodeName",
                    "spec.restartPolicy",
                    "spec.schedulerName",
                    "spec.serviceAccountName",
                    "spec.hostNetwork",
                    "status.phase",
                    "status.podIP",
                    "status.nominatedNodeName"),
            "nodes",
            Set.of("spec.unschedulable"),
            "namespaces",
            Set.of("status.phase"),
            "secrets",
            Set.of("type"),
            "events",
            Set.of(
                    "involvedObject.kind",
                    "involvedObject.namespace",
                    "involvedObject.name",
                    "involvedObject.uid",
                    "involvedObject.apiVersion",
                    "involvedObject.resourceVersion",
                    "involvedObject.fieldPath",
                    "regarding.kind",
                    "regarding.namespace",
                    "regarding.name",
                    "regarding.uid",
                    "reason",
                    "reportingController",
                    "type"));

    private Selectors() {}

    /** Predicate of both selectors of a list or watch call; an absent one matches all. */
    public static Predicate<StoredObject> of(RequestTarget target, ApiRequest request) {
        Predicate<JsonNode> labels = labels(request.parameter("labelSelector"));
        Predicate<JsonNode> fields = fields(target.type(), request.parameter("fieldSelector"));
        String name = target.name();
        return object -> (target.namespace().isEmpty() || object.namespace().equals(target.namespace()))
                && (name.isEmpty() || object.name().equals(name))
                && labels.test(object.metadata().path("labels"))
                && fields.test(object.json());
    }

    static Predicate<JsonNode> labels(String selector) {
        return requirements(selector).stream().map(Selectors::labelRequirement).reduce(labels -> true, Predicate::and);
    }

    static Predicate<JsonNode> fields(ResourceType type, String selector) {
        return requirements(selector).stream()
                .map(requirement -> fieldRequirement(type, requirement))
                .reduce(object -> true, Predicate::and);
    }

    /** A {@code LabelSelector} as objects carry it; an empty one matches all labels. */
    public static Predicate<JsonNode> labelSelector(JsonNode selector) {
        Predicate<JsonNode> all = labels -> true;
        for (Map.Entry<String, JsonNode> wanted : selector.path("matchLabels").properties()) {
            String value = wanted.getValue().asText();
            all = all.and(labels -> Json.text(labels, wanted.getKey()).equals(value) && labels.has(wanted.getKey()));
        }
        for (JsonNode expression : selector.path("matchExpressions")) {
            all = all.and(expression(expression));
        }
        return all;
    }

    private static Predicate<JsonNode> expression(JsonNode expression) {
        String key = Json.text(expression, "key");
        return switch (Json.text(expression, "operator")) {
            case "In" -> labels -> labels.has(key) && holds(expression, Json.text(labels, key));
            case "NotIn" -> labels -> !labels.has(key) || !holds(expression, Json.text(labels, key));
            case "Exists" -> labels -> labels.has(key);
            case "DoesNotExist" -> labels -> !labels.has(key);
            default -> labels -> false;
        };
    }

    private static boolean holds(JsonNode expression, String value) {
        for (JsonNode allowed : expression.path("values")) {
            if (allowed.asText().equals(value)) {
                return true;
            }
        }
        return false;
    }

    private static List<String> requirements(String selector) {
        return BETWEEN_REQUIREMENTS
                .splitAsStream(selector)
                .map(String::trim)
                .filter(requirement -> !requirement.isEmpty())
                .toList();
    }

    private static Predicate<JsonNode> labelRequirement(String requirement) {
        Matcher set = SET.matcher(requirement);
        if (set.matches()) {
            String key = set.group(1);
            Set<String> values = Set.copyOf(List.of(set.group(3).trim().split("\\s*,\\s*")));
            boolean in = set.group(2).equals("in");
            return labels -> labels.has(key) ? values.contains(Json.text(labels, key)) == in : !in;
        }
        Matcher equality = EQUALITY.matcher(requirement);
        if (equality.matches()) {
            String key = equality.group(1);
            String value = equality.group(3);
            return equality.group(2).equals("!=")
                    ? labels -> !labels.has(key) || !Json.text(labels, key).equals(value)
                    : labels -> labels.has(key) && Json.text(labels, key).equals(value);
        }
        if (requirement.matches("!?\\s*[^\\s,=!()]+")) {
            boolean wanted = !requirement.startsWith("!");
            String key = wanted ? requirement : requirement.substring(1).trim();
            return labels -> labels.has(key) == wanted;
        }
        throw ApiException.badRequest("unable to parse the label selector requirement \"" + requirement + "\"");
    }

    private static Predicate<JsonNode> fieldRequirement(ResourceType type, String requirement) {
        Matcher equality = EQUALITY.matcher(requirement);
        if (!equality.matches()) {
            throw ApiException.badRequest("invalid field selector \"" + requirement + "\": allowed are =, == and !=");
        }
        String field = equality.group(1);
        if (!EVERY_TYPE.contains(field)
                && !FIELDS.getOrDefault(type.plural(), Set.of()).contains(field)) {
            throw ApiException.badRequest("field label not supported for " + type.plural() + ": " + field);
        }
        String[] path = field.replace("regarding.", "involvedObject.").split("\\.");
        String value = equality.group(3);
        boolean equal = !equality.group(2).equals("!=");
        return object -> fieldText(object, path).equals(value) == equal;
    }

    /** Absent booleans read as false, as in the server's typed objects. */
    private static String fieldText(JsonNode object, String[] path) {
        String text = Json.text(object, path);
        boolean isFlag = path[path.length - 1].equals("unschedulable") || path[path.length - 1].equals("hostNetwork");
        return text.isEmpty() && isFlag ? "false" : text;
    }
}
