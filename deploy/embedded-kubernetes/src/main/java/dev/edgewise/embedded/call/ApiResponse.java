package dev.edgewise.embedded.call;

import com.fasterxml.jackson.databind.JsonNode;
import dev.edgewise.embedded.store.Json;

/** The answer to one call: an HTTP status and a JSON text. */
public record ApiResponse(int code, String body) {
    public static ApiResponse ok(JsonNode body) {
        return of(200, body);
    }

    public static ApiResponse of(int code, JsonNode body) {
        return new ApiResponse(code, Json.render(body));
    }
}
