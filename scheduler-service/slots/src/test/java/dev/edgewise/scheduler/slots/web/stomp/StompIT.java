package dev.edgewise.scheduler.slots.web.stomp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.scheduler.slots.model.ObjectKey;
import dev.edgewise.scheduler.slots.web.SlotFixtures;
import dev.edgewise.scheduler.slots.web.SlotsWebService;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Changes by STOMP over a raw WebSocket, and frames that are refused. */
class StompIT {
    private static final JsonMapper JSON = new JsonMapper();
    private static SlotsWebService service;

    @BeforeAll
    static void start() {
        service = new SlotsWebService("--edgewise.scheduler.slots.stomp.max-subscriptions=3");
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    private static StompClient connected() throws InterruptedException {
        StompClient client = new StompClient(service.port());
        client.connect();
        assertThat(client.next()).startsWith("CONNECTED");
        return client;
    }

    /** Changes the object until the client gets a message: a subscription has no receipt. */
    private static String firstMessage(StompClient client, Runnable change) {
        return Awaitility.await()
                .ignoreNoExceptions()
                .until(
                        () -> {
                            change.run();
                            return client.next();
                        },
                        frame -> frame.startsWith("MESSAGE"));
    }

    @Test
    void theWholeObjectHasExactlyTheFieldsOfThePrototype() throws Exception {
        try (StompClient client = connected()) {
            client.subscribe(0, "/topic/schedulings/s");

            String frame = firstMessage(client, () -> service.objects().put(SlotFixtures.scheduling("s")));

            JsonNode message = JSON.readTree(StompClient.body(frame));
            assertThat(message.propertyNames()).containsExactlyInAnyOrder("action", "resource");
            assertThat(message.path("resource").propertyNames())
                    .containsExactlyInAnyOrder("name", "state", "jobStatus", "testBed", "queue", "slots");
            assertThat(message.path("resource").path("state").asString()).isEqualTo("AwaitingCompletionState");
        }
    }

    @Test
    void theTopicOfAKindHasTheNameAlone() throws Exception {
        try (StompClient client = connected()) {
            client.subscribe(0, "/topic/testbeds");

            String frame = firstMessage(client, () -> service.objects().put(SlotFixtures.testbed("other")));

            JsonNode message = JSON.readTree(StompClient.body(frame));
            assertThat(message.path("resource").asString()).isEqualTo("other");
            assertThat(message.path("action").asString()).isIn("ADDED", "MODIFIED");
        }
    }

    @Test
    void aDeletionIsToldWithTheObjectAsItWas() throws Exception {
        try (StompClient client = connected()) {
            client.subscribe(0, "/topic/schedulings/gone");
            firstMessage(client, () -> service.objects().put(SlotFixtures.scheduling("gone")));

            service.objects().removeScheduling(new ObjectKey("default", "gone"));

            String frame = Awaitility.await().until(client::next, text -> text.contains("DELETED"));
            assertThat(StompClient.body(frame)).contains("\"testBed\":\"tb\"");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/topic/nodes", "/topic/testbeds/", "/topic/jobs/a/b", "/queue/jobs", "/topic/**"})
    void aWrongTopicIsAnsweredByWhatIsAllowed(String topic) throws Exception {
        try (StompClient client = connected()) {
            client.subscribe(0, topic);

            assertThat(client.next())
                    .startsWith("ERROR")
                    .contains(topic.replace(":", "\\c"), "it must be /topic/testbeds");
        }
    }

    @Test
    void aSubscriptionTooManyIsRefused() throws Exception {
        try (StompClient client = connected()) {
            for (int i = 0; i < 4; i++) {
                client.subscribe(i, "/topic/jobs/j" + i);
            }

            assertThat(client.next()).startsWith("ERROR").contains("3 subscriptions", "at most 3");
        }
    }

    @Test
    void aMessageIsRefused() throws Exception {
        try (StompClient client = connected()) {
            client.send("SEND", "destination:/topic/jobs\n", "{}");

            assertThat(client.next()).startsWith("ERROR").contains("POST /external/schedulings");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"MESSAGE", "RECEIPT", "ERROR", "CONNECTED", "ACK", "BEGIN"})
    void aFrameOfAServerReachesNoOtherClient(String command) throws Exception {
        try (StompClient reader = connected();
                StompClient client = connected()) {
            reader.subscribe(0, "/topic/jobs");

            client.send(
                    command,
                    "destination:/topic/jobs\nmessage-id:1\nid:1\nsubscription:0\ntransaction:1\n",
                    command.equals("MESSAGE") ? "{}" : "");

            assertThat(client.next()).startsWith("ERROR").contains("it must be CONNECT, SUBSCRIBE");
            // The next message of the reader is the change, and not the frame of the other client.
            assertThat(firstMessage(reader, () -> service.objects().put(SlotFixtures.job("after"))))
                    .contains("\"resource\":\"after\"");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"MESSAGE", "SEND", "SUBSCRIBE", "UNSUBSCRIBE"})
    void nothingIsTakenBeforeConnect(String command) throws Exception {
        try (StompClient client = new StompClient(service.port())) {
            client.send(command, "destination:/topic/jobs\nid:1\nmessage-id:1\nsubscription:0\n", "");

            assertThat(client.next()).startsWith("ERROR").contains("it must be CONNECT");
        }
    }

    @Test
    void aTopicIsFollowedOnce() throws Exception {
        try (StompClient client = connected()) {
            client.subscribe(0, "/topic/jobs");
            client.subscribe(1, "/topic/jobs");

            assertThat(client.next()).startsWith("ERROR").contains("each must be there once");
        }
    }

    @Test
    void aFrameThatIsTooLargeIsRefused() throws Exception {
        try (StompClient client = connected()) {
            client.send("SUBSCRIBE", "id:1\ndestination:/topic/jobs\nx:" + "y".repeat(20_000) + "\n", "");

            assertThat(client.next()).startsWith("ERROR").contains("16384");
        }
    }

    @Test
    void nothingIsThereWhileSlotsAreOff() {
        try (SlotsWebService off = new SlotsWebService("--edgewise.scheduler.slots.enabled=false")) {
            assertThatThrownBy(() -> new StompClient(off.port())).hasStackTraceContaining("404");
            assertThat(off.get("/external/jobs").body()).contains("edgewise.scheduler.slots.enabled");
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }
}
