package dev.edgewise.sandbox.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Requests to the services of this run. */
final class ServiceHttpClient {
    private static final int PAGE = 500;
    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final HttpClient HTTP =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(2)).build();

    private ServiceHttpClient() {}

    /** Returns the JSON answer of a service; empty if it gives none. */
    static Optional<JsonNode> get(URI address) throws InterruptedException {
        Optional<String> body = text(address);
        try {
            return body.isEmpty() ? Optional.empty() : Optional.of(JSON.readTree(body.get()));
        } catch (IOException unreadable) {
            return Optional.empty();
        }
    }

    /** Returns the answer of a service; empty if it gives none. */
    static Optional<String> text(URI address) throws InterruptedException {
        return text(address, "*/*");
    }

    /** Returns the answer of a service in this media type; empty if it gives none. */
    static Optional<String> text(URI address, String mediaType) throws InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(address)
                .timeout(TIMEOUT)
                .header("Accept", mediaType)
                .build();
        try {
            return Optional.of(HTTP.send(request, BodyHandlers.ofString()).body());
        } catch (IOException unanswered) {
            return Optional.empty();
        }
    }

    /** Returns all items of a paged list, as far as the service answers. */
    static List<JsonNode> items(URI service, String path) throws InterruptedException {
        List<JsonNode> items = new ArrayList<>();
        String next = "";
        do {
            String query = path + (path.contains("?") ? '&' : '?') + "limit=" + PAGE
                    + (next.isEmpty() ? "" : "&continue=" + URLEncoder.encode(next, StandardCharsets.UTF_8));
            JsonNode page = get(service.resolve(query)).orElse(JSON.createObjectNode());
            page.path("items").forEach(items::add);
            next = page.path("continue").asText("");
        } while (!next.isEmpty() && !next.equals("null"));
        return items;
    }

    /** Puts JSON; returns whether the service took it. */
    static boolean put(URI address, String json) throws InterruptedException {
        return send("PUT", address, json);
    }

    /** Posts JSON; returns whether the service took it. */
    static boolean post(URI address, String json) throws InterruptedException {
        return send("POST", address, json);
    }

    private static boolean send(String method, URI address, String json) throws InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(address)
                .timeout(TIMEOUT)
                .header("Content-Type", "application/json")
                .method(method, BodyPublishers.ofString(json))
                .build();
        try {
            HttpResponse<String> response = HTTP.send(request, BodyHandlers.ofString());
            return response.statusCode() / 100 == 2;
        } catch (IOException unanswered) {
            return false;
        }
    }
}
