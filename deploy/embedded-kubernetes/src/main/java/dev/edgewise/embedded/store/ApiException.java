package dev.edgewise.embedded.store;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** Thrown when a call is refused: carries the {@code Status} that the caller receives. */
public final class ApiException extends RuntimeException {
    private final int code;
    private final transient ObjectNode status;

    private ApiException(int code, ObjectNode status) {
        super(Json.text(status, "message"), null, false, false);
        this.code = code;
        this.status = status;
    }

    public static ApiException of(int code, String reason, String message) {
        return new ApiException(code, Statuses.failure(code, reason, message));
    }

    public static ApiException about(int code, String reason, ResourceType type, String name, String message) {
        ObjectNode status = Statuses.failure(code, reason, message);
        status.putObject("details").put("name", name).put("group", type.group()).put("kind", type.plural());
        return new ApiException(code, status);
    }

    public static ApiException badRequest(String message) {
        return of(400, "BadRequest", message);
    }

    public static ApiException noSuchPath(String path) {
        return of(404, "NotFound", "the server could not find the requested resource: " + path);
    }

    public static ApiException notFound(ResourceType type, String name) {
        return about(404, "NotFound", type, name, "%s \"%s\" not found".formatted(type.qualified(), name));
    }

    public static ApiException exists(ResourceType type, String name) {
        return about(409, "AlreadyExists", type, name, "%s \"%s\" already exists".formatted(type.qualified(), name));
    }

    public static ApiException conflict(ResourceType type, String subresource, String name, String why) {
        String what = subresource.isEmpty() ? type.qualified() : type.qualified() + "/" + subresource;
        return about(
                409,
                "Conflict",
                type,
                name,
                "Operation cannot be fulfilled on %s \"%s\": %s".formatted(what, name, why));
    }

    public static ApiException stale(ResourceType type, String name) {
        return conflict(
                type,
                "",
                name,
                "the object has been modified; please apply your changes to the latest version and try again");
    }

    public static ApiException invalid(ResourceType type, String name, String field, String why) {
        return about(
                        422,
                        "Invalid",
                        type,
                        name,
                        "%s \"%s\" is invalid: %s: %s".formatted(type.kind(), name, field, why))
                .cause("FieldValueInvalid", field, why);
    }

    public static ApiException gone(long asked, long oldest) {
        return of(410, "Expired", "too old resource version: %d (%d)".formatted(asked, oldest));
    }

    /** The version was never reached, as after a restore from a backup. */
    public static ApiException tooLarge(long asked, long newest) {
        return of(504, "Timeout", "Too large resource version: %d, current: %d".formatted(asked, newest));
    }

    public ApiException cause(String reason, String field, String message) {
        ObjectNode cause = Json.list(Json.child(status, "details"), "causes")
                .addObject()
                .put("reason", reason)
                .put("message", message);
        if (!field.isEmpty()) {
            cause.put("field", field);
        }
        return this;
    }

    public int code() {
        return code;
    }

    public ObjectNode status() {
        return status;
    }
}
