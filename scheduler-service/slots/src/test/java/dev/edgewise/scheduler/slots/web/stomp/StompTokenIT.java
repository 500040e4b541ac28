package dev.edgewise.scheduler.slots.web.stomp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.security.ReviewApi;
import dev.edgewise.common.testing.FakeReviews;
import dev.edgewise.common.testing.TestTokens;
import dev.edgewise.scheduler.slots.web.SlotFixtures;
import dev.edgewise.scheduler.slots.web.SlotsWebService;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Primary;

/** A client of a service that asks for tokens has one in the header of its handshake or of its CONNECT frame. */
class StompTokenIT {
    private static final FakeReviews REVIEWS =
            new FakeReviews().user("reader", "list batchjobs in default").user("stranger");

    private static SlotsWebService service;

    static class Roles {
        @Bean
        @Primary
        ReviewApi testReviews() {
            return REVIEWS;
        }
    }

    @BeforeAll
    static void start() {
        service = new SlotsWebService(
                List.of(Roles.class),
                "--edgewise.security.auth=token-review",
                // There is no API server that could say what this service may do.
                "--spring.autoconfigure.exclude=dev.edgewise.kubernetes.autoconfigure.AccessAutoConfiguration");
    }

    @AfterAll
    static void stop() {
        service.close();
    }

    private static String bearer(String user) {
        return "Bearer " + TestTokens.of(user, "edgewise-slots");
    }

    private static void assertFollows(StompClient client) {
        client.subscribe(0, "/topic/jobs");
        String frame = Awaitility.await()
                .ignoreNoExceptions()
                .until(
                        () -> {
                            service.objects().put(SlotFixtures.job("pi"));
                            return client.next();
                        },
                        text -> text.startsWith("MESSAGE"));
        assertThat(StompClient.body(frame)).contains("\"resource\":\"pi\"");
    }

    @Test
    void theTokenIsInTheConnectFrame() throws Exception {
        try (StompClient client = new StompClient(service.port())) {
            client.connect("Authorization:" + bearer("reader") + "\n");

            assertThat(client.next()).startsWith("CONNECTED");
            assertFollows(client);
        }
    }

    @Test
    void theTokenIsInTheHeaderOfTheHandshake() throws Exception {
        try (StompClient client = new StompClient(service.port(), "Authorization", bearer("reader"))) {
            client.connect();

            assertThat(client.next()).startsWith("CONNECTED");
            assertFollows(client);
        }
    }

    @Test
    void aClientWithoutTokenIsRefused() throws Exception {
        try (StompClient client = new StompClient(service.port())) {
            client.connect();

            assertThat(client.next()).startsWith("ERROR").contains("oken");
            assertThat(client.next()).startsWith(StompClient.CLOSED);
        }
    }

    @Test
    void aTokenFollowsWhatItMayList() throws Exception {
        try (StompClient client = new StompClient(service.port())) {
            client.connect("Authorization:" + bearer("stranger") + "\n");
            assertThat(client.next()).startsWith("CONNECTED");

            client.subscribe(0, "/topic/jobs");

            assertThat(client.next()).startsWith("ERROR").contains("list batchjobs");
        }
    }
}
