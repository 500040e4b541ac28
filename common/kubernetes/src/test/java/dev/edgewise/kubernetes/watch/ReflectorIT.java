package dev.edgewise.kubernetes.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.awaitility.Awaitility.await;

import dev.edgewise.common.time.Ticker;
import dev.edgewise.kubernetes.http.ApiServerObjectMappers;
import dev.edgewise.kubernetes.testing.ScriptedApi;
import io.fabric8.kubernetes.api.model.Node;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ReflectorIT {
    private static final Duration SOON = Duration.ofMinutes(1);
    private static final String EMPTY_LIST = "{\"metadata\":{\"resourceVersion\":\"7\"},\"items\":[]}";

    private final List<String> delivered = new CopyOnWriteArrayList<>();
    private final ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private ScriptedApi api;
    private Reflector<Node> watch;
    /** Error that the next object fails with. */
    private volatile @Nullable Error failure;

    @BeforeEach
    void start() throws IOException {
        api = new ScriptedApi();
        WatchedKind<Node> kind = WatchedKind.all(Node.class, this::deliver, (none, name) -> delivered.add("-" + name));
        WatchTimeout short1 = new WatchTimeout(1, 1, Duration.ofMillis(200));
        watch = new Reflector<>(api.requests, kind, ApiServerObjectMappers.lenient(), short1, meters);
    }

    @AfterEach
    void stop() throws IOException {
        watch.stop();
        executor.shutdownNow();
        api.close();
    }

    @Test
    void aWatchThatFellSilentIsReplacedFromWhereItWas() {
        api.json(EMPTY_LIST).begun(added("n1", 8)).begun(added("n2", 9));
        watch.start();
        await().atMost(SOON).untilAsserted(() -> assertThat(delivered).containsExactly("n1", "n2"));
        assertThat(api.queries().get(2)).contains("watch=true", "resourceVersion=8", "timeoutSeconds=1");
    }

    @Test
    void anEventThatIsNoJsonIsReplacedByAList() {
        api.json(EMPTY_LIST).begun(added("n1", 8) + "{\"type\":\"MODIFIED\",\"object\":!}\n");
        api.json("{\"metadata\":{\"resourceVersion\":\"9\"},\"items\":[{\"metadata\":{\"name\":\"n2\"}}]}");
        api.begun(added("n3", 10));
        watch.start();
        await().atMost(SOON).untilAsserted(() -> assertThat(delivered).containsExactly("n1", "n2", "-n1", "n3"));
        assertThat(api.queries().get(3)).contains("watch=true", "resourceVersion=9");
    }

    @Test
    void anObjectOfAListThatBrokeOffIsGoneIfTheNextOneHasItNot() {
        api.json("{\"metadata\":{\"resourceVersion\":\"10\"},\"items\":[" + item("n1", 5) + ",!");
        api.json("{\"metadata\":{\"resourceVersion\":\"20\"},\"items\":[" + item("n2", 6) + "]}");
        watch.start();
        await().atMost(SOON).untilAsserted(() -> assertThat(delivered).containsExactly("n1", "n2", "-n1"));
    }

    @Test
    void anEventThatCannotBeMappedCostsThatObject() {
        api.json(EMPTY_LIST)
                .begun("{\"type\":\"ADDED\",\"object\":{\"metadata\":{\"name\":\"odd\",\"resourceVersion\":\"8\"},"
                        + "\"spec\":{\"unschedulable\":\"perhaps\"}}}\n" + added("n1", 9));
        watch.start();
        await().atMost(SOON).untilAsserted(() -> assertThat(delivered).containsExactly("n1"));
        assertThat(watch.watch().progress()).isEqualTo(9);
    }

    @Test
    void catchingUpCostsOneObjectAndAWatchThatSaysHowFarItIs() {
        api.json(EMPTY_LIST).begun("\n");
        watch.start();
        await().atMost(SOON).until(() -> api.queries().size() == 2);

        CompletableFuture<Void> caughtUp = new WatchCatchUpBarrier(watch, executor, Ticker.system()).begin();
        api.json("{\"metadata\":{\"resourceVersion\":\"9\"},\"items\":[]}");
        api.begun(added("n1", 8) + "{\"type\":\"BOOKMARK\",\"object\":{\"metadata\":{\"resourceVersion\":\"9\"}}}\n");
        assertThat(caughtUp).succeedsWithin(SOON);
        assertThat(delivered).containsExactly("n1");
        assertThat(api.queries().subList(2, 4))
                .satisfiesExactly(newest -> assertThat(newest).isEqualTo("limit=1"), hurried -> assertThat(hurried)
                        .contains("resourceVersion=7", "timeoutSeconds=3"));
    }

    @Test
    void aStreamThatWasClosedToHurryIsNoFailureAndTheNextIsShort() {
        api.json(EMPTY_LIST).begun("\n");
        watch.start();
        await().atMost(SOON).until(() -> api.queries().size() == 2);
        // As when the watch has already been shortened, and is closed for the same reason.
        await().atMost(SOON).until(watch.watch()::closeStream);
        await().atMost(SOON).until(() -> api.queries().size() == 3);
        assertThat(api.queries().get(2)).contains("resourceVersion=7", "timeoutSeconds=3");
        assertThat(watch.outage()).isZero();
    }

    @Test
    void aHurriedListThatFailsIsAnOutageAndPausesToo() throws IOException {
        api.close();
        watch.watch().hurry();
        watch.start();
        await().atMost(SOON).until(() -> !watch.outage().isZero());
    }

    @Test
    void anErrorAtOneObjectDoesNotEndTheWatch() {
        failure = new StackOverflowError("a defect of ours");
        String list = "{\"metadata\":{\"resourceVersion\":\"9\"},\"items\":[" + item("n1", 8) + "]}";
        api.json(list).json(list);
        watch.start();
        await().atMost(SOON).untilAsserted(() -> assertThat(delivered).containsExactly("n1"));
        assertThat(watch.synced()).succeedsWithin(SOON);
    }

    @Test
    void aComparisonThatFailsOnOurSideEndsNoOther() {
        assertThatCode(() -> ClusterWatch.attempt(watch, () -> {
                    throw new IllegalStateException("a defect of ours");
                }))
                .doesNotThrowAnyException();
    }

    /** The executor would drop all further comparisons. */
    @Test
    void anErrorInAComparisonEndsNoOther() {
        assertThatCode(() -> ClusterWatch.attempt(watch, () -> {
                    throw new StackOverflowError("a defect of ours");
                }))
                .doesNotThrowAnyException();
    }

    /** Simulates a restore of etcd from a backup: n1 is as it was, n2 was never made, n3 is what came since. */
    @Test
    void anOlderListIsAnotherHistoryAndReplacesAllThatIsKnown() {
        String restored = list(233, item("n1", 100), item("n3", 120));
        api.json(list(2_261, item("n1", 2_000), item("n2", 2_100)));
        api.json("{\"type\":\"ERROR\",\"object\":{\"code\":410,\"message\":\"too old resource version\"}}");
        api.json(restored).json(restored);
        api.begun(added("n4", 234));
        watch.start();
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(delivered).containsExactly("n1", "n2", "n3", "n1", "n3", "-n2", "n4"));
        assertThat(api.queries().get(4)).contains("watch=true", "resourceVersion=233");
        assertThat(rewinds()).isEqualTo(1);
    }

    /** A watch from a version that the server does not have yet gets nothing, not even a bookmark. */
    @Test
    void aWatchWithoutAnyEventAsksWhetherTheHistoryIsAnother() {
        api.json(list(2_261, item("n1", 2_000), item("n2", 2_100))).json("");
        api.json(list(233)).json(list(240, item("n1", 100))).begun(added("n4", 241));
        watch.start();
        await().atMost(SOON).untilAsserted(() -> assertThat(delivered).containsExactly("n1", "n2", "n1", "-n2", "n4"));
        assertThat(api.queries().get(2)).isEqualTo("limit=1");
        assertThat(rewinds()).isEqualTo(1);
    }

    @Test
    void aVersionThatTheServerNeverReachedLeadsToAList() {
        String restored = list(233, item("n1", 100));
        api.json(list(2_261)).refusal(504, "Timeout: Too large resource version: 2261, current: 233");
        api.json(restored).json(restored).begun(added("n4", 234));
        watch.start();
        await().atMost(SOON).untilAsserted(() -> assertThat(delivered).containsExactly("n1", "n1", "n4"));
    }

    /** A bookmark of an API server whose cache lags behind that of another. */
    @Test
    void anOlderBookmarkSetsNothingBack() {
        api.json(EMPTY_LIST)
                .begun(added("n1", 20)
                        + "{\"type\":\"BOOKMARK\",\"object\":{\"metadata\":{\"resourceVersion\":\"9\"}}}\n");
        api.json(list(25)).begun(added("n2", 26));
        watch.start();
        await().atMost(SOON).untilAsserted(() -> assertThat(delivered).containsExactly("n1", "n2"));
        assertThat(api.queries().get(2)).isEqualTo("limit=1");
        assertThat(api.queries().get(3)).contains("watch=true", "resourceVersion=20");
        assertThat(rewinds()).isZero();
    }

    private double rewinds() {
        return meters.get("edgewise.watch.rewinds").counter().count();
    }

    private static String list(int version, String... items) {
        return "{\"metadata\":{\"resourceVersion\":\"" + version + "\"},\"items\":[" + String.join(",", items) + "]}";
    }

    private void deliver(Node node) {
        Error now = failure;
        failure = null;
        if (now != null) {
            throw now;
        }
        delivered.add(node.getMetadata().getName());
    }

    private static String item(String name, int version) {
        return "{\"metadata\":{\"name\":\"" + name + "\",\"resourceVersion\":\"" + version + "\"}}";
    }

    private static String added(String name, int version) {
        return "{\"type\":\"ADDED\",\"object\":" + item(name, version) + "}\n";
    }
}
