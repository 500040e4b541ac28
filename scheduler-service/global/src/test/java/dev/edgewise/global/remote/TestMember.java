package dev.edgewise.global.remote;

import com.sun.net.httpserver.HttpServer;
import dev.edgewise.global.cluster.LocationClass;
import io.fabric8.kubernetes.client.ConfigBuilder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Set;

/** A member {@code edge} whose API server answers each question with a status and an object of a uid, which tests change. */
final class TestMember implements AutoCloseable {
    final MemberHandle handle;
    volatile int status = 200;
    volatile String uid = "u";
    private final HttpServer server;

    TestMember(Instant now) throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            byte[] answer = ("{\"metadata\": {\"uid\": \"" + uid + "\"}}").getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.sendResponseHeaders(status, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        server.start();
        MemberDefinition definition = new MemberDefinition(
                "edge",
                "",
                new MemberSettings(LocationClass.EDGE, 0, Map.of("shop", Set.of("shop")), Map.of(), Map.of()),
                new ConfigBuilder()
                        .withMasterUrl("http://127.0.0.1:" + server.getAddress().getPort())
                        .build(),
                "");
        Duration second = Duration.ofSeconds(1);
        MemberLimits limits = new MemberLimits(Duration.ofSeconds(10), 4, 1, second, second, second);
        handle = new MemberHandle(definition, limits, Clock.fixed(now, ZoneOffset.UTC), () -> 0);
    }

    @Override
    public void close() {
        handle.close();
        server.stop(0);
    }
}
