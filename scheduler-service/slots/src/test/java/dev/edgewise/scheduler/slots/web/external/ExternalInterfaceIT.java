package dev.edgewise.scheduler.slots.web.external;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.scheduler.slots.model.ObjectKey;
import dev.edgewise.scheduler.slots.model.RequestedJobs;
import dev.edgewise.scheduler.slots.web.SlotFixtures;
import dev.edgewise.scheduler.slots.web.SlotsWebService;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The paths and the JSON of the prototype, field by field. */
class ExternalInterfaceIT {
    private static final JsonMapper JSON = new JsonMapper();
    private static SlotsWebService service;

    @BeforeAll
    static void start() {
        service = new SlotsWebService();
        service.objects().put(SlotFixtures.testbed("tb"));
        service.objects().put(SlotFixtures.job("pi"));
        service.objects().put(SlotFixtures.job("wc"));
        service.objects().put(SlotFixtures.scheduling("s"));
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    private static void assertJson(HttpResponse<String> answer, String expected) {
        assertThat(answer.statusCode()).isEqualTo(200);
        JsonNode found = JSON.readTree(answer.body());
        assertThat(found).isEqualTo(JSON.readTree(expected));
    }

    private static final String TESTBED =
            "{'name':'tb','state':'RUNNING','numberOfNodes':2,'numberOfSlotsPerNode':1,'slotsByNode':{"
                            .replace('\'', '"')
                    + ("'n0':[{'reservedFor':null,'state':'FREE','podName':'','nodeName':'n0','nodeId':0,"
                                    + "'slotPositionOnNode':0,'podUId':null,'position':0}],"
                                    + "'n1':[{'reservedFor':'pi','state':'OCCUPIED','podName':'pi-1','nodeName':'n1','nodeId':1,"
                                    + "'slotPositionOnNode':0,'podUId':'u1','position':1}]}}")
                            .replace('\'', '"');
    private static final String JOB =
            ("{'name':'pi','state':'CompletedState','externalScheduler':{'profiler':[{'wc':'24 (16)'}]},"
                            + "'scheduledEvents':[{'start':'2026-11-28T12:00:00Z','stop':'2026-11-28T12:00:24Z','successful':true,"
                            + "'scheduling':{'name':'s','namespace':'default'}}]}")
                    .replace('\'', '"');
    private static final String SCHEDULING = ("{'name':'s','state':'AwaitingCompletionState','jobStatus':["
                    + "{'name':'wc','state':'Scheduled'},{'name':'pi','state':'Completed'}],"
                    + "'testBed':'tb','queue':['wc','pi'],'slots':null}")
            .replace('\'', '"');

    @Test
    void testbedsHaveExactlyTheseFields() throws Exception {
        assertJson(service.get("/external/testbeds"), "[" + TESTBED + "]");
        assertJson(service.get("/external/testbeds/tb"), TESTBED);
    }

    @Test
    void jobsAreAnObjectByName() throws Exception {
        JsonNode all = JSON.readTree(service.get("/external/jobs").body());

        assertThat(all.propertyNames()).contains("pi", "wc");
        assertThat(all.path("pi")).isEqualTo(JSON.readTree(JOB));
        assertJson(service.get("/external/jobs/pi"), JOB);
    }

    @Test
    void schedulingsShowTheFurthestStageOfEachJob() throws Exception {
        assertJson(service.get("/external/schedulings/s"), SCHEDULING);
    }

    @Test
    void aPostCreatesAndReplaces() throws Exception {
        HttpResponse<String> created = service.send(
                "POST",
                "/external/schedulings",
                "{\"name\":\"p1\",\"testBed\":\"tb\",\"queue\":[\"pi\",\"wc\"],\"state\":null,\"jobStatus\":null}");
        HttpResponse<String> replaced = service.send(
                "POST",
                "/external/schedulings/",
                "{\"name\":\"p1\",\"testBed\":\"tb\",\"slots\":{\"mode\":\"STRICT\",\"jobs\":[{\"slots\":[1,0],\"name\":\"pi\"}]}}");

        assertThat(created.statusCode()).isEqualTo(200);
        assertThat(JSON.readTree(created.body()).path("state").asString()).isEqualTo("AcquireState");
        assertThat(replaced.statusCode()).isEqualTo(200);
        assertThat(service.objects()
                        .scheduling(new ObjectKey("default", "p1"))
                        .spec()
                        .jobs())
                .isEqualTo(new RequestedJobs.Slots(
                        RequestedJobs.Mode.STRICT,
                        List.of(new RequestedJobs.JobSlots(new ObjectKey("default", "pi"), List.of(1, 0)))));
    }

    @Test
    void aDeletedSchedulingIsAnsweredOnceMore() throws Exception {
        service.objects().put(SlotFixtures.scheduling("d"));

        assertThat(service.send("DELETE", "/external/schedulings/d", "").statusCode())
                .isEqualTo(200);
        assertThat(service.send("DELETE", "/external/schedulings/d", "").statusCode())
                .isEqualTo(304);
    }

    @Test
    void anObjectThatTheWatchHasNotShownYetIsThere() throws Exception {
        service.objects().storeUnseen(SlotFixtures.scheduling("fresh"));

        assertThat(service.get("/external/schedulings/fresh").statusCode()).isEqualTo(200);
        assertThat(service.get("/external/schedulings").body()).contains("\"fresh\"");
        HttpResponse<String> deleted = service.send("DELETE", "/external/schedulings/fresh", "");
        assertThat(deleted.statusCode()).isEqualTo(200);
        assertThat(deleted.body()).contains("\"fresh\"");
    }

    @Test
    void onlyTheSchedulersOwnDataIsWritten() throws Exception {
        HttpResponse<String> answer = service.send(
                "PUT",
                "/external/jobs/",
                "{\"name\":\"wc\",\"state\":\"FailedState\",\"externalScheduler\":{\"profiler\":[{\"pi\":\"30 (11)\"}]}}");

        assertThat(answer.statusCode()).isEqualTo(200);
        JsonNode job = JSON.readTree(service.get("/external/jobs/wc").body());
        assertThat(job.path("state").asString()).isEqualTo("CompletedState");
        assertThat(job.path("externalScheduler")
                        .path("profiler")
                        .path(0)
                        .path("pi")
                        .asString())
                .isEqualTo("30 (11)");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"testBed\":\"tb\",\"queue\":[\"pi\"]} | name",
                "{\"name\":\"x\",\"queue\":[\"pi\"]} | testBed",
                "{\"name\":\"x\",\"testBed\":\"tb\"} | queue",
                "{\"name\":\"x\",\"testBed\":\"tb\",\"queue\":[]} | queue",
                "{\"name\":\"x\",\"testBed\":\"tb\",\"queue\":[\"pi\",\"P!\"]} | queue[1]",
                "{\"name\":\"x\",\"testBed\":\"tb\",\"queue\":[\"pi\"],\"slots\":{\"mode\":\"STRICT\",\"jobs\":[]}} | slots",
                "{\"name\":\"x\",\"testBed\":\"tb\",\"slots\":{\"mode\":\"SOFT\",\"jobs\":[{\"name\":\"pi\",\"slots\":[1]}]}} | slots.mode",
                "{\"name\":\"x\",\"testBed\":\"tb\",\"slots\":{\"mode\":\"STRICT\",\"jobs\":[{\"name\":\"pi\",\"slots\":[1,1]}]}} | slots.jobs[0].slots[1]",
                "{\"name\":\"x\",\"testBed\":\"tb\",\"slots\":{\"mode\":\"STRICT\",\"jobs\":[{\"name\":\"pi\",\"slots\":[-1]}]}} | slots.jobs[0].slots[0]",
            })
    void badSchedulingsNameFieldValueAndWhatIsAllowed(String body, String field) throws Exception {
        HttpResponse<String> answer = service.send("POST", "/external/schedulings", body);

        assertThat(answer.statusCode()).isEqualTo(422);
        JsonNode problem = JSON.readTree(answer.body());
        assertThat(problem.path("field").asString()).isEqualTo(field);
        assertThat(problem.path("value").asString()).isNotEmpty();
        assertThat(problem.path("allowed").asString()).isNotEmpty();
        assertThat(service.objects().scheduling(new ObjectKey("default", "x"))).isNull();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"a\":[{\"b\":null}]} | externalScheduler.a[0].b",
                "{\"a\":[null]} | externalScheduler.a",
                "{\"a\":null} | externalScheduler.a",
            })
    void nullInTheSchedulersOwnDataIsNamed(String data, String field) throws Exception {
        HttpResponse<String> answer =
                service.send("PUT", "/external/jobs/", "{\"name\":\"wc\",\"externalScheduler\":" + data + "}");

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(422);
        assertThat(JSON.readTree(answer.body()).path("field").asString()).isEqualTo(field);
    }

    @Test
    void theSchedulersOwnDataHasALimit() throws Exception {
        // {"a":[{"b":"…"},…]} has 8 + 16 × 9 - 1 = 151 characters beside the texts: with 15 of 4,096 and one of 3,945
        // they are 65,536, which are allowed.
        String rows = ("{\"b\":\"" + "x".repeat(4096) + "\"},").repeat(15);
        String data = "{\"name\":\"wc\",\"externalScheduler\":{\"a\":[" + rows + "{\"b\":\"%s\"}]}}";

        HttpResponse<String> most = service.send("PUT", "/external/jobs/", data.formatted("x".repeat(3945)));
        HttpResponse<String> more = service.send("PUT", "/external/jobs/", data.formatted("x".repeat(3946)));

        assertThat(most.statusCode()).isEqualTo(200);
        assertThat(more.statusCode()).isEqualTo(422);
        assertThat(more.body()).contains("65537 characters", "at most 65536");
    }

    @Test
    void aNamespaceIsNoPath() throws Exception {
        assertThat(service.get("/api/v1/slots/schedulings/a.b/s").statusCode()).isEqualTo(422);
        assertThat(service.get("/api/v1/slots/schedulings/" + "n".repeat(64) + "/s")
                        .statusCode())
                .isEqualTo(422);
        assertThat(service.get("/api/v1/slots/schedulings/" + "n".repeat(63) + "/s")
                        .statusCode())
                .isEqualTo(404);
    }

    @ParameterizedTest
    @CsvSource({"text/plain", "application/x-www-form-urlencoded"})
    void aPageOfTheWebCannotPost(String type) throws Exception {
        HttpRequest post = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + service.port() + "/external/schedulings"))
                .header("Content-Type", type)
                .POST(BodyPublishers.ofString("{\"name\":\"x\",\"testBed\":\"tb\",\"queue\":[\"pi\"]}"))
                .build();

        assertThat(HttpClient.newHttpClient()
                        .send(post, BodyHandlers.ofString())
                        .statusCode())
                .isEqualTo(415);
        assertThat(service.objects().scheduling(new ObjectKey("default", "x"))).isNull();
    }

    @Test
    void whatIsNotThereIsNotFound() throws Exception {
        assertThat(service.get("/external/jobs/none").statusCode()).isEqualTo(404);
        assertThat(service.get("/external/jobs/none").body()).contains("There is no batch job none");
        assertThat(service.get("/external/testbeds/none").statusCode()).isEqualTo(404);
    }
}
