package dev.edgewise.sandbox.run;

import com.fasterxml.jackson.databind.JsonNode;
import dev.edgewise.common.Names;
import dev.edgewise.sandbox.topology.DelayMatrix;
import dev.edgewise.sandbox.topology.SimulatedNode;
import dev.edgewise.sandbox.topology.Topology;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;

/** Requests for one of several clusters, of which one is full, one is slow, and one is away. */
final class GlobalScenario implements Scenario {
    /** Annotation of a request: the clusters in which it has to run, with commas between them. */
    static final String RUNS_IN = Names.SIMULATION_PREFIX + "runs-in";

    private static final String KIND = "GlobalRequest";
    private static final String DEFINITION = "deploy/kubernetes/global/globalrequests.yaml";
    private static final String SERVICE = "global-scheduler";
    private static final Set<String> ENDED = Set.of("Completed", "Failed", "Cancelled");
    private static final Duration LOOK = Duration.ofMillis(200);
    private static final Duration LONGEST = Duration.ofSeconds(600);
    private static final Duration RELEASE = Duration.ofSeconds(120);

    private final Settings settings;
    private final List<HasMetadata> requests;
    private final List<HasMetadata> definitions;

    GlobalScenario(Settings settings) {
        if (settings.rtt() != null || settings.nodes() != null) {
            throw SandboxException.input(
                    "--scenario global brings its own clusters: --nodes and --rtt are for --scenario delay");
        }
        if (settings.kubeconfig() != null) {
            throw SandboxException.input(
                    "--scenario global brings its own management cluster: --kubeconfig is for other scenarios");
        }
        this.settings = settings;
        this.requests = Manifests.readOnly(settings.manifests(), KIND);
        this.definitions = Manifests.readFile(settings.home().resolve(DEFINITION));
    }

    /** The management cluster, in which no request runs. */
    @Override
    public Topology topology() {
        SimulatedNode node = new SimulatedNode("management-1", "management", "management", false, 2, 4);
        return new Topology(List.of(node), new DelayMatrix(List.of(node.name()), new double[1][1]));
    }

    @Override
    public String summary() {
        return "a management cluster and four members, of which one is full, one is slow, and one is away";
    }

    @Override
    public List<HasMetadata> definitions() {
        return definitions;
    }

    @Override
    public List<ScenarioService> parts(ServiceStarter services, WorkDirectory work) {
        return List.of(new ScenarioService(
                SERVICE,
                List.of(
                        "--edgewise.global.members.health-every=1s",
                        "--edgewise.global.bids-within=30s",
                        "--edgewise.global.attempts.observe-every=500ms")));
    }

    @Override
    public int play(StartedSandbox stage) throws InterruptedException {
        GlobalOutcome outcome = stage.startup().awaitOrFail(BackgroundTask.call(() -> watch(stage)));
        stage.out().println(outcome.summary());
        if (!settings.once()) {
            stage.out()
                    .println("Page: " + stage.running().service(SERVICE) + "/requests.html\nCtrl-C stops everything.");
            stage.out().flush();
            throw stage.startup().processFailure().join();
        }
        return outcome.good() ? 0 : 1;
    }

    private GlobalOutcome watch(StartedSandbox stage) throws IOException, InterruptedException {
        URI service = stage.running().service(SERVICE);
        GlobalMembers members = GlobalMembers.start(stage);
        members.awaitKnown(service);
        KubernetesClient client = stage.running().cluster().client();
        requests.forEach(
                request -> client.resource(request).inNamespace("default").create());
        RequestClusterRecorder traces = new RequestClusterRecorder(expected(requests));
        GlobalDisplay display = new GlobalDisplay(stage.progress());
        follow(service, members, traces, display);
        List<JsonNode> ended = list(service);
        int right = traces.compare(ended, members.ofRequests());
        for (JsonNode request : ended) {
            display.close(request, explanation(service, request));
        }
        stage.progress().close();
        for (JsonNode request : ended) {
            explain(stage, service, request);
        }
        if (!settings.once()) {
            return new GlobalOutcome(requests.size(), right, traces.mistakes(), false, List.of());
        }
        requests.forEach(
                request -> client.resource(request).inNamespace("default").delete());
        return new GlobalOutcome(requests.size(), right, traces.mistakes(), true, left(service, members));
    }

    /** Returns the clusters that the annotations of requests name, by the name of the request. */
    static Map<String, Set<String>> expected(List<HasMetadata> requests) {
        Map<String, Set<String>> expected = new HashMap<>();
        for (HasMetadata request : requests) {
            Map<String, String> annotations = request.getMetadata().getAnnotations();
            String clusters = annotations == null ? null : annotations.get(RUNS_IN);
            if (clusters != null) {
                expected.put(request.getMetadata().getName(), new TreeSet<>(List.of(clusters.split(",\\s*"))));
            }
        }
        return expected;
    }

    /** Looks until all requests have ended, or until the time is over. */
    private void follow(URI service, GlobalMembers members, RequestClusterRecorder traces, GlobalDisplay display)
            throws InterruptedException {
        long begin = System.nanoTime();
        boolean hasEnded = false;
        while (!hasEnded && System.nanoTime() - begin < LONGEST.toNanos()) {
            List<JsonNode> now = list(service);
            display.show(now);
            traces.look(now, members.ofRequests());
            hasEnded = now.size() == requests.size()
                    && now.stream()
                            .allMatch(request ->
                                    ENDED.contains(request.path("phase").asText()));
            TimeUnit.NANOSECONDS.sleep(LOOK.toNanos());
        }
    }

    private static List<JsonNode> list(URI service) throws InterruptedException {
        List<JsonNode> all = ServiceHttpClient.items(service, "/api/v1/requests");
        all.sort(Comparator.comparing(request -> request.path("name").asText()));
        return all;
    }

    private static URI explainOf(URI service, JsonNode request) {
        return service.resolve("/api/v1/requests/" + request.path("namespace").asText() + "/"
                + request.path("name").asText() + "/explain");
    }

    private static JsonNode explanation(URI service, JsonNode request) throws InterruptedException {
        return ServiceHttpClient.get(explainOf(service, request)).orElse(request);
    }

    /** Prints the service's own explanation. */
    private static void explain(StartedSandbox stage, URI service, JsonNode request) throws InterruptedException {
        stage.out().println(request.path("name").asText() + " " + request.path("clusters"));
        stage.out()
                .println(ServiceHttpClient.text(explainOf(service, request), "text/plain")
                        .orElse("no explanation")
                        .indent(2)
                        .stripTrailing());
        stage.out().flush();
    }

    /** Waits until nothing of any request is left; returns what is left when the time is over. */
    private static List<String> left(URI service, GlobalMembers members) throws InterruptedException {
        long begin = System.nanoTime();
        List<String> left;
        do {
            TimeUnit.NANOSECONDS.sleep(LOOK.toNanos());
            left = new ArrayList<>();
            for (JsonNode request : list(service)) {
                left.add("GlobalRequest " + request.path("name").asText());
            }
            for (Map.Entry<String, List<HasMetadata>> member :
                    members.ofRequests().entrySet()) {
                for (HasMetadata object : member.getValue()) {
                    boolean isEnding = object.getMetadata().getDeletionTimestamp() != null;
                    left.add(object.getKind() + " " + object.getMetadata().getName() + " in " + member.getKey()
                            + (isEnding ? ", which is being deleted" : ""));
                }
            }
        } while (!left.isEmpty() && System.nanoTime() - begin < RELEASE.toNanos());
        return left;
    }
}
