package dev.edgewise.scheduler.extender;

import static dev.edgewise.scheduler.extender.ExtenderSite.pod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.scheduler.extender.CallerSocket.Timeouts;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** An extender on a port, with callers that are closed in the end. */
final class ServedExtender implements AutoCloseable {
    static final int MOST = 100_000;
    static final int IN_ALL = 10 * MOST;
    static final String QUESTION = "{\"Pod\":" + pod("energy-aware-scheduler") + ",\"NodeNames\":[\"full\",\"empty\"]}";

    final ExtenderSite site = new ExtenderSite();
    final Buffers buffers = new Buffers(IN_ALL);
    final ExtenderServer server;
    volatile boolean synced = true;
    private final Timeouts timeouts;
    private final List<TestCaller> callers = new ArrayList<>();

    ServedExtender(Timeouts timeouts) {
        this.timeouts = timeouts;
        this.server = server(0);
        server.start();
    }

    /** Another one on that port. */
    ExtenderServer server(int port) {
        Received.Bounds bounds = new Received.Bounds(MOST, ExtenderSite.DEADLINE);
        Webhooks webhooks = new Webhooks(site.extender(), () -> synced);
        return new ExtenderServer(
                port,
                null,
                new QuestionHandler(webhooks, buffers, bounds, site.tally(), site.ticker),
                timeouts,
                site.ticker);
    }

    TestCaller caller() throws IOException {
        TestCaller caller = new TestCaller(server.port());
        callers.add(caller);
        return caller;
    }

    /** Timeouts until the body of a request is being received. */
    void awaitHeld() {
        await().until(() -> buffers.free() < IN_ALL);
    }

    /** All memory is given back, whatever callers did. */
    @Override
    public void close() throws IOException {
        for (TestCaller caller : callers) {
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
