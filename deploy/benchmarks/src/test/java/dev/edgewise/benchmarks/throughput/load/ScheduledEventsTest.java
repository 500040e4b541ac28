package dev.edgewise.benchmarks.throughput.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.benchmarks.throughput.api.FakeApi;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ScheduledEventsTest {
    private static final String PATH = "GET /api/v1/namespaces/" + BenchmarkLoad.NAMESPACE + "/events";

    private FakeApi api;

    @BeforeEach
    void start() throws IOException {
        api = new FakeApi();
    }

    @AfterEach
    void stop() {
        api.close();
    }

    @Test
    void alsoSeesASecondEventOfAPod() throws Exception {
        api.answer(PATH, 200, event("a", "to node-0") + event("b", "to node-1") + event("a", "to node-2"));

        ScheduledEvents events = ScheduledEvents.read(api.api(), "41", 2, Duration.ofSeconds(10));

        assertThat(events.messages().get("a")).containsExactly("to node-0", "to node-2");
        assertThat(events.messages().get("b")).containsExactly("to node-1");
        assertThat(api.requests().get(0)).contains("fieldSelector=reason%3DScheduled", "resourceVersion=41");
    }

    @Test
    void waitsNoLongerThanAllowed() throws Exception {
        api.answer(PATH, 200, event("a", "to node-0"));

        ScheduledEvents events = ScheduledEvents.read(api.api(), "41", 2, Duration.ofMillis(200));

        assertThat(events.messages()).containsOnlyKeys("a");
    }

    private static String event(String pod, String message) {
        return "{\"type\":\"ADDED\",\"object\":{\"involvedObject\":{\"name\":\"" + pod + "\"},\"message\":\"" + message
                + "\"}}\n";
    }
}
