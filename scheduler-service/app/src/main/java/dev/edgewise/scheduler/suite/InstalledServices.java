package dev.edgewise.scheduler.suite;

import dev.edgewise.common.time.Ticker;
import dev.edgewise.scheduler.suite.SuiteResponse.Replica;
import dev.edgewise.scheduler.suite.SuiteResponse.Service;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.springframework.cloud.client.ServiceInstance;
import org.springframework.cloud.client.discovery.DiscoveryClient;

/**
 * Finds the installed services and asks their replicas for health and version. Asks at most once in {@link #VALID_FOR}.
 */
class InstalledServices {
    static final Duration VALID_FOR = Duration.ofSeconds(2);

    /** The maximum number of listed replicas of one service; further ones are only counted. */
    private static final int MAX_REPLICAS = 20;

    private final DiscoveryClient discovery;
    private final KubernetesClient kubernetes;
    private final ReplicaProbe probe;
    private final Clock clock;
    private final Ticker ticker;
    private @Nullable Known last;

    private record Known(SuiteResponse suite, long at) {}

    /** @param kubernetes with this service's namespace as its own */
    InstalledServices(
            DiscoveryClient discovery, KubernetesClient kubernetes, ReplicaProbe probe, Clock clock, Ticker ticker) {
        this.discovery = discovery;
        this.kubernetes = kubernetes;
        this.probe = probe;
        this.clock = clock;
        this.ticker = ticker;
    }

    /** @throws RuntimeException of the Kubernetes client if the API server does not list the services */
    synchronized SuiteResponse get() {
        Known known = last;
        if (known == null || ticker.since(known.at()).compareTo(VALID_FOR) >= 0) {
            known = new Known(new SuiteResponse(clock.instant(), services()), ticker.nanos());
            last = known;
        }
        return known.suite();
    }

    private List<Service> services() {
        List<CompletableFuture<Service>> services = discovery.getServices().stream()
                .distinct()
                .sorted()
                .map(this::service)
                .toList();
        return services.stream().map(CompletableFuture::join).toList();
    }

    private CompletableFuture<Service> service(String name) {
        List<ServiceInstance> ready = instances(name);
        List<CompletableFuture<Replica>> replicas =
                ready.stream().limit(MAX_REPLICAS).map(probe::probe).toList();
        Integer desired = desired(name);
        return CompletableFuture.allOf(replicas.toArray(CompletableFuture<?>[]::new))
                .thenApply(all -> Service.of(
                        name,
                        desired,
                        ready.size(),
                        replicas.stream().map(CompletableFuture::join).toList()));
    }

    /** A Service that was deleted since it was listed has none: the discovery client reads it without looking. */
    private List<ServiceInstance> instances(String name) {
        try {
            return discovery.getInstances(name);
        } catch (NullPointerException deleted) {
            return List.of();
        }
    }

    private @Nullable Integer desired(String name) {
        Deployment deployment = kubernetes.apps().deployments().withName(name).get();
        return deployment == null ? null : deployment.getSpec().getReplicas();
    }
}
