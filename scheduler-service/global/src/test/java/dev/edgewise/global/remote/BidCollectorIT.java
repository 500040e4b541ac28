package dev.edgewise.global.remote;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.testing.TestClock;
import dev.edgewise.common.time.Ticker;
import dev.edgewise.global.TestRequests;
import dev.edgewise.global.cluster.PodShape;
import dev.edgewise.global.cluster.PromisedCapacity;
import dev.edgewise.global.manifests.ManifestParser;
import dev.edgewise.global.model.GlobalRequest;
import dev.edgewise.global.model.Policy;
import dev.edgewise.global.model.PolicyType;
import dev.edgewise.global.model.RankedResource;
import dev.edgewise.global.policy.Bid;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Bids of a member with one node of 4 CPUs for a pod of 1 CPU. A capacity makes bids for 30 s, and up to 10 minutes if
 * it cannot be read again in time.
 */
@Timeout(180)
class BidCollectorIT {
    private static final Instant NOW = TestClock.START;
    private static final Duration SOON = Duration.ofMillis(300);
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final String NODES =
            """
            {"items": [{"metadata": {"name": "n"}, "status": {"allocatable": {"cpu": "4", "memory": "8Gi", "pods": "10"}}}]}
            """;
    private static final String SIMULATE =
            "/api/v1/namespaces/edgewise/services/scheduler-service:8080/proxy/api/v1/placements:simulate";
    private static final Map<String, String> WITH_SCHEDULER =
            Map.of("edgewise.dev/services", "edgewise/scheduler-service");

    private final TestClock clock = new TestClock();
    private final PromisedCapacity promised = new PromisedCapacity(Duration.ofMinutes(2));
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final CountDownLatch released = new CountDownLatch(1);
    private TestMember edge;
    private MemberRegistry registry;
    private BidCollector bids;

    @BeforeEach
    void start() throws Exception {
        edge = new TestMember(NOW);
        edge.answers("/api/v1/nodes", 200, NODES);
        edge.answers("/api/v1/pods", 200, "{\"items\": []}");
        MemberLimits limits = new MemberLimits(
                Duration.ofSeconds(20),
                8,
                2,
                Duration.ofSeconds(5),
                Duration.ofSeconds(15),
                Duration.ofSeconds(30),
                Duration.ofMinutes(10),
                2);
        registry = new MemberRegistry(limits, () -> false, clock, Ticker.system());
        bids = new BidCollector(
                registry,
                promised,
                new DelaySourceResolver(registry, Ticker.system()),
                limits,
                threads,
                clock,
                Ticker.system());
    }

    @AfterEach
    void stop() {
        released.countDown();
        registry.close();
        threads.shutdownNow();
        edge.close();
    }

    /** A member of 150,000 pods is listed for longer than a bid may take. */
    @Test
    void bidsWithWhatIsKnownWhileANewerCapacityIsRead() {
        member(Map.of());
        assertThat(bid(LONG).fits()).isEqualTo(4);
        clock.advance(Duration.ofSeconds(90));
        edge.answers("/api/v1/pods", (question, body) -> {
            released.await();
            return Map.entry(200, "{\"items\": []}");
        });

        Bid bid = bid(SOON);

        assertThat(bid.refusal()).isEmpty();
        assertThat(bid.fits()).isEqualTo(4);
        assertThat(bid.at()).isEqualTo(NOW);
        assertThat(bid.validFor()).isEqualTo(Duration.ofMinutes(10));
        assertThat(bid.basis()).isEqualTo("counted from its nodes and pods, which are not read again yet");
    }

    /** Nothing is decided about a member of which nothing is known, however long its first list takes. */
    @Test
    void aMemberWhoseCapacityWasNeverReadMakesNoBid() {
        edge.answers("/api/v1/pods", (question, body) -> {
            released.await();
            return Map.entry(200, "{\"items\": []}");
        });
        member(Map.of());

        Bid bid = bid(SOON);

        assertThat(bid.isAccepted()).isFalse();
        assertThat(bid.refusal()).isEqualTo("capacity unknown: its nodes and pods are not read yet");
        assertThat(bid.fits()).isZero();
        assertThat(bid.availability()).isNaN();
    }

    @Test
    void refusesWhenTheKnownCapacityIsTooOld() {
        member(Map.of());
        bid(LONG);
        clock.advance(Duration.ofMinutes(11));
        edge.answers("/api/v1/pods", 403, "{\"message\": \"pods is forbidden\"}");

        assertThat(bid(LONG).refusal())
                .isEqualTo("capacity unknown: it does not list /api/v1/pods: 403 pods is forbidden");
    }

    @Test
    void readsNothingForABidWhileTheCapacityIsYoung() {
        member(Map.of());
        bid(LONG);
        clock.advance(Duration.ofSeconds(29));
        bid(LONG);
        assertThat(edge.count("GET /api/v1/nodes")).isEqualTo(1);

        clock.advance(Duration.ofSeconds(2));
        bid(LONG);
        assertThat(edge.count("GET /api/v1/nodes")).isEqualTo(2);
    }

    /**
     * A refused list says nothing about the rest of the API server: the cluster stays reachable, and shows the reason.
     */
    @Test
    void aRefusedOrBrokenListIsAnUnknownCapacityAndNoUnreachableCluster() {
        edge.answers("/api/v1/pods", 403, "{\"message\": \"pods is forbidden\"}");
        member(Map.of());

        assertThat(bid(LONG).refusal())
                .isEqualTo("capacity unknown: it does not list /api/v1/pods: 403 pods is forbidden");
        var member = Objects.requireNonNull(registry.members().get("edge"));
        assertThat(member.reachable()).isTrue();
        assertThat(member.problem()).isEmpty();
        assertThat(member.capacityProblem())
                .isEqualTo("capacity unknown: it does not list /api/v1/pods: 403 pods is forbidden");

        edge.answers("/api/v1/pods", 200, "{\"kind\": \"garbage\"}");
        assertThat(bid(LONG).refusal()).isEqualTo("capacity unknown: its list of /api/v1/pods has no items");

        edge.answers("/api/v1/pods", 200, "garbage");
        assertThat(bid(LONG).refusal())
                .isEqualTo("capacity unknown: its list of /api/v1/pods fails: its answer is no JSON object: is it an"
                        + " API server?");

        edge.answers("/api/v1/pods", 200, "{\"items\": []}");
        assertThat(bid(LONG).fits()).isEqualTo(4);
        assertThat(Objects.requireNonNull(registry.members().get("edge")).capacityProblem())
                .isEmpty();
    }

    /** Six bids that begin while one list is under way have all the same figures, from one read. */
    @Test
    void oneReadServesAllWhoWait() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        edge.answers("/api/v1/nodes", (question, body) -> {
            begun.countDown();
            released.await();
            return Map.entry(200, NODES);
        });
        member(Map.of());
        List<Future<Bid>> all = new ArrayList<>();
        all.add(threads.submit(() -> bid(LONG)));
        begun.await();
        MemberHandle handle = Objects.requireNonNull(registry.find("edge"));
        var waiting = registry.readCapacity(handle);
        for (int index = 0; index < 5; index++) {
            assertThat(registry.readCapacity(handle)).isSameAs(waiting);
            all.add(threads.submit(() -> bid(LONG)));
        }
        released.countDown();

        for (Future<Bid> each : all) {
            assertThat(each.get().fits()).isEqualTo(4);
        }
        assertThat(edge.count("GET /api/v1/nodes")).isEqualTo(1);
    }

    /** Five members are read by two at a time. */
    @Test
    void readsNoMoreMembersAtATimeThanTheLimit() {
        AtomicInteger running = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        edge.answers("/api/v1/nodes", (question, body) -> {
            most.accumulateAndGet(running.incrementAndGet(), Math::max);
            Thread.yield();
            running.decrementAndGet();
            return Map.entry(200, NODES);
        });
        List<String> names = List.of("m1", "m2", "m3", "m4", "m5");
        names.forEach(name -> registry.secret(edge.secret(name, Map.of())));

        List<Bid> all = bids.collect(request(PolicyType.COST), prepared(), names, LONG);

        assertThat(all).allSatisfy(each -> assertThat(each.fits()).isEqualTo(4));
        assertThat(most.get()).isBetween(1, 2);
    }

    @Test
    void refusesForEachClassOfNodes() {
        edge.answers(
                "/api/v1/nodes",
                200,
                """
                {"items": [
                  {"metadata": {"name": "a"}, "status": {"allocatable": {"cpu": "500m", "memory": "8Gi", "pods": "10"}}},
                  {"metadata": {"name": "b"}, "status": {"allocatable": {"cpu": "500m", "memory": "8Gi", "pods": "0"}}},
                  {"metadata": {"name": "c"}, "spec": {"unschedulable": true, "taints": [{"effect": "NoSchedule"}]}},
                  {"metadata": {"name": "d"}, "spec": {"taints": [{"effect": "NoExecute"}]}}]}
                """);
        member(Map.of());

        assertThat(bid(LONG).refusal())
                .isEqualTo("its pods do not fit: 0 of 1 pods of 1000m CPU, 0 MiB find a node; of 2 nodes that take"
                        + " pods 1 lack CPU, 1 lack CPU and places for pods; 2 more take no pods: 1 cordoned, 1"
                        + " tainted");
    }

    /**
     * The token is for scheduler-service alone, and in a header that the proxy of the API server leaves there. Two of
     * 200 sets were asked about.
     */
    @Test
    void theWhatIfOfItsSchedulerServiceAnswers() {
        account();
        edge.answers(
                SIMULATE,
                200,
                "{\"pods\": [{\"node\": \"n\"}, {\"node\": \"n\"}, {\"node\": null, \"message\": \"full\"}]}");
        member(WITH_SCHEDULER);

        Bid bid = bid(LONG);

        assertThat(bid.fits()).isEqualTo(2);
        assertThat(bid.basis()).isEqualTo("what-if of its scheduler-service");
        assertThat(Objects.requireNonNull(edge.headers.get(SIMULATE)).getFirst("Edgewise-Authorization"))
                .isEqualTo("Bearer for-edgewise-scheduler-service");
        assertThat(edge.count("POST /api/v1/namespaces/edgewise-member/serviceaccounts/global-scheduler/token"))
                .isEqualTo(1);
        bid(LONG);
        assertThat(edge.count("POST /api/v1/namespaces/edgewise-member/serviceaccounts/global-scheduler/token"))
                .isEqualTo(1);
    }

    /** The member refuses by its own filters, which a capacity does not show. */
    @Test
    void aWhatIfThatFindsNoNodeRefuses() {
        account();
        edge.answers(
                SIMULATE,
                200,
                "{\"pods\": [{\"node\": null, \"message\": \"0/1 nodes are available: 1 untolerated taint\"}]}");
        member(WITH_SCHEDULER);

        assertThat(bid(LONG).refusal())
                .isEqualTo("scheduler-service of the cluster says 0/1 nodes are available: 1 untolerated taint");
    }

    @Test
    void countsItselfWhenTheWhatIfHasNoAnswerAndSaysWhy() {
        account();
        edge.answers(SIMULATE, 503, "{\"detail\": \"Other placements are being simulated\"}");
        member(WITH_SCHEDULER);

        Bid bid = bid(LONG);

        assertThat(bid.fits()).isEqualTo(4);
        assertThat(bid.basis())
                .isEqualTo("counted from its nodes and pods, as its scheduler-service does not answer:"
                        + " scheduler-service answers 503 Other placements are being simulated");

        edge.answers(SIMULATE, (question, body) -> {
            released.await();
            return Map.entry(200, "{}");
        });
        assertThat(bid(Duration.ofSeconds(2)).basis())
                .startsWith("counted from its nodes and pods, as its scheduler-service does not answer");
    }

    /** A capacity that may not be read is no obstacle where the scheduler itself answers. */
    @Test
    void theWhatIfAnswersForAnUnknownCapacity() {
        account();
        edge.answers("/api/v1/pods", 403, "{\"message\": \"pods is forbidden\"}");
        edge.answers(SIMULATE, 200, "{\"pods\": [{\"node\": \"n\"}]}");
        member(WITH_SCHEDULER);

        Bid bid = bid(LONG);

        assertThat(bid.fits()).isEqualTo(1);
        assertThat(bid.availability()).isNaN();
    }

    /** One promised pod comes first in the question, as a plain pod of its size, and is not counted. */
    @Test
    void promisedPodsArePlacedFirst() {
        account();
        promised.promise("edge", "other/1", List.of(new PodShape(1, 3_000, 0, 0)), NOW);
        List<String> questions = new ArrayList<>();
        edge.answers(SIMULATE, (question, body) -> {
            questions.add(body);
            return Map.entry(200, "{\"pods\": [{\"node\": \"n\"}, {\"node\": \"n\"}, {\"node\": null}]}");
        });
        member(WITH_SCHEDULER);

        assertThat(bid(LONG).fits()).isEqualTo(1);
        assertThat(questions.get(0)).contains("\"cpu\":\"3000m\"");
    }

    @Test
    void aSourceThatIsNotThereIsAProblemOfItsField() {
        edge.answers("/api/v1/namespaces/shop/pods", 200, "{\"items\": []}");
        member(Map.of());

        assertThat(bid(policy("edge", "", "shop/web-1")).refusal())
                .isEqualTo("spec.policy.sourcePod is shop/web-1: it must be a pod of cluster edge that has a node");
        assertThat(bid(policy("edge", "", "kube-system/dns")).refusal())
                .isEqualTo("spec.policy.sourcePod is kube-system/dns: it must be in a namespace that the request may"
                        + " use in edge");
        assertThat(bid(policy("edge", "m", "")).refusal())
                .isEqualTo("spec.policy.sourceNode is m: it must be a node of cluster edge");
        assertThat(bid(policy("far", "", "")).refusal())
                .isEqualTo("spec.policy.sourceCluster is far: it must be the name of a member that namespace shop may"
                        + " use");
        assertThat(bid(policy("", "n", "")).refusal())
                .isEqualTo("spec.policy.sourceNode is n: it must be left out, or with sourceCluster, the member that it"
                        + " is in");
        assertThat(bid(policy("edge", "n", "")).refusal()).isEmpty();
    }

    /**
     * From pod web-1 on node n: 2 ms to the gateway edge, and 5 ms from there to cloud, where nothing was measured from
     * n itself.
     */
    @Test
    void delayCountsFromTheNodeOfThePodByTheMembersNetworkProbe() {
        account();
        edge.answers(
                "/api/v1/namespaces/shop/pods",
                200,
                "{\"items\": [{\"metadata\": {\"name\": \"web-1\"}, \"spec\": {\"nodeName\": \"n\"}}]}");
        String probe = "/api/v1/namespaces/edgewise/services/network-probe:8080/proxy/api/v1/rtt?fresh=true&from=";
        edge.answers(probe + "n&", 200, "{\"items\": [{\"from\": \"n\", \"to\": \"gw\", \"p50Ms\": 2, \"loss\": 0}]}");
        edge.answers(
                probe + "gw&",
                200,
                "{\"items\": [{\"from\": \"gw\", \"to\": \"cloud\", \"p50Ms\": 5, \"loss\": 0},"
                        + " {\"from\": \"gw\", \"to\": \"stranger\", \"p50Ms\": 1, \"loss\": 0}]}");
        member(Map.of("edgewise.dev/services", "edgewise/network-probe", "edgewise.dev/probe-node", "gw"));
        registry.secret(edge.secret("cloud", Map.of()));
        MemberDelayAndBatteryCache signals = Objects.requireNonNull(
                Objects.requireNonNull(registry.find("edge")).signals());
        signals.readDue(Runnable::run);

        GlobalRequest request = request(policy("edge", "", "shop/web-1"));
        Bid bid = bids.collect(request, prepared(), List.of("cloud"), LONG).get(0);

        assertThat(bid.latencyMillis()).isEqualTo(7);
        assertThat(registry.delays().between("edge", "cloud")).isEqualTo(5);
    }

    private void account() {
        edge.answers(
                "/apis/authentication.k8s.io/v1/selfsubjectreviews",
                201,
                "{\"status\": {\"userInfo\": {\"username\": \"system:serviceaccount:edgewise-member:global-scheduler\"}}}");
        edge.answers("/api/v1/namespaces/edgewise-member/serviceaccounts/global-scheduler/token", (question, body) -> {
            String audience = body.replaceAll(".*\"audiences\":\\[\"([^\"]*)\"].*", "$1");
            return Map.entry(201, "{\"status\": {\"token\": \"for-" + audience + "\"}}");
        });
    }

    private void member(Map<String, String> annotations) {
        registry.secret(edge.secret("edge", annotations));
    }

    private Bid bid(Duration within) {
        return bids.collect(request(PolicyType.COST), prepared(), List.of("edge"), within)
                .get(0);
    }

    private Bid bid(Policy policy) {
        return bids.collect(request(policy), prepared(), List.of("edge"), LONG).get(0);
    }

    private static Policy policy(String cluster, String node, String pod) {
        return new Policy(PolicyType.LOW_LATENCY, cluster, node, pod, RankedResource.ALL, "");
    }

    private static GlobalRequest request(PolicyType policy) {
        return request(Policy.of(policy));
    }

    private static GlobalRequest request(Policy policy) {
        return TestRequests.of("a", "[edge]").request().with(policy);
    }

    private static PreparedRequestManifests prepared() {
        String pod = "{apiVersion: v1, kind: Pod, metadata: {name: a}, spec: {containers: [{name: c, resources:"
                + " {requests: {cpu: 1}}}]}}";
        return new PreparedRequestManifests(
                ManifestParser.parse("m", pod).objects(), List.of(new PodShape(1, 1_000, 0, 0)), false, false, "");
    }
}
