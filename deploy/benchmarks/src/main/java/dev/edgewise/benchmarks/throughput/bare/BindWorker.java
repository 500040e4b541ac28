package dev.edgewise.benchmarks.throughput.bare;

import dev.edgewise.benchmarks.throughput.api.ChangedObject;
import dev.edgewise.benchmarks.throughput.api.ClusterApi;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.concurrent.BlockingQueue;

/** Binds one pod after the other and writes its event, as a scheduler does. */
final class BindWorker implements Runnable {
    private static final String BINDING = "{\"apiVersion\":\"v1\",\"kind\":\"Binding\",\"metadata\":{\"name\":\"%s\"},"
            + "\"target\":{\"apiVersion\":\"v1\",\"kind\":\"Node\",\"name\":\"%s\"}}";
    private static final String EVENT =
            "{\"apiVersion\":\"v1\",\"kind\":\"Event\",\"metadata\":{\"name\":\"%1$s.%2$s\",\"namespace\":\"%3$s\"},"
                    + "\"involvedObject\":{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"namespace\":\"%3$s\",\"name\":\"%1$s\","
                    + "\"uid\":\"%2$s\"},\"type\":\"Normal\",\"reason\":\"Scheduled\",\"action\":\"Binding\","
                    + "\"message\":\"Successfully assigned %3$s/%1$s to %4$s\",\"source\":{\"component\":\"%5$s\"},"
                    + "\"reportingComponent\":\"%5$s\",\"reportingInstance\":\"%5$s\","
                    + "\"firstTimestamp\":\"%6$s\",\"lastTimestamp\":\"%6$s\",\"count\":1}";

    private final ClusterApi api;
    private final String namespace;
    private final String scheduler;
    private final BlockingQueue<ChangedObject> waiting;
    private final NodeRoundRobin nodes;

    BindWorker(
            ClusterApi api,
            String namespace,
            String scheduler,
            BlockingQueue<ChangedObject> waiting,
            NodeRoundRobin nodes) {
        this.api = api;
        this.namespace = namespace;
        this.scheduler = scheduler;
        this.waiting = waiting;
        this.nodes = nodes;
    }

    @Override
    public void run() {
        try {
            while (true) {
                work(waiting.take(), nodes.next());
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private void work(ChangedObject pod, String node) {
        String path = "/api/v1/namespaces/" + namespace;
        try {
            api.create(
                    path + "/pods/" + pod.name() + "/binding", String.format(Locale.ROOT, BINDING, pod.name(), node));
            api.create(path + "/events", event(pod, node));
        } catch (IOException refused) {
            System.err.println(pod.name() + ": " + refused.getMessage());
        }
    }

    private String event(ChangedObject pod, String node) {
        Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
        return String.format(Locale.ROOT, EVENT, pod.name(), pod.uid(), namespace, node, scheduler, now);
    }
}
