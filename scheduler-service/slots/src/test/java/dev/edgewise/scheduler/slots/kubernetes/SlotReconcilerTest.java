package dev.edgewise.scheduler.slots.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.edgewise.common.testing.TestClock;
import dev.edgewise.kubernetes.api.ApiRequests;
import dev.edgewise.kubernetes.http.ApiServer;
import dev.edgewise.scheduler.facts.FactKey;
import dev.edgewise.scheduler.model.Node;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodKey;
import dev.edgewise.scheduler.model.Resources;
import dev.edgewise.scheduler.slots.application.SlotPodSettings;
import dev.edgewise.scheduler.slots.claims.Claims;
import dev.edgewise.scheduler.slots.claims.Run;
import dev.edgewise.scheduler.slots.decide.SlotAction;
import dev.edgewise.scheduler.slots.decide.SlotDecider;
import dev.edgewise.scheduler.slots.decide.SlotDecision;
import dev.edgewise.scheduler.slots.model.BatchJob;
import dev.edgewise.scheduler.slots.model.BatchJobSpec;
import dev.edgewise.scheduler.slots.model.BatchJobStatus;
import dev.edgewise.scheduler.slots.model.FailurePolicy;
import dev.edgewise.scheduler.slots.model.HeldBy;
import dev.edgewise.scheduler.slots.model.ObjectKey;
import dev.edgewise.scheduler.slots.model.ObjectMetadata;
import dev.edgewise.scheduler.slots.model.RequestedJobs;
import dev.edgewise.scheduler.slots.model.Scheduling;
import dev.edgewise.scheduler.slots.model.SchedulingSpec;
import dev.edgewise.scheduler.slots.model.SchedulingStatus;
import dev.edgewise.scheduler.slots.model.SlotPlace;
import dev.edgewise.scheduler.slots.model.Testbed;
import dev.edgewise.scheduler.slots.model.TestbedSpec;
import dev.edgewise.scheduler.slots.model.TestbedStatus;
import dev.edgewise.scheduler.state.ClusterFeed;
import dev.edgewise.scheduler.state.ClusterState;
import dev.edgewise.scheduler.state.protection.Balloon;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Errors and refusals about one object leave all others alone. */
class SlotReconcilerTest {
    private static final Resources SLOT = new Resources(1000, 1L << 30, 0, Map.of());
    private static final int REFUSED = 422;

    private final List<String> requests = new ArrayList<>();
    private final Map<String, Integer> refusals = new HashMap<>();
    private final Map<String, List<SlotAction>> wanted = new HashMap<>();
    private final List<String> decided = new ArrayList<>();
    private final SlotCache cache = new SlotCache();
    private boolean broken;
    private long nanos = 1;
    private HttpServer http;
    private ApiServer server;
    private SlotReconciler reconciler;

    @BeforeEach
    void start() throws IOException {
        http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        http.createContext("/", this::answer);
        http.start();
        server = ApiServer.of(new ConfigBuilder(Config.empty())
                .withMasterUrl("http://127.0.0.1:" + http.getAddress().getPort())
                .build());
        ApiRequests api = new ApiRequests(server, Duration.ofSeconds(30));
        TestClock clock = new TestClock();
        SimpleMeterRegistry meters = new SimpleMeterRegistry();
        SlotEvents events = new SlotEvents(api, clock, "me", meters.counter("dropped"));
        SlotWriter writer = new SlotWriter(
                api,
                cache,
                new ClaimsStore(api, cache, "edgewise"),
                new GhostPods("edgewise", "pause", "edgewise-slot-ghosts"),
                new SlotPodSettings("edgewise", "edgewise-slots"),
                events);
        SlotDecider decider = world -> {
            decided.add(world.namespace());
            List<SlotAction> actions = wanted.getOrDefault(world.namespace(), List.of());
            if (broken) {
                throw new IllegalStateException("a defect");
            }
            return new SlotDecision(actions, null);
        };
        reconciler = new SlotReconciler(
                cache,
                new SlotWorldReader(cache, new ClusterState(clock), clock),
                decider,
                writer,
                new SlotFactPublisher(cache, new NoFeed()),
                () -> true,
                new SlotMetrics(cache, meters),
                () -> nanos);
    }

    @AfterEach
    void stop() {
        server.close();
        http.stop(0);
    }

    private void answer(HttpExchange exchange) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        String path =
                exchange.getRequestMethod() + " " + exchange.getRequestURI().getPath();
        int code = refusals.getOrDefault(path, 201);
        byte[] answer = (code < 300 ? body : "{\"message\":\"refused\"}").getBytes(StandardCharsets.UTF_8);
        synchronized (requests) {
            requests.add(path.endsWith("/events") ? path + " " + reason(body) : path);
        }
        exchange.sendResponseHeaders(code, answer.length == 0 ? -1 : answer.length);
        exchange.getResponseBody().write(answer);
        exchange.close();
    }

    private static String reason(String event) {
        return ObjectReader.parse(event).path("reason").asText();
    }

    private void step(Duration later) {
        nanos += later.toNanos();
        reconciler.step();
    }

    private static ObjectMetadata metadata(String namespace, String name) {
        return new ObjectMetadata(
                new ObjectKey(namespace, name), "uid-" + namespace + "-" + name, "1", 1, Instant.EPOCH, false, true);
    }

    private BatchJob job(String namespace, String kind) {
        BatchJob job = new BatchJob(
                metadata(namespace, "pi"),
                new BatchJobSpec(kind, FailurePolicy.FAIL, null, Map.of()),
                null,
                BatchJobStatus.NONE);
        cache.put(job, "{}");
        return job;
    }

    private Testbed testbed(String namespace) {
        Testbed testbed = new Testbed(
                metadata(namespace, "tb"),
                new TestbedSpec(1, "lab/index", SLOT, HeldBy.PODS, null, List.of()),
                null,
                TestbedStatus.NONE);
        cache.put(testbed);
        return testbed;
    }

    private SlotAction create(String namespace, String kind) {
        Run run = new Run(1, List.of(), Instant.EPOCH, null, null);
        return new SlotAction.CreateApplication(job(namespace, kind), testbed(namespace), run, List.of());
    }

    private long count(String request) {
        return requests.stream().filter(request::equals).count();
    }

    /** The kind "none" has no form: the writer throws. */
    @Test
    void anActionThatCannotBeCarriedOutStopsNeitherOtherActionsNorOtherNamespaces() {
        for (String namespace : List.of("a", "b", "c")) {
            wanted.put(namespace, List.of(create(namespace, "none"), ghost(namespace, "n1")));
        }
        step(Duration.ofSeconds(1));
        assertThat(decided).containsExactlyInAnyOrder("a", "b", "c");
        assertThat(count("POST /api/v1/namespaces/edgewise/pods")).isEqualTo(3);
        decided.clear();
        step(Duration.ofMillis(499));
        assertThat(decided).isEmpty();
        step(Duration.ofMillis(1));
        assertThat(decided).as("again after half a second").hasSize(3);
    }

    @Test
    void aNamespaceThatCannotBeDecidedAboutStopsNoOther() {
        for (String namespace : List.of("a", "b", "c")) {
            testbed(namespace);
        }
        broken = true;
        step(Duration.ofSeconds(1));
        assertThat(decided).containsExactlyInAnyOrder("a", "b", "c");
    }

    /** The second decision is due to a change; the next one is due when the refused objects have rested for 30 seconds. */
    @Test
    void refusedObjectsRestAndTheirNamespaceIsDecidedAboutAtOnce() {
        String jobs = "POST /apis/batch/v1/namespaces/a/jobs";
        String ghosts = "POST /api/v1/namespaces/edgewise/pods";
        refusals.put(jobs, REFUSED);
        refusals.put(ghosts, 403);
        wanted.put("a", List.of(create("a", "job"), ghost("a", "n1"), ghost("a", "n2")));
        step(Duration.ofSeconds(1));
        assertThat(count(jobs)).isEqualTo(1);
        assertThat(count(ghosts)).isEqualTo(2);
        assertThat(count("POST /api/v1/namespaces/a/events ApplicationRefused")).isEqualTo(1);
        assertThat(count("POST /api/v1/namespaces/a/events GhostRefused"))
                .as("the same refusal of two pods")
                .isEqualTo(1);

        cache.change("a");
        step(Duration.ofMillis(50));
        assertThat(decided).hasSize(2);
        assertThat(count(jobs)).isEqualTo(1);
        assertThat(count(ghosts)).isEqualTo(2);

        step(Duration.ofSeconds(30));
        assertThat(decided).hasSize(3);
        assertThat(count(jobs)).isEqualTo(2);
        assertThat(count(ghosts)).isEqualTo(4);
    }

    @Test
    void anAnswerThatMayChangeMakesTheNamespaceWait() {
        refusals.put("POST /api/v1/namespaces/edgewise/pods", 500);
        wanted.put("a", List.of(ghost("a", "n1")));
        step(Duration.ofSeconds(1));
        cache.change("a");
        step(Duration.ofMillis(50));
        assertThat(decided).hasSize(1);
        step(Duration.ofMillis(450));
        assertThat(decided).hasSize(2);
    }

    @Test
    void aLedgerThatIsTooLargeIsToldToTheSchedulings() {
        refusals.put("POST /api/v1/namespaces/edgewise/configmaps", REFUSED);
        ObjectKey testbed = new ObjectKey("a", "tb");
        SchedulingSpec spec = new SchedulingSpec(testbed, new RequestedJobs.Queue(List.of()));
        cache.put(new Scheduling(metadata("a", "one"), spec, null, SchedulingStatus.NONE));
        wanted.put("a", List.of(new SlotAction.WriteClaims(Claims.NONE, "")));
        step(Duration.ofSeconds(1));
        step(Duration.ofSeconds(1));
        assertThat(count("POST /api/v1/namespaces/edgewise/configmaps"))
                .as("again after half a second")
                .isEqualTo(2);
        assertThat(count("POST /api/v1/namespaces/a/events LedgerTooLarge")).isEqualTo(1);
    }

    private SlotAction ghost(String namespace, String node) {
        return new SlotAction.CreateGhost(testbed(namespace), new SlotPlace(node, 0, 0));
    }

    /** Delivers changes to nothing. */
    private static final class NoFeed implements ClusterFeed {
        @Override
        public void node(Node node) {}

        @Override
        public void nodeGone(String name) {}

        @Override
        public void pod(Pod pod) {}

        @Override
        public void unreadablePod(Pod rest, String problem) {}

        @Override
        public void balloon(Balloon balloon) {}

        @Override
        public void podGone(PodKey key) {}

        @Override
        public <T> void fact(FactKey<T> key, UnaryOperator<T> change) {}
    }
}
