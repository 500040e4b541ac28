package dev.edgewise.kubernetes.discovery;

import dev.edgewise.common.time.Ticker;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.cloud.client.ServiceInstance;
import org.springframework.cloud.client.discovery.DiscoveryClient;

/** Addresses of the suite's services in this service's namespace, by the names of their Services. Safe for many threads. */
public final class ServiceAddresses {
    /** A replica that moved is found again after so long, or as soon as a request to it fails. */
    private static final Duration VALID_FOR = Duration.ofSeconds(30);

    private final DiscoveryClient discovery;
    private final Ticker ticker;
    private final Map<String, Found> found = new ConcurrentHashMap<>();

    private record Found(URI address, long at) {}

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
        Found known = found.get(service);
        if (known != null && ticker.since(known.at()).compareTo(VALID_FOR) < 0) {
            return known.address();
        }
        URI address = readyReplica(service);
        found.put(service, new Found(address, ticker.nanos()));
        return address;
    }

    /** The next request looks for a replica again. */
    public void failed(String service) {
        found.remove(service);
    }

    private URI readyReplica(String service) throws IOException {
        List<ServiceInstance> replicas;
        try {
            replicas = discovery.getInstances(service);
        } catch (RuntimeException e) {
            throw new IOException(
                    "The Kubernetes API cannot list the replicas of " + service + ": " + e.getMessage(), e);
        }
        if (replicas.isEmpty()) {
            throw new IOException("Service " + service + " has no ready replica in this namespace");
        }
        return replicas.get(0).getUri();
    }
}
