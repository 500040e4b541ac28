package dev.edgewise.benchmarks.throughput.bare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.benchmarks.throughput.api.ChangedObject;
import dev.edgewise.benchmarks.throughput.api.FakeApi;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class BindWorkerTest {
    private final BlockingQueue<ChangedObject> waiting = new LinkedBlockingQueue<>();
    private FakeApi api;
    private Thread worker;

    @BeforeEach
    void start() throws Exception {
        api = new FakeApi();
        NodeRoundRobin nodes = new NodeRoundRobin(List.of("node-0", "node-1"));
        worker = new Thread(new BindWorker(api.api(), "n", "bare-loop", waiting, nodes));
        worker.start();
    }

    @AfterEach
    void stop() {
        worker.interrupt();
        api.close();
    }

    @Test
    void bindsThenTells() {
        api.answer("POST /api/v1/namespaces/n/pods/a/binding", 201, "{}");
        api.answer("POST /api/v1/namespaces/n/events", 201, "{}");

        waiting.add(new ChangedObject("ADDED", "a", "cafe", "7"));

        await().until(() -> api.requests().size() == 2);
        assertThat(api.requests().get(0)).contains("/pods/a/binding", "\"kind\":\"Node\",\"name\":\"node-0\"");
        assertThat(api.requests().get(1))
                .contains("\"uid\":\"cafe\"", "\"Scheduled\"", "\"Successfully assigned n/a to node-0\"");
    }

    @Test
    void whatIsBoundAlreadyIsNotTold() {
        api.answer("POST /api/v1/namespaces/n/pods/a/binding", 409, "already assigned");
        api.answer("POST /api/v1/namespaces/n/pods/b/binding", 201, "{}");
        api.answer("POST /api/v1/namespaces/n/events", 201, "{}");

        waiting.add(new ChangedObject("ADDED", "a", "cafe", "7"));
        waiting.add(new ChangedObject("ADDED", "b", "beef", "8"));

        await().until(() -> api.requests().size() == 3);
        assertThat(api.requests().get(2)).contains("Successfully assigned n/b to node-1");
    }
}
