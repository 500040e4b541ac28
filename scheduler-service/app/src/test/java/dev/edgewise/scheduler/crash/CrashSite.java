package dev.edgewise.scheduler.crash;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.edgewise.common.testing.EmbeddedRedis;
import dev.edgewise.scheduler.acceptance.RealApi;
import dev.edgewise.scheduler.acceptance.RealSite;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The surroundings of the processes that a crash test harms: nodes in sites, their delays in a Redis, the truth. */
final class CrashSite implements AutoCloseable {
    /** Long enough for whatever comes in the end, however slow the machine is. */
    static final Duration PATIENCE = Duration.ofMinutes(5);

    /** The cores of a node that a burst fills: {@code -Dedgewise.burst-cores=5} for bursts of 1,000 pods. */
    static final int BURST_CORES = Integer.getInteger("edgewise.burst-cores", 3);
    /** The pods that fit, and not one more: 4 sites x 5 nodes, ten pods a core. */
    static final int BURST = EdgeSites.SITES * 5 * 10 * BURST_CORES;

    private final Path kubeconfig;
    private final RealApi api;
    private final RealSite site;
    private final EdgeSites sites;
    private final EmbeddedRedis redis = new EmbeddedRedis();
    private CompletableFuture<Void> burst = CompletableFuture.completedFuture(null);

    private CrashSite(Path kubeconfig) {
        this.kubeconfig = kubeconfig;
        this.api = new RealApi(kubeconfig);
        this.site = new RealSite(api);
        this.sites = new EdgeSites(api, site);
        redis.start();
        await().atMost(PATIENCE)
                .until(() -> api.exists("/api/v1/namespaces/" + site.namespace() + "/serviceaccounts/default"));
    }

    /** Opens the site on the cluster of the environment; skips the test if there is none. */
    static CrashSite open() {
        return on(RealApi.kubeconfig("KUBECONFIG"));
    }

    static CrashSite on(Path kubeconfig) {
        return new CrashSite(kubeconfig);
    }

    /** Creates the nodes and tells their delays. */
    void nodes(int coresPerNode) {
        nodes(EdgeSites.SITES, coresPerNode);
    }

    /** Creates nodes in this many sites and publishes their delays. */
    void nodes(int sitesOfFive, int coresPerNode) {
        sites.create(sitesOfFive, coresPerNode);
        sites.publishDelays(redis.port());
    }

    /** A replica with leader election on this site's own Lease. */
    Replica start(String... arguments) {
        return start(kubeconfig, arguments);
    }

    /** Starts a replica with another kubeconfig. */
    Replica start(Path way, String... arguments) {
        return start(way, List.of(), arguments);
    }

    /** Starts a replica with another kubeconfig and more options for the Java machine. */
    Replica start(Path way, List<String> options, String... arguments) {
        List<String> all = new ArrayList<>(
                redis.properties().stream().map(property -> "--" + property).toList());
        all.add("--edgewise.leader-election.namespace=" + site.namespace());
        all.addAll(Arrays.asList(arguments));
        return Replica.start(way, options, all.toArray(String[]::new));
    }

    /** Begins to create the pods of a burst; returns at once. */
    void burst(int pods) {
        burst = CompletableFuture.runAsync(() -> sites.burst("burst", 0, pods));
    }

    /** Waits until the burst has been created. */
    void awaitBurst() {
        burst.join();
    }

    void create(String pod, int at) {
        site.create(sites.pod(pod, at));
    }

    void remove(String pod) {
        api.remove("/api/v1/namespaces/" + site.namespace() + "/pods/" + pod);
    }

    /** Whether the API server answers, and is ready for work. */
    boolean answers() {
        return api.succeeds("/readyz");
    }

    /** Returns whether no replica has renewed the Lease for its duration. */
    boolean isWithoutLeader() {
        JsonNode lease = api.get("/apis/coordination.k8s.io/v1/namespaces/" + site.namespace() + "/leases")
                .at("/items/0/spec");
        return Instant.parse(lease.path("renewTime").asText())
                .plusSeconds(lease.path("leaseDurationSeconds").asLong())
                .isBefore(Instant.now());
    }

    /** The version of all pods at this moment. */
    String podsVersion() {
        return api.get("/api/v1/pods?limit=1").at("/metadata/resourceVersion").asText();
    }

    /** Whether the API server no longer knows the changes of pods since that version. */
    boolean isGone(String version) {
        return api.text("/api/v1/pods?watch=1&timeoutSeconds=1&resourceVersion=" + version)
                .contains("\"code\":410");
    }

    BindingHistory history() {
        return new BindingHistory(api.client(), site.namespace());
    }

    Truth truth() {
        return new Truth(api.client(), site, sites);
    }

    /** Removes all pods and events. */
    void clear() {
        burst.join();
        api.removeAll("/api/v1/namespaces/" + site.namespace() + "/pods");
        api.removeAll("/api/v1/namespaces/" + site.namespace() + "/events");
        await().atMost(PATIENCE).until(() -> site.pods().isEmpty());
    }

    Path kubeconfig() {
        return kubeconfig;
    }

    RealApi api() {
        return api;
    }

    RealSite site() {
        return site;
    }

    EdgeSites sites() {
        return sites;
    }

    EmbeddedRedis redis() {
        return redis;
    }

    /** Removes all that is its own, also where its pods cannot be removed: later tests would meet its nodes. */
    @Override
    public void close() {
        try (api;
                site) {
            clear();
        } finally {
            redis.afterAll(null);
        }
    }
}
