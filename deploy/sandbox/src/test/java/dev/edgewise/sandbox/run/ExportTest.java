package dev.edgewise.sandbox.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExportTest {
    private static final String LATER =
            "{\"decidedAt\": \"2026-01-02T12:00:05Z\", \"pod\": \"ns/b\", \"profile\": \"edgewise\", \"outcome\": \"unschedulable\", "
                    + "\"node\": null, \"nodes\": 3, \"feasible\": 0, \"message\": \"0/3 nodes: 2 too far, 1 \\\"tainted\\\"\"}";
    private static final String FIRST =
            "{\"decidedAt\": \"2026-01-02T12:00:00Z\", \"pod\": \"ns/a\", \"profile\": \"edgewise\", \"outcome\": \"scheduled\", "
                    + "\"node\": \"edge-1\", \"nodes\": 3, \"feasible\": 2, \"message\": \"assigned\"}";

    @TempDir
    Path directory;

    private final Map<String, String> answers = new ConcurrentHashMap<>();
    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            byte[] body = answers.getOrDefault(exchange.getRequestURI().getPath(), "{\"items\": []}")
                    .getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private URI address() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    private static String items(String... items) {
        return "{\"items\": [" + String.join(",", items) + "], \"continue\": null}";
    }

    private List<String> lines(String file) throws IOException {
        return Files.readString(directory.resolve("run").resolve(file)).lines().toList();
    }

    @Test
    void writesEachDecisionOnceAndTheOldestFirst() throws IOException {
        answers.put("/api/v1/decisions", items(FIRST));
        Export export = new Export(directory.resolve("run"), Map.of("scheduler-service", address()));
        export.add();
        answers.put("/api/v1/decisions", items(LATER, FIRST));
        export.close();

        assertThat(lines("decisions.csv"))
                .containsExactly(
                        "decidedAt,pod,profile,outcome,node,nodes,feasible,message",
                        "2026-01-02T12:00:00Z,ns/a,edgewise,scheduled,edge-1,3,2,assigned",
                        "2026-01-02T12:00:05Z,ns/b,edgewise,unschedulable,,3,0,\"0/3 nodes: 2 too far, 1 \"\"tainted\"\"\"");
    }

    @Test
    void writesMovesThatHaveEndedEnergyAndDelays() throws IOException {
        String begun =
                "\"pod\": \"ns/a\", \"workload\": \"Deployment/ns/a\", \"source\": \"edge-1\", \"target\": \"edge-2\", "
                        + "\"cause\": \"energy\", \"why\": \"empty\", \"beganAt\": \"2026-01-02T12:00:00Z\"";
        answers.put("/api/v1/offloads", items("{" + begun + ", \"result\": null}"));
        answers.put(
                "/api/v1/energy",
                items(
                        "{\"node\": \"edge-1\", \"percent\": 12.5, \"level\": \"powerless\", \"source\": \"push\", \"stale\": false}"));
        answers.put("/api/v1/rtt.csv", "from,to,p50\na,b,1\n");
        Export export = new Export(
                directory.resolve("run"),
                Map.of("function-offloader", address(), "energy-adapter", address(), "network-probe", address()));
        export.add();
        assertThat(lines("moves.csv")).as("a move that is under way").hasSize(1);
        answers.put(
                "/api/v1/offloads",
                items("{" + begun
                        + ", \"endedAt\": \"2026-01-02T12:00:09Z\", \"result\": \"LANDED\", \"detail\": null}"));
        export.close();

        assertThat(lines("moves.csv"))
                .last()
                .isEqualTo(
                        "2026-01-02T12:00:00Z,2026-01-02T12:00:09Z,ns/a,Deployment/ns/a,edge-1,edge-2,energy,empty,LANDED,");
        assertThat(lines("energy.csv")).hasSize(3).last().asString().endsWith(",edge-1,12.5,powerless,push,false");
        assertThat(lines("delays.csv")).containsExactly("from,to,p50", "a,b,1");
    }

    @Test
    void refusesADirectoryThatCannotBe() throws IOException {
        Path file = Files.writeString(directory.resolve("file"), "");
        assertThatThrownBy(() -> new Export(file, Map.of()))
                .isInstanceOf(SandboxException.class)
                .hasMessageContaining("--export " + file);
    }
}
