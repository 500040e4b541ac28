package dev.edgewise.embedded.call;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.edgewise.embedded.store.Json;
import org.jspecify.annotations.Nullable;

/**
 * Options of a deletion.
 *
 * @param gracePeriodSeconds null: the object's own
 * @param propagation when dependents are deleted
 * @param uid the object must have this uid; empty: any
 * @param resourceVersion the object must have this version; empty: any
 */
public record DeleteOptions(
        @Nullable Integer gracePeriodSeconds, Propagation propagation, String uid, String resourceVersion) {
    public static final DeleteOptions DEFAULT = new DeleteOptions(null, Propagation.BACKGROUND, "", "");
    public static final DeleteOptions FOREGROUND = new DeleteOptions(null, Propagation.FOREGROUND, "", "");

    /** The order in which an object and its dependents are deleted. */
    public enum Propagation {
        /** Dependents are deleted after the object is gone. */
        BACKGROUND,
        /** The object stays until the dependents that block its deletion are gone. */
        FOREGROUND,
        /** Dependents stay. */
        ORPHAN;

        static Propagation of(String policy) {
            return switch (policy) {
                case "Foreground" -> FOREGROUND;
                case "Orphan" -> ORPHAN;
                default -> BACKGROUND;
            };
        }
    }

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
                Propagation.of(Json.text(options, "propagationPolicy")),
                Json.text(options, "preconditions", "uid"),
                Json.text(options, "preconditions", "resourceVersion"));
    }
}
