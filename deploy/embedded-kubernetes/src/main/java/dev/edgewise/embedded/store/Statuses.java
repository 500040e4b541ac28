package dev.edgewise.embedded.store;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** The {@code Status} objects of the API machinery. */
public final class Statuses {
    private Statuses() {}

    public static ObjectNode success() {
        ObjectNode status = base("Success");
        return status.put("code", 201);
    }

    public static ObjectNode deleted(StoredObject object) {
        ObjectNode status = base("Success");
        status.putObject("details")
                .put("name", object.name())
                .put("group", object.type().group())
                .put("kind", object.type().plural())
                .put("uid", object.uid());
        return status;
    }

    public static ObjectNode failure(int code, String reason, String message) {
        return base("Failure").put("message", message).put("reason", reason).put("code", code);
    }

    /** The usual reason of this HTTP status. */
    public static String reason(int code) {
        return switch (code) {
            case 400 -> "BadRequest";
            case 401 -> "Unauthorized";
            case 403 -> "Forbidden";
            case 404 -> "NotFound";
            case 409 -> "Conflict";
            case 410 -> "Expired";
            case 422 -> "Invalid";
            case 429 -> "TooManyRequests";
            case 503 -> "ServiceUnavailable";
            case 504 -> "Timeout";
            default -> "InternalError";
        };
    }

    private static ObjectNode base(String status) {
        ObjectNode node = Json.object().put("kind", "Status").put("apiVersion", "v1");
        node.putObject("metadata");
        return node.put("status", status);
    }
}
