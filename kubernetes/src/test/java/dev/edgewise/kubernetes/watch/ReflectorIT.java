package dev.edgewise.kubernetes.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.awaitility.Awaitility.await;

import dev.edgewise.kubernetes.http.ServerJson;
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
    private static final Duration SOON = Duration.ofSeconds(10);
    private static final String EMPTY_LIST = "{\"metadata\":{\"resourceVersion\":\"7\"},\"items\":[]}";

    private final List<String> delivered = new CopyOnWriteArrayList<>();
    private final ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor();
    private ScriptedApi api;
    private Reflector<Node> watch;
    /** What the next object fails with. */
    private volatile @Nullable Error failure;

    @BeforeEach
    void start() throws IOException {
        api = new ScriptedApi();
        WatchedKind<Node> kind = WatchedKind.all(Node.class, this::deliver, (none, name) -> delivered.add("-" + name));
        WatchLength short1 = new WatchLength(1, 1, Duration.ofMillis(200));
        watch = new Reflector<>(api.requests, kind, ServerJson.lenient(), short1, new SimpleMeterRegistry());
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

        CompletableFuture<Void> caughtUp = new CacheSyncBarrier(watch, executor).begin();
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
