package dev.edgewise.energy.prometheus;

import static dev.edgewise.energy.TestNodes.addressed;
import static dev.edgewise.energy.TestNodes.node;
import static dev.edgewise.energy.TestNodes.nodes;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.edgewise.common.boot.InvalidConfigurationException;
import dev.edgewise.common.testing.TestClock;
import dev.edgewise.energy.nodes.NodeDirectory;
import dev.edgewise.energy.readings.Measurement;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Against a server that answers as Prometheus does; deploy/acceptance tries a real one. */
class PrometheusSourceTest {
    private static final double NOW = TestClock.START.getEpochSecond();

    @TempDir
    Path directory;

    private final TestClock clock = new TestClock();
    private final Map<String, String> answers = new ConcurrentHashMap<>();
    private final NodeDirectory directoryOfNodes = new NodeDirectory();
    private volatile String authorization = "";
    private volatile Duration answersAfter = Duration.ZERO;
    private volatile boolean leads = true;
    private HttpServer server;
    private PrometheusSource source;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/prefix/api/v1/query", exchange -> {
            authorization = String.valueOf(exchange.getRequestHeaders().getFirst("Authorization"));
            String form = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
            String query = URLDecoder.decode(form.substring("query=".length()), UTF_8);
            clock.advance(answersAfter);
            byte[] body = answers.getOrDefault(query, vector()).getBytes(UTF_8);
            exchange.sendResponseHeaders(body[0] == '{' ? 200 : 503, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        source = source("");
        directoryOfNodes.put(node("a"));
        directoryOfNodes.put(node("b"));
        directoryOfNodes.put(addressed("c", "10.0.0.3", "fd00::3"));
        directoryOfNodes.put(node("d"));
    }

    private PrometheusSource source(String cluster) throws IOException {
        Path token = Files.writeString(directory.resolve("token"), "secret\n");
        PrometheusProperties properties = new PrometheusProperties(
                URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/prefix/"),
                List.of("first", "second{x=\"+\"}"),
                List.of("node", "instance"),
                cluster,
                Duration.ofSeconds(15),
                Duration.ofSeconds(5),
                Duration.ofMinutes(2),
                token);
        return new PrometheusSource(
                properties, properties.client(), directoryOfNodes, () -> leads, clock, new SimpleMeterRegistry());
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private static String vector(String... results) {
        return "{\"status\":\"success\",\"data\":{\"resultType\":\"vector\",\"result\":[" + String.join(",", results)
                + "]}}";
    }

    private static String result(String label, String value, double percent) {
        return result(label, value, NOW, String.valueOf(percent));
    }

    private static String result(String label, String value, double at, String percent) {
        return "{\"metric\":{\"" + label + "\":\"" + value + "\"},\"value\":[" + at + ",\"" + percent + "\"]}";
    }

    private Map<String, Measurement> poll() {
        source.poll();
        return source.read(nodes("a", "b", "c", "d"), Instant.EPOCH);
    }

    @Test
    void labelsNameNodesByNameOrAddressAndTheFirstQueryThatHasANodeCounts() {
        answers.put("first", vector(result("instance", "a:9100", 75.5), result("instance", "10.0.0.3:9100", 20)));
        answers.put(
                "second{x=\"+\"}",
                vector(result("node", "b", 50), result("instance", "a:9199", 72), result("instance", "d", 4)));

        Map<String, Measurement> read = poll();
        assertThat(read).containsOnlyKeys("a", "b", "c", "d");
        assertThat(read.get("a").percent()).isEqualTo(75.5);
        assertThat(read.get("a").at()).isEqualTo(TestClock.START);
        assertThat(read.get("c").percent()).isEqualTo(20);
        assertThat(source.problem()).isEmpty();
        assertThat(authorization).isEqualTo("Bearer secret");
    }

    /** Values as exporters, their charts and rules of relabelling write them. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "EDGE-02:9100",
                "edge-02.",
                "Edge-02.Site.Example.:9100",
                "10.0.0.2:9100",
                "http://10.0.0.2:9100/metrics",
                "https://edge-02.site.example/metrics?x=1",
                "[FD00:0:0::2]:9100",
                "fd00:0:0:0:0:0:0:2",
                "::ffff:10.0.0.2"
            })
    void aNodeIsNamedInManyWays(String instance) {
        directoryOfNodes.put(addressed("edge-02", "10.0.0.2", "fd00::2", "edge-02.site.example"));
        answers.put("first", vector(result("instance", instance, 33)));
        poll();
        assertThat(source.problem()).isEmpty();
        assertThat(source.read(nodes("edge-02"), Instant.EPOCH).get("edge-02").percent())
                .isEqualTo(33);
    }

    /** The label of the node is of another naming, such as a machine's serial number: the address is right. */
    @Test
    void aLabelThatNamesNoNodeDoesNotHideOneThatDoes() {
        answers.put(
                "first",
                vector("{\"metric\":{\"node\":\"SN-4711\",\"instance\":\"10.0.0.3:9100\"},\"value\":[" + NOW
                        + ",\"20\"]}"));
        assertThat(poll().get("c").percent()).isEqualTo(20);
        assertThat(source.problem()).isEmpty();
    }

    private static String of(String cluster, String node, String instance, int percent) {
        String label = cluster.isEmpty() ? "" : "\"cluster\":\"" + cluster + "\",";
        return "{\"metric\":{" + label + "\"node\":\"" + node + "\",\"instance\":\"" + instance + "\"},\"value\":["
                + NOW + ",\"" + percent + "\"]}";
    }

    /** A Prometheus that several clusters write to: the address of a node elsewhere may be one of a node here. */
    @Test
    void theBatteryOfAnotherClusterIsOfNoNodeHere() throws IOException {
        String ours = of("", "a", "10.0.0.1:9100", 80);
        String foreign = of("south", "their-1", "10.0.0.3:9100", 20);
        answers.put("first", vector(ours, foreign));
        assertThat(poll()).as("c has the address").containsOnlyKeys("a");
        assertThat(source.problem().orElseThrow())
                .contains("node=their-1} names no node of the cluster, or several", "set prometheus.cluster");
    }

    /**
     * Our exporter is away, so that the answer has series of the other cluster only: it was seen before that there are
     * two.
     */
    @Test
    void anotherClusterIsNotForgottenWhileOurSeriesAreMissing() {
        String foreign = of("south", "their-1", "10.0.0.3:9100", 20);
        answers.put("first", vector(of("", "a", "10.0.0.1:9100", 80), foreign));
        assertThat(poll()).containsOnlyKeys("a");
        answers.put("first", vector(foreign));
        assertThat(poll()).as("c has the address").containsOnlyKeys("a");
        source.forget();
        assertThat(poll()).as("while this replica did not lead").isEmpty();
        assertThat(source.problem().orElseThrow()).contains("set prometheus.cluster");
    }

    /** The query that has our series comes after the one that has those of the other cluster. */
    @Test
    void allQueriesOfAPollSayWhetherThereAreSeveralClusters() {
        answers.put("first", vector(of("south", "their-1", "10.0.0.3:9100", 20)));
        answers.put("second{x=\"+\"}", vector(of("north", "a", "10.0.0.1:9100", 80)));
        assertThat(poll()).as("c has the address").containsOnlyKeys("a");
        assertThat(poll()).containsOnlyKeys("a");
        assertThat(source.problems())
                .containsExactly("first: the series {cluster=south, instance=10.0.0.3:9100, node=their-1} names no node"
                        + " of the cluster, or several; series of several clusters came: set prometheus.cluster");
    }

    /**
     * The query aggregates, such as {@code avg by (instance)}: nothing says any more which cluster the result is of.
     */
    @Test
    void aQueryThatDropsTheLabelOfTheClusterIsReported() throws IOException {
        source = source("north");
        answers.put("first", vector(result("instance", "a:9100", 70), result("instance", "10.0.0.3:9100", 20)));
        answers.put("second{x=\"+\"}", vector(of("north", "b", "10.0.0.2:9100", 60)));
        assertThat(poll()).containsOnlyKeys("a", "c", "b");
        assertThat(source.problem())
                .contains("first: none of its series has the label cluster, so that prometheus.cluster leaves out none"
                        + " of another cluster: let the query keep the label, as avg by (cluster, instance) does");
    }

    /** The name of the cluster excludes other series silently, and our labels are tried one after the other. */
    @Test
    void theNameOfTheClusterTellsItsSeriesFromOthers() throws IOException {
        source = source("north");
        answers.put(
                "first",
                vector(
                        of("north", "SN-4711", "10.0.0.3:9100", 20),
                        of("south", "a", "10.0.0.1:9100", 5),
                        of("", "b", "10.0.0.2:9100", 60)));
        assertThat(poll()).containsOnlyKeys("c", "b");
        assertThat(poll().get("c").percent()).isEqualTo(20);
        assertThat(source.problem()).isEmpty();
    }

    /** Nodes have their full names, metrics the short ones: if only one node has it. */
    @Test
    void aShortNameNamesTheOnlyNodeThatHasIt() {
        directoryOfNodes.put(node("cam-1.north.example"));
        directoryOfNodes.put(node("cam-2.north.example"));
        directoryOfNodes.put(node("cam-2.south.example"));
        answers.put("first", vector(result("instance", "cam-1:9100", 33), result("instance", "cam-2:9100", 44)));
        poll();
        assertThat(source.read(nodes("cam-1.north.example", "cam-2.north.example"), Instant.EPOCH))
                .containsOnlyKeys("cam-1.north.example");
        assertThat(source.problem().orElseThrow()).contains("{instance=cam-2:9100} names no node");
    }

    @Test
    void addressesOfTheSixthVersionHaveBracketsBeforeAPort() {
        answers.put("first", vector(result("instance", "[fd00::3]:9100", 33)));
        assertThat(poll().get("c").percent()).isEqualTo(33);
    }

    @Test
    void whatIsOfNoNodeOrNotTheOnlyOneIsReportedAndNotUsed() {
        answers.put(
                "first",
                vector(
                        result("instance", "10.0.0.9:9100", 75),
                        result("node", "a", 10),
                        result("node", "a", 20),
                        result("node", "b", 30)));
        assertThat(poll()).containsOnlyKeys("b");
        assertThat(source.problem())
                .contains("first: the series {instance=10.0.0.9:9100} names no node of the cluster, or several; "
                        + "first: node a has several values: aggregate them in the query");
    }

    /** Prometheus dates samples by the clock of its own machine, which may be ahead. */
    @Test
    void aSampleOfTheFutureIsOfNow() {
        answers.put("first", vector(result("node", "d", NOW + 6, "50")));
        assertThat(poll()).containsOnlyKeys("d");
        assertThat(poll().get("d").at()).isEqualTo(TestClock.START);
    }

    @Test
    void noPercentagesAreReportedAndNotUsed() {
        answers.put(
                "first",
                vector(
                        result("node", "a", NOW, "NaN"),
                        result("node", "b", NOW, "+Inf"),
                        result("node", "c", NOW, "101"),
                        result("node", "d", NOW, "-1")));
        assertThat(poll()).isEmpty();
        assertThat(source.problem().orElseThrow())
                .contains("node a: percent is NaN: it must be a number in 0..100", "and 1 more");
    }

    @Test
    void aServerThatFailsLeavesWhatIsKnown() {
        answers.put("first", vector(result("node", "a", 75)));
        assertThat(poll()).containsOnlyKeys("a");

        answers.put("first", "busy");
        assertThat(poll().get("a").percent()).isEqualTo(75);
        assertThat(source.problem().orElseThrow()).contains("gives no results: status 503, and no JSON");
        answers.put("first", "{\"status\":\"error\",\"errorType\":\"bad_data\",\"error\":\"parse error\"}");
        assertThat(poll()).containsOnlyKeys("a");
        assertThat(source.problem().orElseThrow()).contains("bad_data parse error");
        answers.put("first", "{\"status\":\"success\",\"data\":{\"resultType\":\"scalar\",\"result\":[1,\"2\"]}}");
        poll();
        assertThat(source.problem().orElseThrow()).contains("the result is a scalar");
        answers.put("first", vector(result("node", "a", 70)));
        assertThat(poll().get("a").percent()).isEqualTo(70);
        assertThat(source.problem()).isEmpty();
        server.stop(0);
        assertThat(poll().get("a").percent()).isEqualTo(70);
        assertThat(source.problem().orElseThrow()).contains("ConnectException");
    }

    @Test
    void anAnswerThatIsTooLongIsNotRead() {
        answers.put("first", vector(result("node", "a".repeat(5 * 1024 * 1024), 75)));
        answers.put("second{x=\"+\"}", vector(result("node", "b", 50)));
        assertThat(poll()).containsOnlyKeys("b");
        assertThat(source.problem().orElseThrow()).contains("its answer is longer than 4194304 bytes");
    }

    @Test
    void aTokenThatCannotBeSentIsNotShown() throws IOException {
        Files.writeString(directory.resolve("token"), "sec\nret");
        poll();
        assertThat(source.problem().orElseThrow())
                .contains("has characters that a header cannot have")
                .doesNotContain("ret\"", "sec\n");
    }

    @Test
    void onlyLabelsThatMayNameANodeAreReported() {
        answers.put("first", vector("{\"metric\":{\"job\":\"x\"},\"value\":[" + NOW + ",\"5\"]}"));
        poll();
        assertThat(source.problem())
                .contains("first: the series without a label of node-labels names no node of the cluster, or several");
    }

    @Test
    void ageCountsFromTheScrape() {
        answers.put("first", vector(result("node", "a", 75), result("node", "b", 50)));
        answers.put("timestamp(first\n)", vector(result("node", "a", NOW, String.valueOf(NOW - 90))));
        Map<String, Measurement> read = poll();
        assertThat(read.get("a").at()).isEqualTo(TestClock.START.minusSeconds(90));
        assertThat(read.get("b").at()).as("evaluated").isEqualTo(TestClock.START);

        answers.put("timestamp(first\n)", "busy");
        answers.put("first", vector(result("node", "a", 20)));
        assertThat(poll().get("a").percent()).as("of an unknown time").isEqualTo(75);
        assertThat(source.problem()).isPresent();
    }

    @Test
    void aSlowAnswerIsNotOfTheFuture() {
        answersAfter = Duration.ofSeconds(10);
        answers.put("first", vector(result("node", "a", NOW + 10, "75")));
        answers.put("second{x=\"+\"}", vector(result("node", "b", NOW + 20, "75")));
        assertThat(poll()).containsOnlyKeys("a", "b");
        assertThat(source.problem()).isEmpty();
    }

    @Test
    void aQueryThatFailsDoesNotStopTheOthers() {
        answers.put("first", "{\"status\":\"error\",\"errorType\":\"bad_data\",\"error\":\"parse error\"}");
        answers.put("second{x=\"+\"}", vector(result("node", "b", 50)));
        assertThat(poll()).containsOnlyKeys("b");
        assertThat(source.problem().orElseThrow()).startsWith("first: ").contains("bad_data parse error");
    }

    @Test
    void aNodeWhoseQueryFailsIsNotHandedToALaterOne() {
        answers.put("first", vector(result("node", "a", 12)));
        answers.put("second{x=\"+\"}", vector(result("node", "a", 12), result("node", "b", 50)));
        assertThat(poll().get("a").percent()).isEqualTo(12);

        answers.put("first", "busy");
        answers.put("second{x=\"+\"}", vector(result("node", "a", 100), result("node", "b", 40)));
        assertThat(poll().get("a").percent()).isEqualTo(12);
        assertThat(poll().get("b").percent()).as("the others are read").isEqualTo(40);

        answers.put("first", vector());
        assertThat(poll().get("a").percent()).as("the first has it no more").isEqualTo(100);
        answers.put("first", "busy");
        answers.put("second{x=\"+\"}", vector(result("node", "a", 90)));
        assertThat(poll().get("a").percent()).as("it is the second's").isEqualTo(90);
        answers.put("first", vector(result("node", "a", 11)));
        assertThat(poll().get("a").percent()).as("the second is away").isEqualTo(90);
    }

    @Test
    void whatQueriesDisagreeAboutAges() {
        answers.put("second{x=\"+\"}", vector(result("node", "a", 80)));
        assertThat(poll().get("a").percent()).isEqualTo(80);
        answers.put("first", vector(result("node", "a", 2)));
        assertThat(poll().get("a").percent()).isEqualTo(80);
        assertThat(source.problem().orElseThrow()).contains("node a: first says 2.0 %, second{x=\"+\"} says 80.0 %");
    }

    /** A query that names no job is answered by any scraped program: which one is safe, only the user knows. */
    @Test
    void withoutQueriesTheServiceDoesNotStart() {
        PrometheusProperties none = new PrometheusProperties(
                URI.create("http://127.0.0.1:9090"),
                List.of(),
                List.of("node"),
                "",
                Duration.ofSeconds(15),
                Duration.ofSeconds(5),
                Duration.ofMinutes(2),
                null);
        assertThatThrownBy(() -> new PrometheusConfiguration()
                        .prometheusSource(none, directoryOfNodes, () -> leads, clock, new SimpleMeterRegistry()))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessageContaining("edgewise.energy-adapter.prometheus.queries is not set");
    }

    @Test
    void allProblemsCanBeRead() {
        answers.put(
                "first",
                vector(result("node", "v", 1), result("node", "w", 1), result("node", "x", 1), result("node", "y", 1)));
        poll();
        assertThat(source.problems())
                .hasSize(4)
                .last()
                .isEqualTo("first: the series {node=y} names no node of the cluster, or several");
        source.forget();
        assertThat(source.problems()).isEmpty();
    }

    @Test
    void aNodeOfWhichAQueryHasSeveralValuesOrNoneThatIsGoodIsNotHandedToALaterOne() {
        answers.put("first", vector(result("node", "a", 10), result("node", "a", 20), result("node", "b", NOW, "NaN")));
        answers.put("second{x=\"+\"}", vector(result("node", "a", 100), result("node", "b", 100)));
        assertThat(poll()).isEmpty();
        assertThat(source.problem().orElseThrow())
                .contains("node a has several values", "node b: percent is NaN")
                .doesNotContain("second");
    }

    @Test
    void aResultWithoutAValueDoesNotStopTheOthers() {
        answers.put("first", vector("{\"metric\":{\"node\":\"a\"},\"histogram\":[]}", result("node", "b", 50)));
        assertThat(poll()).containsOnlyKeys("b");
        assertThat(source.problem().orElseThrow()).contains("node a: percent is NaN");
    }

    @Test
    void anAddressThatSeveralNodesHaveNamesNone() {
        directoryOfNodes.put(addressed("d", "10.0.0.3"));
        answers.put("first", vector(result("instance", "10.0.0.3:9100", 20)));
        assertThat(poll()).isEmpty();
        assertThat(source.problem().orElseThrow()).contains("names no node of the cluster, or several");
    }

    @Test
    void whoLeadsAgainKnowsNothingOfTheLastTime() {
        answers.put("first", vector(result("node", "a", 50)));
        answers.put("second{x=\"+\"}", "busy");
        assertThat(poll()).containsOnlyKeys("a");
        assertThat(source.problem()).isPresent();
        source.forget();
        assertThat(source.read(directoryOfNodes.all(), TestClock.START)).isEmpty();
        assertThat(source.problem()).isEmpty();
    }

    @Test
    void onlyTheLeaderAsks() {
        leads = false;
        answers.put("first", vector(result("node", "a", 75)));
        assertThat(poll()).isEmpty();
        assertThat(authorization).isEmpty();
    }
}
