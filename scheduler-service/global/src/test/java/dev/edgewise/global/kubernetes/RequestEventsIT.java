package dev.edgewise.global.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.testing.TestClock;
import dev.edgewise.global.TestRequests;
import dev.edgewise.global.model.Attempt;
import dev.edgewise.global.model.AttemptPhase;
import dev.edgewise.global.model.RequestPhase;
import dev.edgewise.global.model.RequestStatus;
import dev.edgewise.kubernetes.api.ApiRequests;
import dev.edgewise.kubernetes.http.ApiServer;
import dev.edgewise.testkit.ScriptedServer;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Events of a request with one attempt in cluster edge, as the API server receives them. */
class RequestEventsIT {
    private static final Instant NOW = TestClock.START;
    private static final Pattern EVENT = Pattern.compile("\"type\":\"(\\w+)\",\"reason\":\"(\\w+)\"");

    private ScriptedServer scripted;
    private ApiServer server;
    private RequestEvents events;

    @BeforeEach
    void start() throws IOException {
        scripted = new ScriptedServer();
        server = ApiServer.of(
                new ConfigBuilder(Config.empty()).withMasterUrl(scripted.url()).build());
        events = new RequestEvents(
                new ApiRequests(server, Duration.ofSeconds(5)),
                new TestClock(),
                "replica",
                new SimpleMeterRegistry().counter("dropped"));
    }

    @AfterEach
    void stop() throws IOException {
        server.close();
        scripted.close();
    }

    private static RequestStatus status(RequestPhase phase, AttemptPhase attempt) {
        return new RequestStatus(
                phase,
                1,
                0,
                List.of(new Attempt(1, 0, 0, "edge", "uid", attempt, NOW, NOW, NOW, "why")),
                null,
                NOW,
                null,
                "");
    }

    /** Returns the event as {@code Warning Cleaning}. */
    private String changed(TestRequests request, RequestPhase phase, AttemptPhase before, AttemptPhase after) {
        scripted.answer("HTTP/1.1 201 X\r\nContent-Length: 2\r\n\r\n{}");
        scripted.requests.clear();
        events.changed(request.with(status(RequestPhase.SCHEDULING, before)).request(), status(phase, after));
        assertThat(scripted.requests).hasSize(1);
        Matcher event = EVENT.matcher(scripted.requests.get(0));
        assertThat(event.find()).isTrue();
        return event.group(1) + " " + event.group(2);
    }

    @Test
    void deletingWhatACancelledOrDeletedRequestHasMadeIsNoWarning() {
        TestRequests request = TestRequests.of("a", "[edge]");
        for (TestRequests asked : List.of(request.cancelled(), request.deleting())) {
            assertThat(changed(asked, RequestPhase.SCHEDULING, AttemptPhase.READY, AttemptPhase.CLEANING))
                    .isEqualTo("Normal Cleaning");
        }
    }

    @Test
    void deletingAnAttemptThatHasFailedIsAWarning() {
        TestRequests request = TestRequests.of("a", "[edge]");

        assertThat(changed(request, RequestPhase.SCHEDULING, AttemptPhase.TRYING, AttemptPhase.CLEANING))
                .isEqualTo("Warning Cleaning");
    }

    /** The objects may exist still, although their deletion was asked for. */
    @Test
    void whatIsLeftBehindIsAWarning() {
        TestRequests cancelled = TestRequests.of("a", "[edge]").cancelled();

        assertThat(changed(cancelled, RequestPhase.SCHEDULING, AttemptPhase.CLEANING, AttemptPhase.ABANDONED))
                .isEqualTo("Warning Abandoned");
        assertThat(changed(cancelled, RequestPhase.SCHEDULING, AttemptPhase.CLEANING, AttemptPhase.FORGOTTEN))
                .isEqualTo("Warning Forgotten");
        assertThat(changed(cancelled, RequestPhase.CANCELLED, AttemptPhase.FORGOTTEN, AttemptPhase.FORGOTTEN))
                .isEqualTo("Warning Cancelled");
        assertThat(changed(cancelled, RequestPhase.CANCELLED, AttemptPhase.CLEANED, AttemptPhase.CLEANED))
                .isEqualTo("Normal Cancelled");
    }
}
