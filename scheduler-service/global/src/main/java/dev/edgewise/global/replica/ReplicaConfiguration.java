package dev.edgewise.global.replica;

import dev.edgewise.common.boot.LifecyclePhase;
import dev.edgewise.common.boot.ProgressLoop;
import dev.edgewise.common.security.Permission;
import dev.edgewise.common.time.Ticker;
import dev.edgewise.kubernetes.access.OwnNamespace;
import dev.edgewise.kubernetes.access.RequiredAccess;
import dev.edgewise.kubernetes.api.ApiServerClient;
import dev.edgewise.kubernetes.http.ApiServerTransport;
import dev.edgewise.kubernetes.lease.ReplicaIdentity;
import dev.edgewise.kubernetes.watch.ModuleWatchedKinds;
import dev.edgewise.kubernetes.watch.WatchedKind;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.util.List;
import java.util.Locale;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Keeps the Lease of this replica, and knows those of the others. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(ReplicaProperties.class)
class ReplicaConfiguration {
    private static final String LEASES = "coordination.k8s.io";
    private static final int LONGEST_NAME = 200;

    @Bean
    ReplicaIdentity replicaIdentity() {
        return ReplicaIdentity.ofThisProcess();
    }

    @Bean
    LiveReplicas liveReplicas(
            ReplicaProperties properties, ReplicaIdentity identity, Ticker ticker, MeterRegistry meters) {
        LiveReplicas replicas = new LiveReplicas(leaseName(identity.name()), properties.lease(), ticker);
        Gauge.builder("edgewise.global.replicas", replicas, each -> each.live().size())
                .description("Replicas whose Leases are renewed")
                .register(meters);
        return replicas;
    }

    /** Returns a name that is valid for a Lease, and as unique as the identity. */
    private static String leaseName(String identity) {
        String name = identity.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
        return ReplicaLease.SERVICE + "-"
                + name.substring(Math.max(0, name.length() - LONGEST_NAME)).replaceAll("^-+|-+$", "");
    }

    @Bean
    ModuleWatchedKinds replicaKinds(LiveReplicas replicas, OwnNamespace namespace) {
        // Its version says that a Lease was renewed: the rest is not read.
        WatchedKind<GenericKubernetesResource> leases = new WatchedKind<>(
                "leases",
                "/apis/" + LEASES + "/v1/leases",
                "",
                "",
                GenericKubernetesResource.class,
                all -> true,
                replicas::changed,
                replicas::gone,
                null,
                null);
        return new ModuleWatchedKinds(
                List.of(leases.in(namespace.name(), ReplicaLease.LABEL + "=" + ReplicaLease.SERVICE)));
    }

    @Bean
    RequiredAccess replicaAccess(OwnNamespace namespace) {
        return new RequiredAccess(List.of(
                new Permission("create", LEASES, "leases", namespace.name()),
                new Permission("patch", LEASES, "leases", namespace.name()),
                new Permission("delete", LEASES, "leases", namespace.name())));
    }

    /** A renewal that takes longer is repeated, as the Lease ends otherwise. */
    @Bean
    ReplicaLease replicaLease(
            ReplicaProperties properties,
            ApiServerTransport server,
            OwnNamespace namespace,
            LiveReplicas replicas,
            Clock clock,
            Ticker ticker) {
        ApiServerClient api = new ApiServerClient(server, properties.renewEvery());
        return new ReplicaLease(api, namespace.name(), replicas, properties.lease(), clock, ticker);
    }

    @Bean
    ProgressLoop replicaLoop(ReplicaProperties properties, ReplicaLease lease, Ticker ticker, MeterRegistry meters) {
        return new ProgressLoop("replica-lease", lease::renew, properties.renewEvery(), ticker, meters);
    }

    /** The last step of the loop renews the Lease once more: it is released after that. */
    @Bean
    LifecyclePhase replicaPhase(ProgressLoop replicaLoop, ReplicaLease lease) {
        return new LifecyclePhase(LifecyclePhase.LEAD, replicaLoop::start, () -> {
            replicaLoop.stop();
            lease.release();
        });
    }
}
