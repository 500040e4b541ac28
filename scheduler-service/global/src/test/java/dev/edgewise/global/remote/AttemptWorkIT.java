package dev.edgewise.global.remote;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.edgewise.global.TestRequests;
import dev.edgewise.global.cluster.LocationClass;
import dev.edgewise.global.member.Observation;
import dev.edgewise.global.model.Attempt;
import dev.edgewise.global.model.AttemptPhase;
import io.fabric8.kubernetes.client.ConfigBuilder;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The work for an attempt in a cluster whose name leads now to one API server and now to another. */
class AttemptWorkIT {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    private volatile String uid = "other";
    private HttpServer server;
    private MemberHandle member;

    @BeforeEach
    void start() throws Exception {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            byte[] answer = ("{\"metadata\": {\"uid\": \"" + uid + "\"}}").getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, answer.length);
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
        member = new MemberHandle(definition, limits, Clock.fixed(NOW, ZoneOffset.UTC), () -> 0);
    }

    @AfterEach
    void stop() {
        member.close();
        server.stop(0);
    }

    /** A check reads the attempt's own cluster whenever the work asks for the time after it has seen the other one. */
    @Test
    void anAnswerOfAnotherClusterIsNeverSaidToBeOfTheAttemptsOwn() throws Exception {
        Attempt attempt = new Attempt(1, 0, 0, "edge", "own", AttemptPhase.CLEANING, NOW, NOW, NOW, "");
        PreparedRequest nothing = new PreparedRequest(List.of(), List.of(), "");
        AttemptWork work = new AttemptWork(
                member,
                TestRequests.of("a", "[edge]").request(),
                attempt,
                nothing,
                (request, one) -> AttemptPhase.CLEANING,
                Duration.ofMinutes(1),
                new CheckingClock());

        Observation seen = work.delete();

        assertThat(seen.clusterUid()).isEqualTo("other");
    }

    /** Lets a check of the member, which its own cluster answers, precede each reading but the first. */
    private final class CheckingClock extends Clock {
        private int readings;

        @Override
        public Instant instant() {
            if (++readings > 1) {
                uid = "own";
                try {
                    member.uid();
                } catch (MemberUnreachableException unexpected) {
                    throw new AssertionError(unexpected);
                }
            }
            return NOW;
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            throw new UnsupportedOperationException();
        }
    }
}
