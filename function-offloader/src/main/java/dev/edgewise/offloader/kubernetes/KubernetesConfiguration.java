package dev.edgewise.offloader.kubernetes;

import dev.edgewise.common.NodeCpuRequests;
import dev.edgewise.common.WriteGate;
import dev.edgewise.common.boot.LifecyclePhase;
import dev.edgewise.common.security.Permission;
import dev.edgewise.common.time.Ticker;
import dev.edgewise.kubernetes.access.OwnNamespace;
import dev.edgewise.kubernetes.access.RequiredAccess;
import dev.edgewise.kubernetes.api.ApiServerClient;
import dev.edgewise.kubernetes.api.Retries;
import dev.edgewise.kubernetes.events.PodEventWriter;
import dev.edgewise.kubernetes.lease.LeaderCallbacks;
import dev.edgewise.kubernetes.lease.ReplicaIdentity;
import dev.edgewise.kubernetes.watch.ClusterWatch;
import dev.edgewise.kubernetes.watch.ServiceWatchedKinds;
import dev.edgewise.offloader.cluster.WatchedClusterObjects;
import dev.edgewise.offloader.moves.Evictions;
import dev.edgewise.offloader.moves.Reservations;
import dev.edgewise.offloader.rounds.execution.MoveLimitStore;
import dev.edgewise.offloader.rounds.pause.PauseStore;
import dev.edgewise.offloader.rounds.view.ClusterView;
import dev.edgewise.offloader.settings.OffloaderProperties;
import dev.edgewise.offloader.surge.DeploymentScaler;
import dev.edgewise.offloader.surge.SurgeStore;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Beans of the watches, writes and questions of the service at the API server. */
@Configuration(proxyBeanMethods = false)
class KubernetesConfiguration {
    private static final String RESERVATIONS = "reservations";
    private static final Duration FLUSH = Duration.ofSeconds(3);

    @Bean
    WatchedClusterObjects clusterTable() {
        return new WatchedClusterObjects();
    }

    @Bean
    NodeCpuRequests requestedCpu() {
        return new NodeCpuRequests();
    }

    @Bean
    ServiceWatchedKinds clusterKinds(
            WatchedClusterObjects table, NodeCpuRequests others, OffloaderProperties properties, Clock clock) {
        return new ClusterWatches(table, others, properties, clock).kinds();
    }

    /** An outage of a watch shows at once: what is not seen is not moved. */
    @Bean
    ClusterView.Watches watches(ObjectProvider<ClusterWatch> watch) {
        return new ClusterView.Watches(
                () -> trouble(watch.getObject()), () -> watch.getObject().caughtUp());
    }

    private static Optional<String> trouble(ClusterWatch watch) {
        return Stream.concat(
                        watch.unread().stream().map(kind -> kind + " are not known completely yet"),
                        watch.outages().entrySet().stream()
                                .map(outage -> outage.getKey() + " cannot be watched for "
                                        + outage.getValue().toSeconds() + " s"))
                .findFirst();
    }

    @Bean
    LeaderCallbacks leaderCallbacks() {
        return LeaderCallbacks.NONE;
    }

    @Bean
    Reservations reservations(ApiServerClient api, Retries retries, WriteGate gate, WatchedClusterObjects table) {
        return new KubernetesReservations(api, retries, gate, table);
    }

    @Bean
    Evictions evictions(ApiServerClient api, WriteGate gate) {
        return new KubernetesEvictions(api, gate);
    }

    @Bean
    StateConfigMap stateMap(ApiServerClient api, Retries retries, OwnNamespace namespace) {
        return new StateConfigMap(api, retries, namespace.name());
    }

    @Bean
    PauseStore pauseSwitch(StateConfigMap state) {
        return new ConfigMapPause(state);
    }

    @Bean
    SurgeStore surgeRecords(StateConfigMap state, WriteGate gate) {
        return new ConfigMapSurgeStore(state, gate);
    }

    @Bean
    MoveLimitStore limitRecords(StateConfigMap state, WriteGate gate) {
        return new ConfigMapMoveLimits(state, gate);
    }

    @Bean
    DeploymentScaler scales(ApiServerClient api, WriteGate gate) {
        return new KubernetesDeploymentScaler(api, gate);
    }

    @Bean
    KubernetesEvents offloadEvents(
            ApiServerClient api,
            Retries retries,
            ReplicaIdentity identity,
            Clock clock,
            Ticker ticker,
            MeterRegistry meters) {
        Counter dropped = Counter.builder("edgewise.events.dropped")
                .description("Events that were never written: too many waiting, or refused")
                .register(meters);
        PodEventWriter writer = new PodEventWriter(api, retries, clock, identity.name(), dropped);
        return new KubernetesEvents(writer::write, dropped, ticker);
    }

    @Bean
    LifecyclePhase eventsPhase(KubernetesEvents events) {
        return new LifecyclePhase(LifecyclePhase.ANNOUNCE, () -> {}, () -> events.stop(FLUSH));
    }

    /** Only where single replicas may surge: the manifests do not grant it. */
    @Bean
    @ConditionalOnProperty(name = "edgewise.function-offloader.safety.singles", havingValue = "surge")
    RequiredAccess surgeAccess() {
        return new RequiredAccess(List.of(Permission.everywhere("patch", "apps", "deployments/scale")));
    }

    @Bean
    RequiredAccess moverAccess(OwnNamespace namespace) {
        String group = "edgewise.dev";
        return new RequiredAccess(List.of(
                Permission.everywhere("create", "", "pods/eviction"),
                // scheduler-service answers who may get the pods.
                Permission.everywhere("get", "", "pods"),
                Permission.everywhere("list", group, RESERVATIONS),
                Permission.everywhere("create", group, RESERVATIONS),
                Permission.everywhere("delete", group, RESERVATIONS),
                Permission.everywhere("create", "", "events"),
                Permission.everywhere("patch", "", "events"),
                new Permission("get", "", "configmaps", namespace.name(), StateConfigMap.NAME),
                new Permission("patch", "", "configmaps", namespace.name(), StateConfigMap.NAME)));
    }
}
