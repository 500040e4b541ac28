package dev.edgewise.global.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.testing.OpenApiDocument;
import dev.edgewise.global.model.Attempt;
import dev.edgewise.global.model.AttemptPhase;
import dev.edgewise.global.model.RequestKey;
import dev.edgewise.global.model.RequestPhase;
import dev.edgewise.global.model.RequestStatus;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@Timeout(180)
class RequestsIT {
    private static final JsonMapper JSON = new JsonMapper();
    private static final String POD =
            "apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {containers: [{name: c, image: i}]}\n";
    private static final Instant LATER = FakeRequestStore.START.plusSeconds(9);
    private static GlobalWebService service;

    @BeforeAll
    static void start() {
        service = new GlobalWebService();
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    @BeforeEach
    void clear() {
        service.store().clear();
        service.store().setSynced(true);
        service.guard().allowAll();
    }

    private static String body(String fields) {
        return "{\"namespace\": \"shop\", \"manifests\": {\"inline\": " + JSON.writeValueAsString(POD)
                + "}, \"clusters\": [\"edge\", [\"near-1\", \"near-2\"], \"cloud\"]" + fields + "}";
    }

    private static HttpResponse<String> post(String body, String... headers) throws Exception {
        return service.send("POST", "/api/v1/requests", body, headers);
    }

    private static JsonNode json(HttpResponse<String> answer) {
        return JSON.readTree(answer.body());
    }

    private static RequestStatus completed() {
        Attempt attempt = new Attempt(
                1,
                0,
                0,
                "edge",
                "uid-edge",
                AttemptPhase.READY,
                FakeRequestStore.START,
                LATER,
                LATER,
                "all objects are ready");
        return new RequestStatus(
                RequestPhase.COMPLETED, 1, 0, List.of(attempt), null, FakeRequestStore.START, LATER, "runs in edge");
    }

    @Test
    void takesARequestAndSaysWhereItIs() throws Exception {
        HttpResponse<String> answer = post(body(", \"name\": \"web\", \"priority\": \"Fast\""));

        assertThat(answer.statusCode()).isEqualTo(202);
        assertThat(answer.headers().firstValue("Location")).contains("/api/v1/requests/shop/web");
        assertThat(json(answer).path("phase").asString()).isEqualTo("Queued");
        assertThat(json(answer).path("clusters").toString())
                .isEqualTo("[[\"edge\"],[\"near-1\",\"near-2\"],[\"cloud\"]]");
        HttpResponse<String> found = service.get("/api/v1/requests/shop/web");
        assertThat(found.statusCode()).isEqualTo(200);
        assertThat(json(found).path("priority").asString()).isEqualTo("Fast");
        assertThat(json(found).path("serviceAccount").asString()).isEqualTo("edgewise-tenant");
    }

    /** The hash of the manifests, and the uid of another cluster under the name, are what an operator compares. */
    @Test
    void anAttemptHasAllThatTheStatusSaysOfIt() throws Exception {
        post(body(", \"name\": \"web\""));
        Attempt tried = completed().attempts().get(0).applying("ab12").replacedBy("uid-other");
        service.store()
                .put(
                        new RequestKey("shop", "web"),
                        new RequestStatus(RequestPhase.SCHEDULING, 1, 0, List.of(tried), null, LATER, null, ""));

        JsonNode attempt =
                json(service.get("/api/v1/requests/shop/web")).path("attempts").get(0);

        assertThat(attempt.path("manifests").asString()).isEqualTo("ab12");
        assertThat(attempt.path("replacedBy").asString()).isEqualTo("uid-other");
        JsonNode schema = JSON.readTree(
                        OpenApiDocument.saved(service.get("/v3/api-docs").body()))
                .at("/components/schemas/AttemptResponse/properties");
        assertThat(schema.has("manifests") && schema.has("replacedBy"))
                .as(schema.toString())
                .isTrue();
    }

    @Test
    void theSameKeyIsTheSameRequest() throws Exception {
        HttpResponse<String> first = post(body(""), "Idempotency-Key", "order-7");
        HttpResponse<String> second = post(body(""), "Idempotency-Key", "\"order-7\"");
        HttpResponse<String> other = post(body(", \"priority\": \"Fast\""), "Idempotency-Key", "order-7");

        assertThat(second.statusCode()).isEqualTo(202);
        assertThat(second.headers().firstValue("Location"))
                .isEqualTo(first.headers().firstValue("Location"));
        assertThat(service.store().requests()).hasSize(1);
        assertThat(other.statusCode()).isEqualTo(422);
        assertThat(json(other).path("field").asString()).isEqualTo("Idempotency-Key");
    }

    @Test
    void anotherRequestOfThatNameIsAConflict() throws Exception {
        post(body(", \"name\": \"web\""));

        assertThat(post(body(", \"name\": \"web\"")).statusCode()).isEqualTo(202);
        assertThat(post(body(", \"name\": \"web\", \"priority\": \"Fast\"")).statusCode())
                .isEqualTo(409);
    }

    @Test
    void takesAForm() throws Exception {
        String form = part("manifests\"; filename=\"web.yaml", POD)
                + part("namespace", "shop")
                + part("name", "web")
                + part("clusters", "[edge,[near-1,near-2],cloud]")
                + part("policy", "LowLatency")
                + part("sourceCluster", "edge")
                + part("readyWithinSeconds", "30")
                + "--b--\r\n";
        HttpResponse<String> answer = post(form, "Content-Type", "multipart/form-data; boundary=b");

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(202);
        assertThat(json(answer).path("policy").path("type").asString()).isEqualTo("LowLatency");
        assertThat(json(answer).path("readyWithinSeconds").asInt()).isEqualTo(30);
        assertThat(service.store()
                        .request(new RequestKey("shop", "web"))
                        .spec()
                        .manifests()
                        .inline())
                .isEqualTo(POD);
    }

    @Test
    void takesTheCallsWhoseTimeIsEstimated() throws Exception {
        String policy = ", \"policy\": {\"type\": \"ResponseTime\", \"sourceCluster\": \"edge\", \"call\": %s}";
        HttpResponse<String> answer = post(body(policy.formatted("{\"computeMillis\": 20, \"functions\": 3}")));
        HttpResponse<String> form = post(
                part("manifests\"; filename=\"web.yaml", POD)
                        + part("namespace", "shop")
                        + part("clusters", "[edge,cloud]")
                        + part("policy", "ResponseTime")
                        + part("computeMillis", "12.5")
                        + part("payloadBytes", "100000")
                        + "--b--\r\n",
                "Content-Type",
                "multipart/form-data; boundary=b");

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(202);
        JsonNode call = json(answer).path("policy").path("call");
        assertThat(call.path("computeMillis").asDouble()).isEqualTo(20);
        assertThat(call.path("functions").asInt()).isEqualTo(3);
        assertThat(form.statusCode()).as(form.body()).isEqualTo(202);
        assertThat(json(form).path("policy").path("call").path("payloadBytes").asLong())
                .isEqualTo(100_000);
        for (String wrong : new String[] {"null", "{}", "{\"computeMillis\": 0}", "{\"computeMillis\": -3}"}) {
            HttpResponse<String> refused = post(body(policy.formatted(wrong)));
            assertThat(refused.statusCode()).as(wrong).isEqualTo(422);
            assertThat(json(refused).path("field").asString()).startsWith("policy.call");
        }
    }

    @Test
    void takesNoFormOfAnotherSite() throws Exception {
        HttpResponse<String> answer = post(
                part("namespace", "shop") + "--b--\r\n",
                "Content-Type",
                "multipart/form-data; boundary=b",
                "Sec-Fetch-Site",
                "cross-site");

        assertThat(answer.statusCode()).isEqualTo(403);
    }

    @Test
    void namesTheFieldThatIsWrong() throws Exception {
        Map<String, String> wrong = Map.of(
                body("").replace("edge", "egde"), "clusters[0][0]",
                body("").replace("kind: Pod", "kin: Pod"), "manifests.inline[0].kind",
                body(", \"policy\": {\"type\": \"Fastest\"}"), "policy.type",
                body(", \"readyWithinSeconds\": 0"), "readyWithinSeconds",
                body(", \"callback\": {\"url\": \"http://169.254.169.254/latest\"}"), "callback.url",
                body(", \"callback\": {\"url\": \"ftp://a.example\"}"), "callback.url",
                body(", \"unknown\": 1"), "unknown",
                body(", \"name\": \"Not A Name\""), "name",
                body("").replace("[\"near-1\", \"near-2\"]", "[]"), "clusters[1]");
        for (Map.Entry<String, String> each : wrong.entrySet()) {
            HttpResponse<String> answer = post(each.getKey());
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(422);
            assertThat(json(answer).path("field").asString()).isEqualTo(each.getValue());
            assertThat(json(answer).path("allowed").asString()).isNotEmpty();
        }
        assertThat(service.store().requests()).isEmpty();
    }

    /** Cloud is a member that namespace other may not use. */
    @Test
    void theClustersOfSourceAndResultMustBeMembersThatTheNamespaceMayUse() throws Exception {
        String call = ", \"policy\": {\"type\": \"ResponseTime\", \"sourceCluster\": \"%s\","
                + " \"call\": {\"computeMillis\": 20, \"resultCluster\": \"%s\"}}";
        String others = "\"other\"";
        for (String name : new String[] {"egde", "cloud"}) {
            HttpResponse<String> source = post(body(call.formatted(name, "edge"))
                    .replace("\"shop\"", others)
                    .replace(", \"cloud\"]", "]"));
            HttpResponse<String> result = post(body(call.formatted("edge", name))
                    .replace("\"shop\"", others)
                    .replace(", \"cloud\"]", "]"));
            assertThat(source.statusCode()).as(source.body()).isEqualTo(422);
            assertThat(json(source).path("field").asString()).isEqualTo("policy.sourceCluster");
            assertThat(result.statusCode()).as(result.body()).isEqualTo(422);
            assertThat(json(result).path("field").asString()).isEqualTo("policy.call.resultCluster");
            assertThat(json(result).path("allowed").asString()).contains("edge, near-1, near-2");
        }
        assertThat(post(body(call.formatted("edge", "cloud"))).statusCode()).isEqualTo(202);
    }

    @Test
    void aClusterOfOthersIsUnknown() throws Exception {
        HttpResponse<String> answer = post(body("").replace("\"shop\"", "\"other\""));

        assertThat(answer.statusCode()).isEqualTo(422);
        assertThat(json(answer).path("field").asString()).isEqualTo("clusters[2][0]");
        assertThat(json(answer).path("allowed").asString())
                .contains("edge, near-1, near-2")
                .doesNotContain("cloud");
    }

    @Test
    void asksForTheRightsOfTheCaller() throws Exception {
        service.guard().deny("create globalrequests of the group edgewise.dev in namespace shop");
        assertThat(post(body("")).statusCode()).isEqualTo(403);

        service.guard().allowAll();
        service.guard().deny("get secrets named web in namespace shop");
        String reference = body("").replaceAll(
                        "\\{\"inline\": .*?\\}, \"cl", "{\"secretRef\": {\"name\": \"web\", \"key\": \"y\"}}, \"cl");
        assertThat(post(reference).statusCode()).isEqualTo(403);
        assertThat(service.store().requests()).isEmpty();
    }

    @Test
    void waitsForTheEnd() throws Exception {
        CompletableFuture<HttpResponse<String>> answer = CompletableFuture.supplyAsync(() -> {
            try {
                return post(body(", \"name\": \"web\""), "Prefer", "wait=30");
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        RequestKey key = new RequestKey("shop", "web");
        while (service.store().request(key) == null) {
            assertThat(answer).isNotDone();
            Thread.onSpinWait();
        }
        service.store().put(key, completed());

        HttpResponse<String> done = answer.get(20, TimeUnit.SECONDS);
        assertThat(done.statusCode()).isEqualTo(200);
        assertThat(done.headers().firstValue("Preference-Applied")).contains("wait=30");
        assertThat(json(done).path("chosen").toString()).isEqualTo("[\"edge\"]");
    }

    @Test
    void answersAfterTheWait() throws Exception {
        HttpResponse<String> answer = post(body(""), "Prefer", "respond-async, wait=1");

        assertThat(answer.statusCode()).isEqualTo(202);
        assertThat(post(body(""), "Prefer", "wait=31").statusCode()).isEqualTo(422);
    }

    @Test
    void listsInPagesAndByPhase() throws Exception {
        for (String name : List.of("a", "b", "c")) {
            post(body(", \"name\": \"" + name + "\""));
        }
        service.store().put(new RequestKey("shop", "b"), completed());

        JsonNode first = json(service.get("/api/v1/requests?limit=2"));
        assertThat(first.path("items").size()).isEqualTo(2);
        assertThat(first.path("continue").asString()).isEqualTo("shop/b");
        JsonNode second = json(service.get("/api/v1/requests?limit=2&continue=shop/b"));
        assertThat(second.path("items").get(0).path("name").asString()).isEqualTo("c");
        JsonNode done = json(service.get("/api/v1/requests?namespace=shop&phase=Completed&cluster=edge"));
        assertThat(done.path("items").size()).isEqualTo(1);
        assertThat(service.get("/api/v1/requests?phase=Done").statusCode()).isEqualTo(422);
    }

    @Test
    void cancelsAndDeletes() throws Exception {
        post(body(", \"name\": \"web\""));

        HttpResponse<String> cancelled = service.send("POST", "/api/v1/requests/shop/web/cancel", "{}");
        assertThat(cancelled.statusCode()).isEqualTo(202);
        assertThat(json(cancelled).path("cancelled").asBoolean()).isTrue();
        assertThat(service.send("DELETE", "/api/v1/requests/shop/web", "").statusCode())
                .isEqualTo(204);
        assertThat(service.send("DELETE", "/api/v1/requests/shop/web", "").statusCode())
                .isEqualTo(204);
        assertThat(service.get("/api/v1/requests/shop/web").statusCode()).isEqualTo(404);
        assertThat(service.send("POST", "/api/v1/requests/shop/web/cancel", "{}")
                        .statusCode())
                .isEqualTo(404);
    }

    @Test
    void streamsTheLatestAndResumes() throws Exception {
        post(body(", \"name\": \"web\""));
        BufferedReader stream = follow("/api/v1/requests/shop/web/events");
        String seen = next(stream, "id");
        service.store().put(new RequestKey("shop", "web"), completed());
        String latest = next(stream, "id");

        assertThat(Long.parseLong(latest)).isGreaterThan(Long.parseLong(seen));
        BufferedReader resumed = follow("/api/v1/requests/shop/web/events", "Last-Event-ID", seen);
        assertThat(next(resumed, "id")).isEqualTo(latest);
        BufferedReader nothing = follow("/api/v1/requests/shop/web/events", "Last-Event-ID", latest);
        service.store().delete(new RequestKey("shop", "web"));
        assertThat(next(nothing, "event")).isEqualTo("deleted");
    }

    private static BufferedReader follow(String path, String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + service.port() + path));
        if (headers.length > 0) {
            request.headers(headers);
        }
        var answer = HttpClient.newHttpClient().send(request.build(), BodyHandlers.ofInputStream());
        assertThat(answer.statusCode()).isEqualTo(200);
        return new BufferedReader(new InputStreamReader(answer.body(), StandardCharsets.UTF_8));
    }

    private static String next(BufferedReader stream, String field) throws Exception {
        String line = stream.readLine();
        while (!line.startsWith(field + ":")) {
            line = stream.readLine();
        }
        return line.substring(field.length() + 1).strip();
    }

    @Test
    void explainsEachClusterOfEachLevel() throws Exception {
        post(body(", \"name\": \"web\", \"policy\": {\"type\": \"LowLatency\"}"));

        JsonNode explained = json(service.get("/api/v1/requests/shop/web/explain"));
        JsonNode competing = explained.path("levels").get(1).path("clusters");
        assertThat(competing.get(0).path("name").asString()).isEqualTo("near-1");
        assertThat(competing.get(0).path("latencyMillis").asDouble()).isEqualTo(15);
        assertThat(competing.get(0).path("rank").asInt()).isEqualTo(1);
        assertThat(competing.get(1).path("filter").asString()).contains("no node has room");
        String text = service.get("/api/v1/requests/shop/web/explain", "Accept", "text/plain")
                .body();
        assertThat(text.lines().toList()).hasSizeLessThanOrEqualTo(20);
        assertThat(text).contains("level 2, now:", "1. near-1", "near-2: left out, no node has room");
    }

    @Test
    void explainsARequestThatDoesNotExist() throws Exception {
        HttpResponse<String> answer = service.send("POST", "/api/v1/requests:explain", body(""));

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        assertThat(json(answer).path("phase").asString()).isEqualTo("Hypothetical");
        assertThat(json(answer).path("levels").size()).isEqualTo(3);
        assertThat(service.store().requests()).isEmpty();
    }

    /** Manifests are remembered by the uid of their request: two requests that do not exist must not share one. */
    @Test
    void explainsEachRequestThatDoesNotExistByAUidOfItsOwn() throws Exception {
        service.members().askedFor().clear();
        service.send("POST", "/api/v1/requests:explain", body(""));
        service.send("POST", "/api/v1/requests:explain", body(""));

        // Each call asks at least once, with one uid.
        assertThat(service.members().askedFor()).doesNotContain("");
        assertThat(Set.copyOf(service.members().askedFor())).hasSize(2);
    }

    @Test
    void showsClustersThatANamespaceMayUse() throws Exception {
        JsonNode all = json(service.get("/api/v1/clusters"));
        assertThat(all.path("items").size()).isEqualTo(4);
        assertThat(all.path("items").get(0).path("name").asString()).isEqualTo("cloud");
        assertThat(all.path("items")
                        .get(0)
                        .path("capacity")
                        .path("freeMilliCpu")
                        .asInt())
                .isEqualTo(1500);
        assertThat(json(service.get("/api/v1/clusters?namespace=other"))
                        .path("items")
                        .size())
                .isEqualTo(3);
        service.guard().deny("list globalrequests of the group edgewise.dev in the whole cluster");
        assertThat(service.get("/api/v1/clusters").statusCode()).isEqualTo(403);
    }

    @Test
    void showsLeftovers() throws Exception {
        JsonNode found = json(service.get("/api/v1/leftovers"));

        assertThat(found.path("objects").get(0).path("name").asString()).isEqualTo("edgewise-request-u-1");
        assertThat(found.path("unanswered").get(0).asString()).isEqualTo("cloud");
    }

    @Test
    void isBusyUntilRequestsAreRead() throws Exception {
        service.store().setSynced(false);

        assertThat(service.get("/api/v1/requests").statusCode()).isEqualTo(503);
        assertThat(post(body("")).statusCode()).isEqualTo(503);
    }

    private static String part(String name, String value) {
        return "--b\r\nContent-Disposition: form-data; name=\"" + name + "\"\r\n\r\n" + value + "\r\n";
    }
}
