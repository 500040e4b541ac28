package dev.edgewise.scheduler.slots.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.edgewise.common.web.BusyException;
import dev.edgewise.kubernetes.api.ApiServerClient;
import dev.edgewise.kubernetes.http.ApiServerTransport;
import dev.edgewise.scheduler.slots.model.ObjectKey;
import dev.edgewise.scheduler.slots.model.RequestedJobs;
import dev.edgewise.scheduler.slots.model.SchedulingSpec;
import dev.edgewise.scheduler.slots.view.SlotObjectWriter;
import io.fabric8.kubernetes.client.ConfigBuilder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.web.server.ResponseStatusException;

/** A Scheduling in place of one that the kind does not let change. */
class KubernetesSlotObjectWriterTest {
    private static final ObjectKey KEY = new ObjectKey("default", "s");
    private static final SchedulingSpec SPEC = new SchedulingSpec(
            new ObjectKey("default", "tb"), new RequestedJobs.Queue(List.of(new ObjectKey("default", "pi"))));

    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final AtomicLong now = new AtomicLong();
    private HttpServer server;
    private ApiServerTransport connection;
    private KubernetesSlotObjectWriter writer;
    /** Number of GET requests after the deletion that still find the object. */
    private final AtomicInteger leaves = new AtomicInteger();

    private volatile boolean isThere = true;
    private volatile boolean isDeleted;
    private volatile int dryRun = 201;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
        connection = ApiServerTransport.of(new ConfigBuilder()
                .withMasterUrl("http://127.0.0.1:" + server.getAddress().getPort())
                .build());
        writer = new KubernetesSlotObjectWriter(
                new ApiServerClient(connection, Duration.ofSeconds(20)),
                now::get,
                time -> now.addAndGet(time.toNanos()));
    }

    @AfterEach
    void stop() throws IOException {
        connection.close();
        server.stop(0);
    }

    private void answer(HttpExchange request) throws IOException {
        String query = request.getRequestURI().getQuery();
        String method = request.getRequestMethod() + (query == null ? "" : "?" + query);
        if (!method.equals("GET")) {
            requests.add(method);
        }
        switch (method) {
            case "GET" -> {
                if (isDeleted && leaves.getAndDecrement() <= 0) {
                    isThere = false;
                }
                reply(request, isThere ? 200 : 404);
            }
            case "PATCH" -> reply(request, 422);
            case "DELETE" -> {
                isDeleted = true;
                reply(request, 200);
            }
            case "POST" -> reply(request, isThere ? 409 : 201);
            default -> reply(request, dryRun);
        }
    }

    private static void reply(HttpExchange request, int code) throws IOException {
        byte[] body = (code < 300
                        ? "{\"metadata\":{\"namespace\":\"default\",\"name\":\"s\",\"uid\":\"u\",\"resourceVersion\":\"1\"},"
                                + "\"spec\":{\"testbed\":{\"name\":\"tb\"},\"queueBased\":[{\"name\":\"pi\"},{\"name\":\"wc\"}]}}"
                        : "{\"kind\":\"Status\",\"code\":" + code + ",\"message\":\"no\"}")
                .getBytes(StandardCharsets.UTF_8);
        request.getResponseHeaders().add("Content-Type", "application/json");
        request.sendResponseHeaders(code, body.length);
        request.getResponseBody().write(body);
        request.close();
    }

    @Test
    void aSchedulingThatCannotChangeIsDeletedAndCreatedAgain() {
        leaves.set(3);

        SlotObjectWriter.Written written = writer.replace(KEY, SPEC);

        assertThat(written.isNew()).isTrue();
        assertThat(requests).containsExactly("PATCH", "POST?dryRun=All", "DELETE", "POST");
        // Three looks found it, with 100 ms after each.
        assertThat(now.get()).isEqualTo(300_000_000L);
    }

    @Test
    void aSpecThatIsWrongInItselfDeletesNothing() {
        dryRun = 422;

        assertThatThrownBy(() -> writer.replace(KEY, SPEC)).isInstanceOf(ResponseStatusException.class);

        assertThat(requests).containsExactly("PATCH", "POST?dryRun=All");
    }

    @Test
    void theWaitForADeletionIsBounded() {
        leaves.set(Integer.MAX_VALUE);

        assertThatThrownBy(() -> writer.replace(KEY, SPEC)).isInstanceOf(BusyException.class);

        assertThat(now.get()).isEqualTo(8_000_000_000L);
    }
}
