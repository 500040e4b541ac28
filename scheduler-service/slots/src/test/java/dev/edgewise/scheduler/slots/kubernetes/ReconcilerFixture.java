package dev.edgewise.scheduler.slots.kubernetes;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.edgewise.common.testing.TestClock;
import dev.edgewise.kubernetes.api.ApiServerClient;
import dev.edgewise.kubernetes.events.LostEvents;
import dev.edgewise.kubernetes.events.ObjectEventQueue;
import dev.edgewise.kubernetes.events.ObjectEventSender;
import dev.edgewise.kubernetes.http.ApiServerTransport;
import dev.edgewise.scheduler.facts.FactKey;
import dev.edgewise.scheduler.model.Node;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodKey;
import dev.edgewise.scheduler.model.Resources;
import dev.edgewise.scheduler.slots.application.SlotPodSettings;
import dev.edgewise.scheduler.slots.claims.ClaimedJobRun;
import dev.edgewise.scheduler.slots.decide.SlotAction;
import dev.edgewise.scheduler.slots.decide.SlotDecider;
import dev.edgewise.scheduler.slots.decide.SlotDecision;
import dev.edgewise.scheduler.slots.decide.SlotDecisionInput;
import dev.edgewise.scheduler.slots.model.BatchJob;
import dev.edgewise.scheduler.slots.model.BatchJobSpec;
import dev.edgewise.scheduler.slots.model.BatchJobStatus;
import dev.edgewise.scheduler.slots.model.FailurePolicy;
import dev.edgewise.scheduler.slots.model.FreeSlotHoldingMode;
import dev.edgewise.scheduler.slots.model.ObjectKey;
import dev.edgewise.scheduler.slots.model.ObjectMetadata;
import dev.edgewise.scheduler.slots.model.SlotPlace;
import dev.edgewise.scheduler.slots.model.Testbed;
import dev.edgewise.scheduler.slots.model.TestbedSpec;
import dev.edgewise.scheduler.slots.model.TestbedStatus;
import dev.edgewise.scheduler.state.ClusterFeed;
import dev.edgewise.scheduler.state.ClusterState;
import dev.edgewise.scheduler.state.protection.Balloon;
import dev.edgewise.scheduler.testing.TestDecisions;
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

/** A reconciler of which the decisions are given, and an API server that takes everything but what is refused. */
abstract class ReconcilerFixture {
    static final Resources SLOT = new Resources(1000, 1L << 30, 0, Map.of());
    static final int REFUSED = 422;

    final List<String> requests = new ArrayList<>();
    final Map<String, Integer> refusals = new HashMap<>();
    final Map<String, List<SlotAction>> wanted = new HashMap<>();
    final List<String> decided = new ArrayList<>();
    final SlotCache cache = new SlotCache(() -> this.nanos);
    final TestClock clock = new TestClock();
    final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    final ClusterState state = new ClusterState(clock);
    final Map<String, SlotDecisionInput> inputs = new HashMap<>();
    boolean broken;
    private long nanos = 1;
    private HttpServer http;
    private ApiServerTransport server;
    private SlotReconciler reconciler;
    ObjectEventSender eventSender;
    final TestDecisions decisions = new TestDecisions(state);

    @BeforeEach
    void start() throws IOException {
        http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        http.createContext("/", this::answer);
        http.start();
        server = ApiServerTransport.of(new ConfigBuilder(Config.empty())
                .withMasterUrl("http://127.0.0.1:" + http.getAddress().getPort())
                .build());
        ApiServerClient api = new ApiServerClient(server, Duration.ofSeconds(30));
        LostEvents lost = new SlotEventConfiguration().lostSlotEvents(meters, () -> nanos);
        ObjectEventQueue queue = new ObjectEventQueue(ObjectEventQueue.MOST_WAITING, lost);
        eventSender = new ObjectEventSender(queue, lost, api, clock, () -> nanos, "me");
        SlotFactPublisher view = new SlotFactPublisher(cache, new NoFeed());
        SlotActionExecutor writer = new SlotActionExecutor(
                api,
                cache,
                view,
                new ClaimsStore(api, cache, "edgewise"),
                new SlotPausePodManifest("edgewise", "pause", "edgewise-slot-ghosts"),
                new SlotPodSettings("edgewise", "edgewise-slots"),
                new SlotKubernetesEventRecorder(queue, clock));
        SlotDecider decider = input -> {
            decided.add(input.namespace());
            inputs.put(input.namespace(), input);
            List<SlotAction> actions = wanted.getOrDefault(input.namespace(), List.of());
            if (broken) {
                throw new IllegalStateException("a defect");
            }
            return new SlotDecision(actions, null);
        };
        reconciler = new SlotReconciler(
                cache,
                new SlotDecisionInputReader(cache, state, clock),
                decider,
                writer,
                view,
                decisions,
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
        return SlotObjectJsonReader.parse(event).path("reason").asText();
    }

    void step(Duration later) {
        nanos += later.toNanos();
        reconciler.step();
        eventSender.step();
    }

    static ObjectMetadata metadata(String namespace, String name) {
        return new ObjectMetadata(
                new ObjectKey(namespace, name), "uid-" + namespace + "-" + name, "1", 1, Instant.EPOCH, false, true);
    }

    BatchJob job(String namespace, String kind) {
        BatchJob job = new BatchJob(
                metadata(namespace, "pi"),
                new BatchJobSpec(kind, FailurePolicy.FAIL, null, Map.of()),
                null,
                BatchJobStatus.NONE);
        cache.put(new NamespaceObjects.JobEntry(job, "{}"));
        return job;
    }

    Testbed testbed(String namespace) {
        Testbed testbed = new Testbed(
                metadata(namespace, "tb"),
                new TestbedSpec(1, "lab/index", SLOT, FreeSlotHoldingMode.PODS, null, List.of()),
                null,
                TestbedStatus.NONE);
        cache.put(testbed);
        return testbed;
    }

    SlotAction create(String namespace, String kind) {
        ClaimedJobRun run = new ClaimedJobRun(1, List.of(), Instant.EPOCH, null, null);
        return new SlotAction.CreateApplication(job(namespace, kind), testbed(namespace), run, List.of());
    }

    long count(String request) {
        return requests.stream().filter(request::equals).count();
    }

    SlotAction pausePod(String namespace, String node) {
        return new SlotAction.CreatePausePod(testbed(namespace), new SlotPlace(node, 0, 0));
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
