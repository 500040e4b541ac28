package dev.edgewise.examples.slots.client;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.json.JsonMapper;

/** Requests below {@code /external}; each has a deadline for its whole answer. */
public final class SlotApiClient {
    private static final Duration DEADLINE = Duration.ofSeconds(10);
    /** Fields are those of the records, and no more: the interface refuses others. */
    private static final JsonMapper JSON = JsonMapper.builder()
            .changeDefaultVisibility(visibility -> visibility.withIsGetterVisibility(Visibility.NONE))
            .build();

    private static final int NOT_MODIFIED = 304;
    private static final int NOT_FOUND = 404;
    private static final int REDIRECTION = 300;
    private static final int LONGEST_EXCERPT = 500;

    private final HttpClient client;
    private final URI base;
    private final CallerTokenFile token;

    /** @param base address of the service, such as {@code http://localhost:8080} */
    public SlotApiClient(HttpClient client, URI base, CallerTokenFile token) {
        this.client = client;
        this.base = base;
        this.token = token;
    }

    /** Reads all jobs by name. */
    public Map<String, Job> jobs() throws SlotApiException {
        return read("jobs", get("jobs"), type(new TypeReference<Map<String, Job>>() {}));
    }

    /** Reads a testbed. */
    public Testbed testbed(String name) throws SlotApiException {
        HttpResponse<String> answer = get("testbeds/" + encoded(name));
        if (answer.statusCode() == NOT_FOUND) {
            throw new SlotApiException("there is no testbed '" + name + "'");
        }
        return read("testbeds", answer, type(new TypeReference<Testbed>() {}));
    }

    /** Reads all Schedulings. */
    public List<Scheduling> schedulings() throws SlotApiException {
        return read("schedulings", get("schedulings"), type(new TypeReference<List<Scheduling>>() {}));
    }

    /** Reads a Scheduling; none if it does not exist. */
    public Optional<Scheduling> scheduling(String name) throws SlotApiException {
        HttpResponse<String> answer = get("schedulings/" + encoded(name));
        return answer.statusCode() == NOT_FOUND
                ? Optional.empty()
                : Optional.of(read("schedulings", answer, type(new TypeReference<Scheduling>() {})));
    }

    /** Creates a Scheduling. */
    public void post(Scheduling scheduling) throws SlotApiException {
        send("POST", "schedulings", json(scheduling));
    }

    /** Deletes a Scheduling, which may be gone already. */
    public void delete(String scheduling) throws SlotApiException {
        send("DELETE", "schedulings/" + encoded(scheduling), null);
    }

    /** Writes the data that schedulers keep with a job. */
    public void put(Job job) throws SlotApiException {
        send("PUT", "jobs/", json(job));
    }

    private HttpResponse<String> get(String path) throws SlotApiException {
        return send("GET", path, null);
    }

    private static String json(Object body) {
        return JSON.writeValueAsString(body);
    }

    /** Sends a request. An object that is absent is an answer, other errors are not. */
    private HttpResponse<String> send(String method, String path, @Nullable String body) throws SlotApiException {
        HttpRequest.Builder request = HttpRequest.newBuilder(base.resolve("/external/" + path))
                .timeout(DEADLINE)
                .header("Accept", "application/json")
                .header("Content-Type", "application/json");
        switch (method) {
            case "GET" -> request.GET();
            case "DELETE" -> request.DELETE();
            default -> request.method(method, BodyPublishers.ofString(Objects.requireNonNull(body)));
        }
        token.header().ifPresent(value -> request.header("Authorization", value));
        HttpResponse<String> answer = answer(method + " /external/" + path, request.build());
        int status = answer.statusCode();
        boolean absent = status == NOT_FOUND && !method.equals("POST") || status == NOT_MODIFIED;
        if (status >= REDIRECTION && !absent) {
            throw new SlotApiException(
                    method + " /external/" + path + " was answered " + status + ": " + excerpt(answer));
        }
        return answer;
    }

    private HttpResponse<String> answer(String what, HttpRequest request) throws SlotApiException {
        CompletableFuture<HttpResponse<String>> answer = client.sendAsync(request, BodyHandlers.ofString());
        try {
            return answer.get(DEADLINE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw new SlotApiException(what + " failed: " + e.getCause(), e);
        } catch (TimeoutException e) {
            answer.cancel(true);
            throw new SlotApiException(what + " was not answered within " + DEADLINE.toSeconds() + " s", e);
        } catch (InterruptedException e) {
            answer.cancel(true);
            Thread.currentThread().interrupt();
            throw new SlotApiException(what + " was interrupted", e);
        }
    }

    private static <T> JavaType type(TypeReference<T> type) {
        return JSON.getTypeFactory().constructType(type);
    }

    private static <T> T read(String path, HttpResponse<String> answer, JavaType type) throws SlotApiException {
        if (answer.statusCode() == NOT_FOUND) {
            throw new SlotApiException(
                    "GET /external/" + path + " was answered 404: is this the service, with slots on?");
        }
        try {
            T value = JSON.readValue(answer.body(), type);
            if (value != null) {
                return value;
            }
        } catch (JacksonException e) {
            throw new SlotApiException(
                    "GET /external/" + path + " was answered with JSON that cannot be read: " + e.getOriginalMessage(),
                    e);
        }
        throw new SlotApiException("GET /external/" + path + " was answered with no object");
    }

    private static String excerpt(HttpResponse<String> answer) {
        String body = answer.body();
        return body.substring(0, Math.min(body.length(), LONGEST_EXCERPT));
    }

    private static String encoded(String name) {
        return URLEncoder.encode(name, StandardCharsets.UTF_8);
    }
}
