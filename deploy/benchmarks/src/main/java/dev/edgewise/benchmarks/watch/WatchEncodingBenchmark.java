package dev.edgewise.benchmarks.watch;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.edgewise.benchmarks.report.BenchmarkCommand;
import dev.edgewise.benchmarks.report.Report;
import dev.edgewise.kubernetes.api.ApiServerClient;
import dev.edgewise.kubernetes.http.ApiServerTransport;
import dev.edgewise.kubernetes.watch.ClusterWatch;
import dev.edgewise.kubernetes.watch.ServiceWatchedKinds;
import dev.edgewise.kubernetes.watch.WatchedKind;
import dev.edgewise.scheduler.kubernetes.watch.PartiallyReadablePod;
import dev.edgewise.scheduler.kubernetes.watch.PodProtobufSchema;
import dev.edgewise.scheduler.kubernetes.watch.TrimmedObjectMapper;
import dev.edgewise.testkit.ScriptedServer;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.DoubleStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Events of one pod, as a kube-apiserver sent them, in JSON and in protobuf in turn: processor time of the thread that
 * watches, with its conversion.
 */
@Command(name = "watch-encoding", description = "What an event of a pod costs the scheduler in JSON and in protobuf.")
public final class WatchEncodingBenchmark extends BenchmarkCommand {
    private static final Duration LIMIT = Duration.ofMinutes(2);
    /** The recorded pods: the first has all fields that are read, the second is a usual pod. */
    private static final int USUAL = 1;

    private static final String NOTHING_LISTED =
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 47\r\n\r\n"
                    + "{\"metadata\":{\"resourceVersion\":\"1\"},\"items\":[]}";
    private static final String PROTOBUF = "application/vnd.kubernetes.protobuf;stream=watch";

    @Option(names = "--events", description = "Events of a round; a third of them warms up.", defaultValue = "30000")
    private int events;

    @Option(names = "--rounds", description = "Rounds of each encoding.", defaultValue = "5")
    private int rounds;

    @Override
    protected Report measure() throws Exception {
        Path pods = Path.of(
                System.getProperty("edgewise.root", ""), "scheduler-service/kubernetes/src/test/resources/pods");
        byte[] json = (Files.readAllLines(pods.resolve("watch.json")).get(USUAL) + "\n").getBytes(UTF_8);
        byte[] protobuf = frame(Files.readAllBytes(pods.resolve("watch.pb")), USUAL);
        double[] inJson = new double[rounds];
        double[] inProtobuf = new double[rounds];
        for (int i = 0; i < rounds; i++) {
            inJson[i] = microseconds(json, "application/json");
            inProtobuf[i] = microseconds(protobuf, PROTOBUF);
            progress.printf("JSON %.1f us, protobuf %.1f us an event%n", inJson[i], inProtobuf[i]);
        }
        return new Report("watch-encoding")
                .figure("json_bytes", json.length)
                .figure("protobuf_bytes", protobuf.length)
                .figure("json_us", median(inJson))
                .figure("protobuf_us", median(inProtobuf))
                .figure("protobuf_of_json", median(inProtobuf) / median(inJson));
    }

    /** Returns a message with the four bytes of its length. */
    private static byte[] frame(byte[] messages, int index) {
        int at = 0;
        for (int i = 0; i < index; i++) {
            at += Integer.BYTES + ByteBuffer.wrap(messages).getInt(at);
        }
        return Arrays.copyOfRange(
                messages, at, at + Integer.BYTES + ByteBuffer.wrap(messages).getInt(at));
    }

    private static double median(double[] values) {
        return DoubleStream.of(values).sorted().toArray()[values.length / 2];
    }

    private double microseconds(byte[] event, String type) throws Exception {
        CompletableFuture<Double> cost = new CompletableFuture<>();
        Meter meter = new Meter(events, cost);
        WatchedKind<Pod> kind = WatchedKind.some(
                        Pod.class,
                        "",
                        pod -> {
                            PartiallyReadablePod.of(pod);
                            meter.count();
                        },
                        (namespace, name) -> {})
                .inProtobuf(PodProtobufSchema.POD);
        try (ScriptedServer scripted = new ScriptedServer()) {
            scripted.answer(NOTHING_LISTED);
            scripted.answer(watch(event, type));
            return watched(kind, scripted, cost);
        }
    }

    private static double watched(WatchedKind<Pod> kind, ScriptedServer scripted, CompletableFuture<Double> cost)
            throws Exception {
        Config config =
                new ConfigBuilder(Config.empty()).withMasterUrl(scripted.url()).build();
        try (ApiServerTransport server = ApiServerTransport.of(config)) {
            ClusterWatch watch = new ClusterWatch(
                    new ApiServerClient(server, Duration.ofSeconds(10)),
                    new ServiceWatchedKinds(List.of(), List.of(kind), TrimmedObjectMapper.create()),
                    new ClusterWatch.Settings(Duration.ofHours(1), Duration.ZERO),
                    new SimpleMeterRegistry());
            watch.start();
            try {
                return cost.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
            } finally {
                watch.stop();
            }
        }
    }

    private byte[] watch(byte[] event, String type) throws IOException {
        ByteArrayOutputStream answer = new ByteArrayOutputStream();
        answer.writeBytes(("HTTP/1.1 200 OK\r\nContent-Type: " + type + "\r\nTransfer-Encoding: chunked\r\n\r\n")
                .getBytes(UTF_8));
        for (int i = 0; i < events; i++) {
            answer.writeBytes((Integer.toHexString(event.length) + "\r\n").getBytes(UTF_8));
            answer.writeBytes(event);
            answer.writeBytes("\r\n".getBytes(UTF_8));
        }
        return answer.toByteArray();
    }

    /**
     * Counts the events in the thread that watches, and takes that thread's processor time after a third and after the
     * last.
     */
    private static final class Meter {
        private final int events;
        private final CompletableFuture<Double> cost;
        private int counted;
        private long begun;

        Meter(int events, CompletableFuture<Double> cost) {
            this.events = events;
            this.cost = cost;
        }

        void count() {
            counted++;
            if (counted == events / 3) {
                begun = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
            } else if (counted == events) {
                long nanos = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - begun;
                cost.complete(nanos / 1e3 / (events - events / 3));
            }
        }
    }
}
