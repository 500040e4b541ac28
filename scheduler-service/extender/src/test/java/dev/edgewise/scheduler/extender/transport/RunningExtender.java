package dev.edgewise.scheduler.extender.transport;

import static dev.edgewise.scheduler.extender.judgement.ExtenderFixture.pod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.scheduler.extender.buffer.BufferPool;
import dev.edgewise.scheduler.extender.judgement.ExtenderFixture;
import dev.edgewise.scheduler.extender.transport.TimeoutSocket.Timeouts;
import dev.edgewise.scheduler.testing.TestPods;
import java.io.IOException;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;

/** An extender on a port, with callers that are closed in the end. */
final class RunningExtender implements AutoCloseable {
    static final int MOST = 100_000;
    static final int IN_ALL = 10 * MOST;
    private static final String VERSIONED = "\"uid\":\"uid-of-web\",\"resourceVersion\":\"7\"";
    static final String QUESTION = "{\"Pod\":" + pod("energy-aware-scheduler") + ",\"NodeNames\":[\"full\",\"empty\"]}";
    private static final String OF_WATCHED_POD = QUESTION.replace("\"uid\":\"uid-of-web\"", VERSIONED);

    final ExtenderFixture site = new ExtenderFixture();
    final BufferPool buffers = new BufferPool(IN_ALL);
    final ExtenderServer server;
    volatile boolean synced = true;
    private final Timeouts timeouts;
    private final List<TestClient> callers = new ArrayList<>();

    RunningExtender(Timeouts timeouts) {
        this.timeouts = timeouts;
        this.server = server(0);
        server.start();
    }

    /** Returns another server on that port. */
    ExtenderServer server(int port) {
        IncomingRequest.Limits limits = new IncomingRequest.Limits(MOST, ExtenderFixture.DEADLINE);
        ExtenderRoutes paths = new ExtenderRoutes(site.extender(), () -> synced);
        return new ExtenderServer(
                port,
                null,
                new ExtenderRequestHandler(paths, buffers, limits, site.metrics(), site.ticker),
                timeouts,
                site.ticker);
    }

    TestClient caller() throws IOException {
        return caller("127.0.0.1");
    }

    /** @param from an address of the loopback interface */
    TestClient caller(String from) throws IOException {
        TestClient caller = new TestClient(server.port(), InetAddress.getByName(from));
        callers.add(caller);
        return caller;
    }

    /** Asks about a pod that the watch shows. */
    void askAboutWatchedPod(TestClient caller) throws IOException {
        site.pending.put(
                TestPods.pod("web")
                        .uid("uid-of-web")
                        .scheduler("energy-aware-scheduler")
                        .build(),
                "7");
        caller.send(head("/scheduler/filter", OF_WATCHED_POD.length()) + OF_WATCHED_POD);
        caller.assertAnswer(200, "\"NodeNames\":[\"full\"]");
    }

    /** Timeouts until the body of a request is being received. */
    void awaitHeld() {
        await().until(() -> buffers.free() < IN_ALL);
    }

    /** All memory is given back, whatever callers did. */
    @Override
    public void close() throws IOException {
        for (TestClient caller : callers) {
            caller.close();
        }
        server.stop();
        await().untilAsserted(() -> assertThat(buffers.free()).isEqualTo(IN_ALL));
    }

    static String head(String path, long length) {
        return "POST " + path + " HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: " + length
                + "\r\n\r\n";
    }
}
