package dev.edgewise.embedded.call;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.edgewise.embedded.store.Json;
import org.jspecify.annotations.Nullable;

/**
 * Options of a deletion.
 *
 * @param gracePeriodSeconds null: the object's own
 * @param orphan whether dependents stay
 * @param uid the object must have this uid; empty: any
 * @param resourceVersion the object must have this version; empty: any
 */
public record DeleteOptions(@Nullable Integer gracePeriodSeconds, boolean orphan, String uid, String resourceVersion) {
    public static final DeleteOptions DEFAULT = new DeleteOptions(null, false, "", "");
    static final DeleteOptions NOW = new DeleteOptions(0, false, "", "");

    public static DeleteOptions of(ApiRequest request) {
        ObjectNode body = request.objectOrEmpty();
        request.query().forEach((name, value) -> Json.putIfAbsent(body, name, value));
        return of(body);
    }

    public static DeleteOptions of(ObjectNode options) {
        @Nullable
        Integer grace = options.hasNonNull("gracePeriodSeconds")
                ? Integer.valueOf(options.path("gracePeriodSeconds").asInt())
                : null;
        return new DeleteOptions(
                grace,
                Json.text(options, "propagationPolicy").equals("Orphan"),
                Json.text(options, "preconditions", "uid"),
                Json.text(options, "preconditions", "resourceVersion"));
    }
}
