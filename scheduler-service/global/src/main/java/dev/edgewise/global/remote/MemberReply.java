package dev.edgewise.global.remote;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.stream.Collectors;

/**
 * The answer of a member.
 *
 * @param code HTTP status
 * @param body an object
 */
record MemberReply(int code, JsonNode body) {
    private static final int FORBIDDEN = 403;
    private static final int NOT_FOUND = 404;
    private static final int CONFLICT = 409;
    private static final int TOO_MANY_REQUESTS = 429;
    private static final int FIRST_FAILURE = 500;
    private static final int LONGEST_MESSAGE = 300;

    /** Returns the answer about an object that does not exist. */
    static MemberReply notFound() {
        return new MemberReply(NOT_FOUND, MissingNode.getInstance());
    }

    boolean isSuccess() {
        return code >= 200 && code < 300;
    }

    boolean isForbidden() {
        return code == FORBIDDEN;
    }

    boolean isNotFound() {
        return code == NOT_FOUND;
    }

    boolean isConflict() {
        return code == CONFLICT;
    }

    /** Whether it has too much to do, for requests of any kind. */
    boolean isOverloaded() {
        return code == TOO_MANY_REQUESTS;
    }

    /** Whether the same request may succeed later. */
    boolean isTransient() {
        return code == TOO_MANY_REQUESTS || code >= FIRST_FAILURE;
    }

    /**
     * Returns status, reason and paths of fields, without any of the texts that an API server repeats from what it was
     * sent.
     */
    String reason() {
        String fields = body.path("details").path("causes").findValuesAsText("field").stream()
                .distinct()
                .collect(Collectors.joining(", "));
        String reason = code + " " + body.path("reason").asText("");
        return fields.isEmpty() ? reason : reason + ": " + cut(fields);
    }

    String message() {
        String message = body.path("message").asText("");
        return code + " " + cut(message);
    }

    private static String cut(String text) {
        return text.substring(0, Math.min(text.length(), LONGEST_MESSAGE));
    }
}
