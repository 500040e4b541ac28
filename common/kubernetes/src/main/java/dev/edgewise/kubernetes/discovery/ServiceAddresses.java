package dev.edgewise.kubernetes.discovery;

import dev.edgewise.common.time.Ticker;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.cloud.client.ServiceInstance;
import org.springframework.cloud.client.discovery.DiscoveryClient;

/**
 * Addresses of the suite's services in this service's namespace, by the names of their Services. Safe for many threads.
 */
public final class ServiceAddresses {
    private static final Duration VALID_FOR = Duration.ofSeconds(30);
    /**
     * A replica that failed, or none, is looked up again after so long: callers that repeat do not load the API server.
     */
    private static final Duration RETRY_AFTER = Duration.ofSeconds(5);

    private final DiscoveryClient discovery;
    private final Ticker ticker;
    private final Map<String, LookUp> found = new ConcurrentHashMap<>();

    /** @param problem why there is no address; null if there is one */
    private record LookUp(@Nullable URI address, @Nullable String problem, long at, Duration validFor) {
        URI require() throws IOException {
            if (address == null) {
                throw new IOException(problem);
            }
            return address;
        }
    }

    public ServiceAddresses(DiscoveryClient discovery, Ticker ticker) {
        this.discovery = discovery;
        this.ticker = ticker;
    }

    /**
     * Scheme, address and port of a ready replica.
     *
     * @throws IOException if the API server lists none, or does not answer
     */
    public URI of(String service) throws IOException {
        LookUp known = found.get(service);
        if (known == null || ticker.since(known.at()).compareTo(known.validFor()) >= 0) {
            known = lookUp(service);
            found.put(service, known);
        }
        return known.require();
    }

    /** A replica did not answer; another one is looked up soon. */
    public void failed(String service) {
        found.computeIfPresent(
                service, (name, known) -> new LookUp(known.address(), known.problem(), known.at(), RETRY_AFTER));
    }

    private LookUp lookUp(String service) {
        try {
            List<ServiceInstance> replicas = discovery.getInstances(service);
            return replicas.isEmpty()
                    ? none("Service " + service + " has no ready replica in this namespace")
                    : new LookUp(address(replicas.get(0)), null, ticker.nanos(), VALID_FOR);
        } catch (RuntimeException e) {
            return none("The Kubernetes API cannot list the replicas of " + service + ": " + e.getMessage());
        }
    }

    private LookUp none(String problem) {
        return new LookUp(null, problem, ticker.nanos(), RETRY_AFTER);
    }

    private static URI address(ServiceInstance replica) {
        return ReplicaUri.of(replica.isSecure() ? "https" : "http", replica.getHost(), replica.getPort());
    }
}
