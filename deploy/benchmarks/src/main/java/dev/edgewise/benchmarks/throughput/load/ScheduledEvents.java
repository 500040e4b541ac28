package dev.edgewise.benchmarks.throughput.load;

import dev.edgewise.benchmarks.throughput.api.ClusterApi;
import dev.edgewise.benchmarks.throughput.api.Watch;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The {@code Scheduled} events of one burst. They are read after the burst, all from its beginning on, so that reading
 * them takes nothing away from it.
 *
 * @param messages by pod
 * @param last {@link System#nanoTime} when the last of them was read; about 0.1 s after it was written if that was
 *     during the burst
 */
public record ScheduledEvents(Map<String, List<String>> messages, long last) {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final String PATH = "/api/v1/namespaces/" + BenchmarkLoad.NAMESPACE
            + "/events?watch=1&fieldSelector=reason%3DScheduled&timeoutSeconds=3600&resourceVersion=";
    /** Time in which a second event of a pod would have come. */
    private static final Duration QUIET = Duration.ofMillis(500);

    /**
     * Waits until this number of pods has one, or until the timeout.
     *
     * @param revision of the API server before the burst
     */
    public static ScheduledEvents read(ClusterApi api, String revision, int pods, Duration limit)
            throws IOException, InterruptedException {
        Map<String, List<String>> messages = new HashMap<>();
        long end = System.nanoTime() + limit.toNanos();
        long last = System.nanoTime();
        ExecutorService reader = Executors.newSingleThreadExecutor();
        try (Watch watch = new Watch(api, PATH + revision, "application/json")) {
            while (true) {
                boolean all = messages.size() >= pods;
                long patience = all ? QUIET.toNanos() : end - System.nanoTime();
                note(JSON.readTree(reader.submit(watch::next).get(patience, TimeUnit.NANOSECONDS)), messages);
                last = all ? last : System.nanoTime();
            }
        } catch (TimeoutException noMore) {
            return new ScheduledEvents(messages, last);
        } catch (ExecutionException e) {
            throw new IOException(e.getCause());
        } finally {
            reader.shutdownNow();
        }
    }

    private static void note(JsonNode change, Map<String, List<String>> messages) {
        if (change.path("type").asString().equals("ADDED")) {
            JsonNode event = change.path("object");
            messages.computeIfAbsent(event.path("involvedObject").path("name").asString(), pod -> new ArrayList<>(1))
                    .add(event.path("message").asString());
        }
    }
}
