package dev.edgewise.benchmarks.slots;

import dev.edgewise.benchmarks.slots.BatchPlan.Planned;
import dev.edgewise.benchmarks.slots.cluster.SlotCluster;
import dev.edgewise.benchmarks.throughput.api.ClusterApi;
import dev.edgewise.benchmarks.throughput.api.OwnNamespace;
import dev.edgewise.benchmarks.throughput.api.Watch;
import dev.edgewise.benchmarks.throughput.api.WatchEndedException;
import dev.edgewise.common.Names;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Does what kubelets do with the pods in slots: a bound pod runs at once, ends after the time of its job, and is gone
 * when it is deleted. Writes down when.
 */
final class SimulatedKubelets implements AutoCloseable {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final String PODS = OwnNamespace.pods(SlotCluster.NAMESPACE);
    private static final String OF_JOBS =
            PODS + "?watch=1&labelSelector=" + URLEncoder.encode(Names.BATCH_JOB_LABEL, StandardCharsets.UTF_8)
                    + "&timeoutSeconds=3600&resourceVersion=";
    private static final int AT_ONCE = 12;
    private static final String RUNNING = "{\"status\":{\"phase\":\"Running\",\"startTime\":\"%1$s\",\"conditions\":["
            + "{\"type\":\"PodScheduled\",\"status\":\"True\",\"lastTransitionTime\":\"%1$s\"},"
            + "{\"type\":\"Ready\",\"status\":\"True\",\"lastTransitionTime\":\"%1$s\"}]}}";
    private static final String ENDED = "{\"status\":{\"phase\":\"%2$s\",\"conditions\":["
            + "{\"type\":\"PodScheduled\",\"status\":\"True\",\"lastTransitionTime\":\"%1$s\"},"
            + "{\"type\":\"Ready\",\"status\":\"False\",\"reason\":\"PodCompleted\",\"lastTransitionTime\":\"%1$s\"}]}}";

    private final ClusterApi api;
    private final SlotHistory history;
    private final Map<String, Planned> plans = new ConcurrentHashMap<>();
    private final Set<String> seen = new HashSet<>();
    private final Set<String> stopping = new HashSet<>();
    private final ScheduledExecutorService workers = new ScheduledThreadPoolExecutor(AT_ONCE);
    private final Thread reader = new Thread(this::read, "kubelets");
    private volatile @Nullable Exception failure;
    private volatile boolean closed;
    private volatile Watch watch;
    private String revision;

    SimulatedKubelets(ClusterApi api, SlotHistory history) throws IOException {
        this.api = api;
        this.history = history;
        this.revision = api.get(PODS + "?limit=1")
                .path("metadata")
                .path("resourceVersion")
                .asString();
        this.watch = new Watch(api, OF_JOBS + revision, "application/json");
        reader.setDaemon(true);
        reader.start();
    }

    /** Adds the jobs of these Schedulings. */
    void expect(List<Planned> planned) {
        planned.forEach(each -> each.jobs().forEach(job -> plans.put(job, each)));
    }

    /** @throws IllegalStateException if they could not do something */
    void requireWorking() {
        Exception problem = failure;
        if (problem != null) {
            throw new IllegalStateException("the simulated kubelets failed: " + problem.getMessage(), problem);
        }
    }

    private void read() {
        try {
            while (!closed) {
                readNext();
            }
        } catch (Exception e) {
            fail(e);
        }
    }

    private void readNext() throws IOException {
        try {
            JsonNode change = JSON.readTree(watch.next());
            JsonNode pod = change.path("object");
            revision = pod.path("metadata").path("resourceVersion").asString();
            changed(change.path("type").asString(), pod);
        } catch (WatchEndedException slow) {
            watch.close();
            watch = new Watch(api, OF_JOBS + revision, "application/json");
        }
    }

    private void changed(String type, JsonNode pod) {
        JsonNode metadata = pod.path("metadata");
        String uid = metadata.path("uid").asString();
        String name = metadata.path("name").asString();
        if (type.equals("DELETED")) {
            history.gone(uid);
            return;
        }
        if (pod.path("spec").path("nodeName").asString("").isEmpty()) {
            history.created(uid);
            return;
        }
        Planned plan =
                plans.get(metadata.path("labels").path(Names.BATCH_JOB_LABEL).asString(""));
        if (plan != null && seen.add(uid)) {
            String job = metadata.path("labels").path(Names.BATCH_JOB_LABEL).asString();
            String slot =
                    metadata.path("annotations").path(Names.SLOT_ANNOTATION).asString("none/" + uid + "/0");
            history.bound(uid, plan.name(), job, slot.substring(0, slot.lastIndexOf('/')));
            work(() -> start(uid, name, plan, job));
        }
        if (metadata.has("deletionTimestamp") && stopping.add(uid)) {
            work(() -> api.deleteIfPresent(PODS + "/" + name));
        }
    }

    private void start(String uid, String name, Planned plan, String job) throws IOException {
        patch(name, RUNNING, "");
        workers.schedule(
                () -> guard(() -> {
                    history.ended(uid);
                    patch(name, ENDED, plan.fails(job) ? "Failed" : "Succeeded");
                }),
                (long) (plan.seconds() * 1e9),
                TimeUnit.NANOSECONDS);
    }

    private void patch(String pod, String status, String phase) throws IOException {
        String now = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
        api.patchIfPresent(PODS + "/" + pod + "/status", String.format(Locale.ROOT, status, now, phase));
    }

    private interface Step {
        void run() throws IOException;
    }

    private void work(Step step) {
        workers.execute(() -> guard(step));
    }

    private void guard(Step step) {
        try {
            step.run();
        } catch (IOException | RuntimeException e) {
            fail(e);
        }
    }

    private void fail(Exception e) {
        if (!closed && failure == null) {
            failure = e;
        }
    }

    @Override
    public void close() {
        closed = true;
        watch.close();
        workers.shutdownNow();
    }
}
