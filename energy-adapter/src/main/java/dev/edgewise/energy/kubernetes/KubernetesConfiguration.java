package dev.edgewise.energy.kubernetes;

import dev.edgewise.common.LeaderCacheSync;
import dev.edgewise.common.NodeCpuRequests;
import dev.edgewise.common.boot.LifecyclePhase;
import dev.edgewise.common.security.Authenticator;
import dev.edgewise.common.security.NodeTokenVerifier;
import dev.edgewise.common.security.Permission;
import dev.edgewise.common.security.SecurityProperties;
import dev.edgewise.common.security.TokenReviewer;
import dev.edgewise.energy.model.BatteryModelProperties;
import dev.edgewise.energy.nodelabels.NodeWriter;
import dev.edgewise.energy.nodes.NodeCpuUsage;
import dev.edgewise.energy.nodes.NodeDirectory;
import dev.edgewise.energy.push.PushProperties;
import dev.edgewise.energy.sources.EnergySourceKind;
import dev.edgewise.energy.sources.SourcesProperties;
import dev.edgewise.kubernetes.access.OwnNamespace;
import dev.edgewise.kubernetes.access.RequiredAccess;
import dev.edgewise.kubernetes.api.ApiServerClient;
import dev.edgewise.kubernetes.lease.LeaderCallbacks;
import dev.edgewise.kubernetes.watch.ClusterWatch;
import dev.edgewise.kubernetes.watch.ServiceWatchedKinds;
import dev.edgewise.kubernetes.watch.WatchedKind;
import io.fabric8.kubernetes.api.model.Node;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Watches, writes and reviews of the adapter in the cluster. */
@Configuration(proxyBeanMethods = false)
class KubernetesConfiguration {
    private static final Logger LOG = LoggerFactory.getLogger(KubernetesConfiguration.class);
    /**
     * Time for which a review holds: longer than between two reports of a device, or each would be reviewed; the node
     * of a token never changes.
     */
    private static final Duration REVIEWED = Duration.ofMinutes(5);

    @Bean
    NodeDirectory nodeDirectory() {
        return new NodeDirectory();
    }

    @Bean
    NodeCpuRequests requestedCpu() {
        return new NodeCpuRequests();
    }

    @Bean
    NodeCpuUsage usedCpu() {
        return new NodeCpuUsage();
    }

    /** Pods are watched only where a model's draw follows from their requests. */
    @Bean
    ServiceWatchedKinds clusterKinds(
            NodeDirectory directory, NodeCpuRequests cpu, SourcesProperties sources, BatteryModelProperties model) {
        NodeConverter converter = new NodeConverter(sources.labels());
        WatchedKind<Node> nodes = WatchedKind.all(
                Node.class, node -> directory.put(converter.node(node)), (none, name) -> directory.remove(name));
        boolean requests = sources.inUse().contains(EnergySourceKind.MODEL) && model.busyCores() == null;
        return requests ? ServiceWatchedKinds.of(nodes, PodRequestWatch.of(cpu)) : ServiceWatchedKinds.of(nodes);
    }

    @Bean
    LifecyclePhase nodeDirectoryPhase(ClusterWatch watch, NodeDirectory directory) {
        return new LifecyclePhase(
                LifecyclePhase.WATCH, () -> watch.synced().thenRun(() -> complete(directory)), () -> {});
    }

    /** Cache sync for the thread that marks nodes. */
    @Bean
    LeaderCacheSync nodesCatchUp(ClusterWatch watch) {
        return new LeaderCacheSync(watch::caughtUp);
    }

    private static void complete(NodeDirectory directory) {
        directory.complete();
        LOG.info("Nodes are known; nodes={}", directory.all().size());
    }

    /** Readiness: whether the nodes of the cluster are known. */
    @Bean
    HealthIndicator clusterNodes(NodeDirectory directory) {
        return () -> (directory.isComplete() ? Health.up() : Health.outOfService())
                .withDetail("nodes", directory.all().size())
                .build();
    }

    @Bean
    LeaderCallbacks leaderCallbacks() {
        return LeaderCallbacks.NONE;
    }

    @Bean
    NodeWriter nodeWriter(ApiServerClient api) {
        return new KubernetesNodeWriter(api);
    }

    @Bean
    RequiredAccess nodeWriterAccess() {
        return new RequiredAccess(List.of(Permission.everywhere("patch", "", "nodes")));
    }

    @Bean
    NodeTokenVerifier nodeTokens(
            OwnNamespace namespace,
            TokenReviewer reviewer,
            SecurityProperties security,
            PushProperties push,
            Clock clock) {
        String user = "system:serviceaccount:" + namespace.name() + ":" + push.serviceAccount();
        Duration cache = security.cache().compareTo(REVIEWED) > 0 ? security.cache() : REVIEWED;
        return new NodeTokenVerifier(new Authenticator(reviewer, cache, clock), user);
    }
}
