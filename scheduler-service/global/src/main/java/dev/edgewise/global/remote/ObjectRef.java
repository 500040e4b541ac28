package dev.edgewise.global.remote;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An object of an attempt in its member.
 *
 * @param collection path of the objects of its kind
 * @param namespaced whether the anchor owns it
 */
record ObjectRef(String collection, String kind, String name, boolean namespaced) {
    private static final String LABEL = "[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?";
    private static final String GROUP = "[a-z0-9](?:[-a-z0-9.]{0,251}[a-z0-9])?";
    /** The path of a collection; its first group is the namespace. */
    private static final Pattern COLLECTION =
            Pattern.compile("(?:/api|/apis/" + GROUP + ")/v[a-z0-9]{1,30}(?:/namespaces/(" + LABEL + "))?/" + LABEL);

    private static final Pattern KIND = Pattern.compile("[A-Z][A-Za-z0-9]{0,62}");
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9](?:[-A-Za-z0-9._:]{0,251}[A-Za-z0-9])?");

    /**
     * Whether it could be an object of a request with that target namespace: in the namespace, or in none if its kind
     * has none.
     */
    boolean isIn(String namespace) {
        Matcher path = COLLECTION.matcher(collection);
        return path.matches()
                && (namespaced ? namespace.equals(path.group(1)) : path.group(1) == null)
                && KIND.matcher(kind).matches()
                && NAME.matcher(name).matches();
    }

    String path() {
        return collection + "/" + name;
    }

    String title() {
        return kind + " " + name;
    }

    ObjectNode json() {
        return JsonNodeFactory.instance
                .objectNode()
                .put("collection", collection)
                .put("kind", kind)
                .put("name", name)
                .put("namespaced", namespaced);
    }

    static ObjectRef of(JsonNode json) {
        return new ObjectRef(
                json.path("collection").asText(),
                json.path("kind").asText(),
                json.path("name").asText(),
                json.path("namespaced").asBoolean(true));
    }
}
