package dev.edgewise.scheduler.slots.web.events;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.scheduler.slots.web.SlotFixtures;
import dev.edgewise.scheduler.slots.web.SlotsWebService;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Our own calls, and changes as server-sent events with resume. */
@Timeout(180)
class EventsIT {
    private static final JsonMapper JSON = new JsonMapper();
    private static SlotsWebService service;

    @BeforeAll
    static void start() {
        service = new SlotsWebService("--edgewise.scheduler.slots.events.max-streams=2");
        service.objects().put(SlotFixtures.testbed("tb"));
        service.objects().put(SlotFixtures.job("pi"));
        service.objects().put(SlotFixtures.scheduling("s"));
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    private static BufferedReader follow(String path, String... headers) throws Exception {
        return follow(service, path, headers);
    }

    private static BufferedReader follow(SlotsWebService from, String path, String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + from.port() + path))
                .GET();
        if (headers.length > 0) {
            request.headers(headers);
        }
        var answer = HttpClient.newHttpClient().send(request.build(), BodyHandlers.ofInputStream());
        assertThat(answer.statusCode()).isEqualTo(200);
        return new BufferedReader(new InputStreamReader(answer.body(), StandardCharsets.UTF_8));
    }

    /** The rest of the next line that begins so. */
    private static String next(BufferedReader stream, String field) throws Exception {
        String line = stream.readLine();
        while (!line.startsWith(field + ":")) {
            line = stream.readLine();
        }
        return line.substring(field.length() + 1).strip();
    }

    @Test
    void aClientThatConnectsAgainMissesNothing() throws Exception {
        String seen;
        try (BufferedReader stream = follow("/api/v1/slots/events", "Last-Event-ID", "unknown-1")) {
            seen = next(stream, "id");
            assertThat(next(stream, "event")).isEqualTo("reset");
        }
        service.objects().put(SlotFixtures.job("pi"));

        try (BufferedReader stream = follow("/api/v1/slots/events?namespace=default", "Last-Event-ID", seen)) {
            assertThat(next(stream, "event")).isEqualTo("MODIFIED");
            JsonNode change = JSON.readTree(next(stream, "data"));
            assertThat(change.path("kind").asString()).isEqualTo("BatchJob");
            assertThat(change.path("object")
                            .path("runs")
                            .path(0)
                            .path("successful")
                            .asBoolean())
                    .isTrue();
        }
    }

    /** The web server would wait 5 min for its last answers. */
    @Test
    @Timeout(180)
    void openStreamsDoNotDelayTheEndOfTheService() throws Exception {
        BufferedReader changes;
        try (SlotsWebService other = new SlotsWebService("--spring.lifecycle.timeout-per-shutdown-phase=5m")) {
            other.objects().put(SlotFixtures.testbed("tb"));
            changes = follow(other, "/api/v1/slots/events", "Last-Event-ID", "unknown-1");
            assertThat(next(changes, "event")).isEqualTo("reset");
        }
        String line = changes.readLine();
        while (line != null) {
            line = changes.readLine();
        }
    }

    @Test
    void theCallsHaveTags() throws Exception {
        HttpResponse<String> known = service.get("/api/v1/slots/schedulings/default/s");
        String tag = known.headers().firstValue("ETag").orElseThrow();

        String body = "{\"testbed\":\"tb\",\"queue\":[\"wc\",\"pi\",\"pi\"]}";
        HttpResponse<String> appended =
                service.send("PUT", "/api/v1/slots/schedulings/default/s", body, "If-Match", tag);
        HttpResponse<String> outdated =
                service.send("PUT", "/api/v1/slots/schedulings/default/s", body, "If-Match", tag);

        assertThat(appended.statusCode()).isEqualTo(200);
        assertThat(JSON.readTree(appended.body()).path("queue").size()).isEqualTo(3);
        assertThat(outdated.statusCode()).isEqualTo(412);
    }

    @Test
    void creatingIsIdempotent() throws Exception {
        String body = "{\"namespace\":\"default\",\"name\":\"c\",\"testbed\":\"tb\",\"queue\":[\"pi\"]}";

        assertThat(service.send("POST", "/api/v1/slots/schedulings", body).statusCode())
                .isEqualTo(201);
        assertThat(service.send("POST", "/api/v1/slots/schedulings", body).statusCode())
                .isEqualTo(200);
        assertThat(service.send("POST", "/api/v1/slots/schedulings", body.replace("[\"pi\"]", "[\"wc\"]"))
                        .statusCode())
                .isEqualTo(409);
    }

    @Test
    void listsHavePages() throws Exception {
        service.objects().put(SlotFixtures.job("a"));

        JsonNode first = JSON.readTree(service.get("/api/v1/slots/jobs?limit=1").body());

        assertThat(first.path("items").path(0).path("name").asString()).isEqualTo("a");
        assertThat(first.path("continue").asString()).isEqualTo("default/a");
        assertThat(service.get("/api/v1/slots/jobs?limit=501").statusCode()).isEqualTo(422);
    }

    /** Sorted as text, "a-b/x" is before "a/y"; sorted by namespace, a is before a-b. */
    @Test
    void pagesContinueInTheOrderOfTheList() throws Exception {
        service.objects().put(SlotFixtures.testbed("a", "y"));
        service.objects().put(SlotFixtures.testbed("a-b", "x"));

        String first = service.get("/api/v1/slots/testbeds?limit=1").body();
        String next = JSON.readTree(first).path("continue").asString();
        String second =
                service.get("/api/v1/slots/testbeds?limit=1&continue=" + next).body();

        assertThat(next).isEqualTo("a/y");
        assertThat(JSON.readTree(second).path("items").path(0).path("namespace").asString())
                .isEqualTo("a-b");
        assertThat(service.get("/api/v1/slots/testbeds?continue=a").body()).contains("continue is a");
    }

    @Test
    void anUnknownFieldIsNamed() throws Exception {
        HttpResponse<String> answer = service.send(
                "POST", "/api/v1/slots/schedulings", "{\"namespace\":\"default\",\"name\":\"q\",\"testBed\":\"tb\"}");

        assertThat(answer.statusCode()).isEqualTo(422);
        assertThat(answer.body()).contains("testBed");
    }
}
