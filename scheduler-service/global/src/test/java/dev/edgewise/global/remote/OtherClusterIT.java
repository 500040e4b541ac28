package dev.edgewise.global.remote;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.edgewise.global.cluster.LocationClass;
import io.fabric8.kubernetes.client.ConfigBuilder;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The name of a member leads to its own cluster first, and to an empty other one from the second question on. */
class OtherClusterIT {

    private final AtomicInteger questions = new AtomicInteger();
    private HttpServer server;
    private MemberHandle member;

    @BeforeEach
    void start() throws Exception {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            boolean isOwn = questions.getAndIncrement() == 0;
            boolean isUid = exchange.getRequestURI().getPath().endsWith("/kube-system");
            byte[] answer = ("{\"metadata\": {\"uid\": \"" + (isOwn ? "own" : "other") + "\"}}")
                    .getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.sendResponseHeaders(isUid ? 200 : 404, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        server.start();
        MemberDefinition definition = new MemberDefinition(
                "edge",
                "",
                new MemberSettings(LocationClass.EDGE, 0, Map.of(), Map.of(), Map.of()),
                new ConfigBuilder()
                        .withMasterUrl("http://127.0.0.1:" + server.getAddress().getPort())
                        .build(),
                "");
        member = new MemberHandle(
                definition, TestMember.LIMITS, Set::of, Clock.fixed(Instant.EPOCH, ZoneOffset.UTC), () -> 0);
    }

    @AfterEach
    void stop() {
        member.close();
        server.stop(0);
    }

    /** The objects are missing in the other cluster alone. */
    @Test
    void theEmptinessOfAnotherClusterIsNotTakenForThatOfTheOwnOne() throws Exception {
        AttemptScript script = new AttemptScript(member);

        assertThat(script.work().delete().clusterUid()).isEqualTo("other");

        assertThat(script.work().delete().clusterUid()).isEqualTo("other");
    }
}
