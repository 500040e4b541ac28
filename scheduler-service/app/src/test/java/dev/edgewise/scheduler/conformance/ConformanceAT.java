package dev.edgewise.scheduler.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.edgewise.scheduler.RunningService;
import dev.edgewise.scheduler.RunningService.Answer;
import dev.edgewise.scheduler.acceptance.RealApi;
import dev.edgewise.scheduler.conformance.Vectors.Scenario;
import dev.edgewise.scheduler.conformance.Vectors.Vector;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.opentest4j.TestAbortedException;

/**
 * The recorded clusters once more, through the whole service: it watches a real API server that holds them, and its
 * answers over HTTP are kube-scheduler's within five seconds of the last write.
 *
 * <p>The cluster has to hold still: it needs the controllers {@code serviceaccount-controller} and
 * {@code namespace-controller}, and none that taints nodes, binds volumes or collects pods. Runs on all directed
 * scenarios and on every sixth random one; on all with {@code -Dedgewise.conformance=all}.
 */
class ConformanceAT {
    private static final Duration STALENESS = Duration.ofSeconds(5);
    /** A service with an outdated view is late each time, a machine that is busy for a moment is not. */
    private static final int ATTEMPTS = 6;

    private static final int EVERY = 6;

    private static RealApi api;
    private static RecordedCluster cluster;
    private static RunningService service;
    private static Path kubeconfig;
    private static int agreed;
    /** Why the tests are skipped, or null; said by each of them, as a class that is skipped shows in no report. */
    private static TestAbortedException unfit;

    @BeforeAll
    static void start() {
        try {
            connect();
            cluster = new RecordedCluster(api);
            service = started();
        } catch (TestAbortedException skipped) {
            unfit = skipped;
        }
    }

    private static void connect() {
        kubeconfig = RealApi.kubeconfig("EDGEWISE_QUIET_KUBECONFIG", "KUBECONFIG");
        api = new RealApi(kubeconfig);
        assumeTrue(
                api.get("/api/v1/nodes").get("items").isEmpty(),
                "skipped: the cluster has nodes already; the recorded clusters need one without");
        assumeTrue(
                QuietCluster.holdsStill(api),
                "skipped: a controller changes the taints of nodes; set EDGEWISE_QUIET_KUBECONFIG to a cluster with only"
                        + " serviceaccount-controller and namespace-controller");
    }

    @BeforeEach
    void skipUnlessFit() {
        if (unfit != null) {
            throw unfit;
        }
    }

    @AfterAll
    static void stop() {
        if (service != null) {
            service.close();
            System.out.println("conformance through the whole service: " + agreed + " vectors agreed");
        }
        if (cluster != null) {
            cluster.close();
        }
        if (api != null) {
            api.close();
        }
    }

    static Stream<Named<Scenario>> scenarios() {
        boolean all = "all".equals(System.getProperty("edgewise.conformance"));
        List<Scenario> random = new ArrayList<>();
        List<Scenario> chosen = new ArrayList<>();
        Vectors.load().stream()
                .filter(scenario -> !due(scenario).isEmpty())
                .forEach(scenario -> (directed(scenario) ? chosen : random).add(scenario));
        for (int i = 0; i < random.size(); i += all ? 1 : EVERY) {
            chosen.add(random.get(i));
        }
        return chosen.stream().map(scenario -> Named.of(scenario.id(), scenario));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("scenarios")
    void agreesWithKubeScheduler(Scenario scenario) {
        List<String> differences = differences(scenario);
        for (int again = 1; again < ATTEMPTS && !differences.isEmpty(); again++) {
            differences = differences(scenario);
        }
        assertThat(differences).isEmpty();
        agreed += due(scenario).size();
    }

    /** Returns how answers differ, and which nodes are known for too long. */
    private static List<String> differences(Scenario scenario) {
        List<String> differences = new ArrayList<>();
        try {
            cluster.build(scenario);
            long fresh = System.nanoTime() + STALENESS.toNanos();
            due(scenario).forEach(vector -> differences.addAll(differences(service, vector, fresh)));
        } finally {
            cluster.clear();
        }
        long fresh = System.nanoTime() + STALENESS.toNanos();
        await().until(() -> {
            boolean late = System.nanoTime() >= fresh;
            JsonNode nodes = service.get("/api/v1/nodes").body().get("items");
            if (late && !nodes.isEmpty()) {
                differences.add("still known: " + nodes);
            }
            return nodes.isEmpty();
        });
        return differences;
    }

    /** The objects that exist at the start come as lists, not as changes. */
    @Test
    void agreesFromTheStart() {
        Scenario largest = Collections.max(Vectors.load(), Comparator.comparing(scenario -> scenario.all("pods")
                .size()));
        try {
            cluster.build(largest);
            try (RunningService late = started()) {
                long now = System.nanoTime();
                assertThat(due(largest)).allSatisfy(vector -> assertThat(differences(late, vector, now))
                        .isEmpty());
            }
        } finally {
            cluster.clear();
        }
    }

    private static RunningService started() {
        RunningService started = RunningService.start(kubeconfig);
        await().until(() -> started.get("/actuator/health/readiness").status() == 200);
        return started;
    }

    /** An answer may be outdated until {@code fresh}, and never after. */
    private static List<String> differences(RunningService service, Vector vector, long fresh) {
        while (true) {
            boolean last = System.nanoTime() >= fresh;
            List<String> differences = Differences.of(vector, explain(service, vector));
            if (last || differences.isEmpty()) {
                return differences;
            }
        }
    }

    private static JsonNode explain(RunningService service, Vector vector) {
        Answer answer =
                service.post("/api/v1/explain?profile=stock", vector.pod().toString());
        assertThat(answer.status()).as("%s: %s", vector.id(), answer.body()).isEqualTo(200);
        return answer.body();
    }

    private static List<Vector> due(Scenario scenario) {
        return scenario.vectors().stream()
                .filter(vector -> !Allocating.isNeeded(scenario, vector))
                .toList();
    }

    private static boolean directed(Scenario scenario) {
        return !scenario.id().contains("r");
    }
}
