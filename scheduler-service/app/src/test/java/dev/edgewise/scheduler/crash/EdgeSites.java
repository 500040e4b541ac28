package dev.edgewise.scheduler.crash;

import dev.edgewise.common.signal.ObservationMetadata;
import dev.edgewise.common.signal.RoundTripTime;
import dev.edgewise.common.signal.json.RoundTripTimeJsonCodec;
import dev.edgewise.common.signal.redis.RedisFollowWaitTimes;
import dev.edgewise.common.signal.redis.RedisSignalStore;
import dev.edgewise.scheduler.acceptance.RealApi;
import dev.edgewise.scheduler.acceptance.RealSite;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.HttpURLConnection;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.stream.IntStream;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * Sites of five nodes, four if nothing else is said, 2 ms from node to node within a site and 30 ms between sites. A
 * burst fills them to the last core: each of its pods needs to be within 10 ms of a node of one site, and each site has
 * room for a quarter of them.
 */
final class EdgeSites {
    static final int SITES = 4;
    private static final int NODES_PER_SITE = 5;
    private static final String PROFILE = "edgewise";
    private static final Duration VALID_FOR = Duration.ofDays(1);
    private static final long NEAR_MICROS = 2_000;
    private static final long FAR_MICROS = 30_000;

    private final RealApi api;
    private final RealSite site;
    private int count = SITES;

    EdgeSites(RealApi api, RealSite site) {
        this.api = api;
        this.site = site;
    }

    /** Creates the nodes. A core holds ten pods of a burst. */
    void create(int sites, int coresPerNode) {
        count = sites;
        api.each(names(), name -> create(name, coresPerNode));
    }

    void create(String node, int cores) {
        site.node(node, Integer.toString(cores), Map.of());
    }

    int count() {
        return count;
    }

    List<String> names() {
        return IntStream.range(0, count * NODES_PER_SITE)
                .mapToObj(i -> node(i / NODES_PER_SITE, i % NODES_PER_SITE))
                .toList();
    }

    static String node(int site, int number) {
        return "site" + site + "-" + number;
    }

    /** The site that a node belongs to, as its whole name tells. */
    int siteOf(String node) {
        return node.charAt(site.name("site").length()) - '0';
    }

    /** Tells the services, through Redis, how far the nodes are from each other. */
    void publishDelays(int redisPort) {
        publish(redisPort, names(), (from, to) -> siteOf(site.name(from)) == siteOf(site.name(to)));
    }

    /** Tells that all nodes of another site are near to the first node of a site. */
    void moveNear(int redisPort, int at, int other) {
        publish(
                redisPort,
                List.of(node(at, 0)),
                (from, to) -> siteOf(site.name(to)) == at || siteOf(site.name(to)) == other);
    }

    private void publish(int redisPort, List<String> rows, BiPredicate<String, String> near) {
        LettuceConnectionFactory redis = new LettuceConnectionFactory("127.0.0.1", redisPort);
        redis.afterPropertiesSet();
        redis.start();
        try {
            RedisSignalStore<RoundTripTime> store = new RedisSignalStore<>(
                    redis,
                    RoundTripTimeJsonCodec.KIND,
                    RedisFollowWaitTimes.within(Duration.ofSeconds(2)),
                    Clock.systemUTC(),
                    new SimpleMeterRegistry());
            ObservationMetadata observed = new ObservationMetadata(Instant.now(), "test", VALID_FOR);
            rows.forEach(from -> store.replace(site.name(from), row(from, near, observed)));
        } finally {
            redis.destroy();
        }
    }

    private Map<String, RoundTripTime> row(
            String from, BiPredicate<String, String> near, ObservationMetadata observed) {
        Map<String, RoundTripTime> row = new HashMap<>();
        for (String to : names()) {
            if (!to.equals(from)) {
                long micros = near.test(from, to) ? NEAR_MICROS : FAR_MICROS;
                row.put(site.name(to), RoundTripTime.ofMicros(micros, observed));
            }
        }
        return row;
    }

    /** Creates pods {@code <name>-<from>} to {@code <name>-<to - 1>}, evenly for all sites, whatever it takes. */
    void burst(String name, int from, int to) {
        api.each(IntStream.range(from, to).boxed().toList(), i -> create(pod(name + '-' + i, i % count)));
    }

    /** The client asks again while the API server is away: an attempt whose answer was lost has created it already. */
    private void create(PodBuilder pod) {
        try {
            site.create(pod);
        } catch (KubernetesClientException e) {
            if (e.getCode() != HttpURLConnection.HTTP_CONFLICT) {
                throw e;
            }
        }
    }

    /** A pod that has to run within 10 ms of that site's first node. */
    PodBuilder pod(String name, int at) {
        return site.pod(name, PROFILE, "100m")
                .editMetadata()
                .addToLabels("delay_" + site.name(node(at, 0)), "10")
                .endMetadata();
    }
}
