package dev.edgewise.networkprobe.benchmark;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpServer;
import dev.edgewise.common.testing.EmbeddedRedis;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.data.domain.Range;
import org.springframework.data.redis.connection.Limit;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;

/**
 * How long it takes from Goldpinger's answer to all pairs in Redis: the service as deployed, the first document after its start and
 * others in which all times are different. {@code ./mvnw test -pl network-probe -am -Dtest=GoldpingerBenchmark
 * -Dsurefire.failIfNoSpecifiedTests=false}; see also {@link ServiceProcess}.
 */
class GoldpingerBenchmark {
    @RegisterExtension
    static final EmbeddedRedis redis = new EmbeddedRedis();

    private static final int NODES = 250;
    private static final int DOCUMENTS = 4;
    private static final int ASKED_EVERY_MILLIS = 5_000;

    private final AtomicReference<byte[]> document = new AtomicReference<>(new byte[0]);
    private final AtomicLong served = new AtomicLong();
    private final LettuceConnectionFactory connections = new LettuceConnectionFactory("127.0.0.1", redis.port());
    private final StringRedisTemplate template = new StringRedisTemplate(connections);

    @Test
    void fromTheDocumentToRedis() throws Exception {
        HttpServer goldpinger = goldpinger();
        // As deployed: what is in Redis is told again after a loss, so nothing of it is kept on a disk.
        connections.start();
        connections.getConnection().serverCommands().setConfig("appendonly", "no");
        try (BigCluster cluster = new BigCluster(NODES, NODES / 10);
                ServiceProcess service = ServiceProcess.start(properties(cluster, goldpinger))) {
            service.awaitLog("Nodes are known");
            List<String> figures = new ArrayList<>();
            for (int i = 0; i < DOCUMENTS; i++) {
                document.set(pings(cluster, i).getBytes(UTF_8));
                served.set(0);
                double cpu = service.cpu();
                long published = published(service, (i + 1.0) * NODES * (NODES - 1));
                figures.add(String.format(
                        Locale.ROOT,
                        "{\"seconds\":%.2f,\"cpuSeconds\":%.2f}",
                        (published - served.get()) / 1e3,
                        service.cpu() - cpu));
            }
            System.out.println("{\"name\":\"goldpinger\",\"figures\":{\"documents\":" + figures + "}}");
        } finally {
            goldpinger.stop(0);
            connections.destroy();
        }
    }

    private HttpServer goldpinger() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        server.createContext("/check_all", exchange -> {
            byte[] body = document.get();
            served.compareAndSet(0, System.currentTimeMillis());
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        return server;
    }

    private static List<String> properties(BigCluster cluster, HttpServer goldpinger) throws IOException {
        List<String> properties = new ArrayList<>(List.of(
                "edgewise.network-probe.sources=goldpinger",
                "edgewise.network-probe.goldpinger.refresh=" + ASKED_EVERY_MILLIS + "ms",
                "edgewise.network-probe.goldpinger.url=http://127.0.0.1:"
                        + goldpinger.getAddress().getPort(),
                "edgewise.kubernetes.kubeconfig=" + cluster.kubeconfig()));
        properties.addAll(redis.properties());
        return properties;
    }

    /** When Redis was told the last of so many values, in ms since 1970. It is asked seldom: the service works meanwhile. */
    private long published(ServiceProcess service, double values) {
        Awaitility.await()
                .pollInterval(Duration.ofMillis(500))
                .atMost(Duration.ofSeconds(60))
                .until(() -> service.meter("edgewise.signal.values.written") >= values);
        return template.opsForStream()
                .reverseRange(
                        "edgewise:changes", Range.unbounded(), Limit.limit().count(1))
                .get(0)
                .getId()
                .getTimestamp();
    }

    /** All pods ping all others, each time quite differently. */
    private static String pings(BigCluster cluster, int document) {
        return IntStream.range(0, NODES)
                .mapToObj(from -> IntStream.range(0, NODES)
                        .mapToObj(to -> "\"" + cluster.pod(to)
                                + "\":{\"HostIP\":\"192.168.0.1\",\"OK\":true,\"PodIP\":\"10.0.0.1\",\"response\":"
                                + "{\"boot_time\":\"2026-11-21T08:00:00.000Z\",\"received\":{\"ping\":5}},"
                                + "\"response-time-ms\":" + (document + 1) * (20 + (from + 2 * to) % 40)
                                + ",\"status-code\":200}")
                        .collect(Collectors.joining(
                                ",",
                                "\"" + cluster.pod(from) + "\":{\"OK\":true,\"response\":{\"podResults\":{",
                                "}}}")))
                .collect(Collectors.joining(",", "{\"OK\":true,\"responses\":{", "}}"));
    }
}
