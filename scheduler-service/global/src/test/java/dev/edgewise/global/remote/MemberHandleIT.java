package dev.edgewise.global.remote;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.edgewise.global.cluster.LocationClass;
import io.fabric8.kubernetes.client.ConfigBuilder;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A member that this replica has just begun to know. */
class MemberHandleIT {
    private volatile int status = 503;
    private HttpServer server;
    private MemberHandle member;

    @BeforeEach
    void start() throws Exception {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            byte[] answer = "{\"metadata\": {\"uid\": \"u\"}}".getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.sendResponseHeaders(status, answer.length);
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
        Duration second = Duration.ofSeconds(1);
        MemberLimits limits = new MemberLimits(Duration.ofSeconds(10), 4, 1, second, second, second);
        member = new MemberHandle(definition, limits, Clock.fixed(Instant.EPOCH, ZoneOffset.UTC), () -> 0);
    }

    @AfterEach
    void stop() {
        member.close();
        server.stop(0);
    }

    /** A replica that starts would otherwise give up all attempts under way. */
    @Test
    void isUnreachableWhenItHasFailedTwiceAndUnknownBefore() {
        assertThat(member.isAsked()).isFalse();

        member.refresh(Duration.ZERO);
        assertThat(member.isAsked()).isFalse();

        member.refresh(Duration.ZERO);
        assertThat(member.isAsked()).isTrue();
        assertThat(member.member().reachable()).isFalse();
    }

    @Test
    void isReachableWithItsFirstAnswer() throws Exception {
        status = 200;

        assertThat(member.uid()).isEqualTo("u");

        assertThat(member.isAsked()).isTrue();
        assertThat(member.member().reachable()).isTrue();
    }
}
