package dev.edgewise.embedded;

import com.fasterxml.jackson.databind.JsonNode;

/** The answer to one call: an HTTP status and a JSON text. */
record ApiResponse(int code, String body) {
    static ApiResponse ok(JsonNode body) {
        return of(200, body);
    }

    static ApiResponse of(int code, JsonNode body) {
        return new ApiResponse(code, Json.render(body));
    }
}
