package dev.edgewise.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.edgewise.common.testing.OpenApiDocument;
import dev.edgewise.embedded.EmbeddedKubernetes;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A scheduler outside the cluster that uses the interfaces alone: it reads jobs, posts a Scheduling, waits, keeps its
 * data, and deletes.
 */
class SlotInterfacesIT {
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private final EmbeddedKubernetes kubernetes = new EmbeddedKubernetes().start();
    private final KubernetesClient client = kubernetes.client();
    private SlotSite site;
    private RunningService service;

    /** Two nodes with one slot each. */
    @BeforeEach
    void start() {
        site = new SlotSite(client);
        site.node("n0", 0);
        site.node("n1", 1);
        site.testbed(1, ", heldBy: Placeholder");
        site.jobs("a", "b");
        service = RunningService.start(
                kubernetes,
                "--edgewise.kubernetes.namespace=edgewise",
                "--edgewise.scheduler.slots.enabled=true",
                "--edgewise.scheduler.slots.external.namespace=" + SlotSite.NAMESPACE);
        await().until(() -> service.get("/external/testbeds/tb").status() == 200);
    }

    @AfterEach
    void close() {
        service.close();
        client.close();
        kubernetes.close();
    }

    private HttpResponse<String> send(String method, String path, String body)
            throws IOException, InterruptedException {
        return CLIENT.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + service.port() + path))
                        .header("Content-Type", "application/json")
                        .method(method, BodyPublishers.ofString(body))
                        .build(),
                BodyHandlers.ofString());
    }

    private void awaitState(String path, String state) {
        await().untilAsserted(() -> {
            site.act();
            assertThat(service.get(path).body().path("state").asText()).isEqualTo(state);
        });
    }

    @Test
    void aClientOfThePrototypeProfilesAPairOfJobs() throws Exception {
        awaitState("/external/testbeds/tb", "SUCCESS");

        HttpResponse<String> posted =
                send("POST", "/external/schedulings", "{\"name\":\"p1\",\"queue\":[\"a\",\"b\"],\"testBed\":\"tb\"}");
        assertThat(posted.statusCode()).as(posted.body()).isEqualTo(200);
        site.awaitSlots("a", 1);
        site.awaitSlots("b", 1);
        for (String job : new String[] {"a", "b"}) {
            site.run(job);
            site.succeed(job);
        }
        awaitState("/external/schedulings/p1", "CompletedState");

        JsonNode run = service.get("/external/jobs").body().at("/a/scheduledEvents/0");
        assertThat(run.path("successful").asBoolean()).isTrue();
        assertThat(run.at("/scheduling/name").asText()).isEqualTo("p1");
        String data = "{\"name\":\"a\",\"externalScheduler\":{\"profiler\":[{\"b\":\"24 (1)\"}]}}";
        assertThat(send("PUT", "/external/jobs/", data).statusCode()).isEqualTo(200);
        await().untilAsserted(() -> assertThat(service.get("/external/jobs/a")
                        .body()
                        .at("/externalScheduler/profiler/0/b")
                        .asText())
                .isEqualTo("24 (1)"));

        assertThat(send("DELETE", "/external/schedulings/p1", "").statusCode()).isEqualTo(200);
        awaitState("/external/jobs/a", "ReadyState");
        awaitState("/external/testbeds/tb", "SUCCESS");
        assertThat(send("DELETE", "/external/schedulings/p1", "").statusCode()).isEqualTo(304);
    }

    @Test
    void theFirstAnswerToAnOfferWinsAndTheOthersGetTheNextOne() throws Exception {
        awaitState("/api/v1/slots/testbeds/" + SlotSite.NAMESPACE + "/tb", "SUCCESS");
        String path = "/api/v1/slots/testbeds/" + SlotSite.NAMESPACE + "/tb/offers";
        String id = firstOffer(path);

        HttpResponse<String> first = send("POST", path + "/" + id, answer("one", "a", 0));
        HttpResponse<String> second = send("POST", path + "/" + id, answer("two", "b", 1));

        assertThat(first.statusCode()).as(first.body()).isEqualTo(201);
        assertThat(second.statusCode()).as(second.body()).isEqualTo(409);
        assertThat(site.awaitSlots("a", 1)).containsKey(0);
        assertThat(site.exists("Scheduling", "two")).isFalse();
    }

    @Test
    void theCallsAreDescribed() {
        JsonNode description = service.get("/v3/api-docs").body();
        OpenApiDocument.saved(description.toString());
        Iterable<String> paths = () -> description.path("paths").fieldNames();
        assertThat(paths)
                .contains(
                        "/api/v1/slots/testbeds/{namespace}/{name}",
                        "/api/v1/slots/jobs/{namespace}/{name}/external-scheduler",
                        "/api/v1/slots/schedulings",
                        "/api/v1/slots/events",
                        "/api/v1/slots/testbeds/{namespace}/{testbed}/offers/{id}",
                        "/external/schedulings/{name}");
    }

    private String firstOffer(String path) throws IOException, InterruptedException {
        HttpResponse<Stream<String>> stream = CLIENT.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + service.port() + path))
                        .build(),
                BodyHandlers.ofLines());
        try (Stream<String> lines = stream.body()) {
            String data =
                    lines.filter(line -> line.startsWith("data:")).findFirst().orElseThrow();
            return data.replaceFirst(".*\"id\":\"", "").replaceFirst("\".*", "");
        }
    }

    private static String answer(String name, String job, int slot) {
        return "{\"name\":\"" + name + "\",\"slots\":{\"mode\":\"strict\",\"jobs\":[{\"name\":\"" + job
                + "\",\"slots\":[" + slot + "]}]}}";
    }
}
