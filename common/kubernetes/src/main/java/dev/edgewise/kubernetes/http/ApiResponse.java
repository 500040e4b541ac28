package dev.edgewise.kubernetes.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * Response of the API server.
 *
 * @param code HTTP status
 */
public record ApiResponse(int code, byte[] body) {
    private static final ObjectMapper MAPPER = ApiServerObjectMappers.mapper();
    private static final int LONGEST_MESSAGE = 300;

    public boolean isSuccess() {
        return code >= 200 && code < 300;
    }

    /** Whether the same request may succeed later: the server is overloaded or starting. */
    public boolean isTransient() {
        return code == 429 || code >= 500;
    }

    /** The body as JSON; a missing node if it is none. */
    public JsonNode json() {
        try {
            return MAPPER.readTree(body);
        } catch (IOException notJson) {
            return MAPPER.missingNode();
        }
    }

    /** The server's error message. */
    public String message() {
        String message = json().path("message").asText("");
        if (message.isEmpty()) {
            message = new String(body, StandardCharsets.UTF_8);
        }
        return code + " " + message.substring(0, Math.min(message.length(), LONGEST_MESSAGE));
    }
}
