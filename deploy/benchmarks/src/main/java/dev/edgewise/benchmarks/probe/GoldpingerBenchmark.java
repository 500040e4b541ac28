package dev.edgewise.benchmarks.probe;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpServer;
import dev.edgewise.benchmarks.report.BenchmarkCommand;
import dev.edgewise.benchmarks.report.Report;
import dev.edgewise.testkit.RedisProcess;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.springframework.data.domain.Range;
import org.springframework.data.redis.connection.Limit;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The service as deployed; the first document after its start and others in which all times are different. */
@Command(name = "goldpinger", description = "How long it takes from Goldpinger's answer to all pairs in Redis.")
public final class GoldpingerBenchmark extends BenchmarkCommand {
    private static final int NODES = 250;
    private static final int DOCUMENTS = 4;
    private static final int ASKED_EVERY_MILLIS = 5_000;
    private static final Duration LIMIT = Duration.ofSeconds(60);

    @Mixin
    private final ProbeOptions options = new ProbeOptions();

    private final AtomicReference<byte[]> document = new AtomicReference<>(new byte[0]);
    private final AtomicLong served = new AtomicLong();

    @Override
    protected Report measure() throws IOException, InterruptedException {
        Path work = Files.createTempDirectory("edgewise-goldpinger");
        progress.println("Logs are in " + work);
        HttpServer goldpinger = goldpinger();
        RedisProcess redis = RedisProcess.start();
        LettuceConnectionFactory connections = new LettuceConnectionFactory("127.0.0.1", redis.port());
        connections.start();
        try (BigCluster cluster = new BigCluster(NODES, NODES / 10);
                ProbeService service = ProbeService.start(options, properties(cluster, goldpinger, redis), work)) {
            return measure(cluster, service, new StringRedisTemplate(connections));
        } finally {
            goldpinger.stop(0);
            connections.destroy();
            redis.close();
        }
    }

    private Report measure(BigCluster cluster, ProbeService service, StringRedisTemplate redis)
            throws InterruptedException {
        Report report = new Report("goldpinger").figure("nodes", NODES);
        for (int i = 1; i <= DOCUMENTS; i++) {
            byte[] pings = pings(cluster, i).getBytes(UTF_8);
            served.set(0);
            document.set(pings);
            double cpu = service.cpu();
            awaitWritten(service, (double) i * NODES * (NODES - 1));
            double seconds = (lastChange(redis) - served.get()) / 1e3;
            progress.printf("document %d: %.2f s, cpu %.2f s%n", i, seconds, service.cpu() - cpu);
            report.figure("document_" + i + "_s", seconds).figure("document_" + i + "_cpu_s", service.cpu() - cpu);
        }
        return report;
    }

    private HttpServer goldpinger() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        server.createContext("/check_all", exchange -> {
            byte[] body = Objects.requireNonNull(document.get());
            served.compareAndSet(0, System.currentTimeMillis());
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        return server;
    }

    private static List<String> properties(BigCluster cluster, HttpServer goldpinger, RedisProcess redis)
            throws IOException {
        List<String> properties = new ArrayList<>(List.of(
                "edgewise.network-probe.sources=goldpinger",
                "edgewise.network-probe.goldpinger.refresh=" + ASKED_EVERY_MILLIS + "ms",
                "edgewise.network-probe.goldpinger.url=http://127.0.0.1:"
                        + goldpinger.getAddress().getPort(),
                "edgewise.kubernetes.kubeconfig=" + cluster.kubeconfig()));
        properties.addAll(redis.properties());
        return properties;
    }

    /** Waits for the written values; polls rarely, since the service works meanwhile. */
    private static void awaitWritten(ProbeService service, double values) throws InterruptedException {
        long start = System.nanoTime();
        while (service.meter("edgewise.signal.values.written") < values) {
            if (System.nanoTime() - start > LIMIT.toNanos()) {
                throw new IllegalStateException("not all pairs were written within " + LIMIT.toSeconds() + " s");
            }
            TimeUnit.MILLISECONDS.sleep(500);
        }
    }

    /** Time when Redis got the last value, in ms since 1970. */
    private static long lastChange(StringRedisTemplate redis) {
        Long millis = redis.opsForStream()
                .reverseRange(
                        "edgewise:changes", Range.unbounded(), Limit.limit().count(1))
                .get(0)
                .getId()
                .getTimestamp();
        return Objects.requireNonNull(millis);
    }

    /** All pods ping all others, each time quite differently. */
    private static String pings(BigCluster cluster, int document) {
        return IntStream.range(0, NODES)
                .mapToObj(from -> IntStream.range(0, NODES)
                        .mapToObj(to -> "\"" + cluster.pod(to)
                                + "\":{\"HostIP\":\"192.168.0.1\",\"OK\":true,\"PodIP\":\"10.0.0.1\",\"response\":"
                                + "{\"boot_time\":\"2026-11-21T08:00:00.000Z\",\"received\":{\"ping\":5}},"
                                + "\"response-time-ms\":" + document * (20 + (from + 2 * to) % 40)
                                + ",\"status-code\":200}")
                        .collect(Collectors.joining(
                                ",",
                                "\"" + cluster.pod(from) + "\":{\"OK\":true,\"response\":{\"podResults\":{",
                                "}}}")))
                .collect(Collectors.joining(",", "{\"OK\":true,\"responses\":{", "}}"));
    }
}
