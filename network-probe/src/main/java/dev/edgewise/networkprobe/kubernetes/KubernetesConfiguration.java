package dev.edgewise.networkprobe.kubernetes;

import dev.edgewise.common.boot.LifecyclePhase;
import dev.edgewise.common.security.Permission;
import dev.edgewise.kubernetes.access.OwnNamespace;
import dev.edgewise.kubernetes.access.RequiredAccess;
import dev.edgewise.kubernetes.watch.ClusterWatch;
import dev.edgewise.kubernetes.watch.ServiceWatchedKinds;
import dev.edgewise.kubernetes.watch.WatchedKind;
import dev.edgewise.networkprobe.coordinator.AgentsProperties;
import dev.edgewise.networkprobe.goldpinger.GoldpingerPodNodes;
import dev.edgewise.networkprobe.goldpinger.GoldpingerProperties;
import dev.edgewise.networkprobe.nodes.NodeDirectory;
import dev.edgewise.networkprobe.sources.ConditionalOnRttSource;
import dev.edgewise.networkprobe.sources.RttSourceKind;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Watches and reviews in the cluster; unused where all delays come from files and callers need no token. */
@Configuration(proxyBeanMethods = false)
class KubernetesConfiguration {
    private static final String AGENTS = "app.kubernetes.io/name=network-probe-agent";
    private static final Logger LOG = LoggerFactory.getLogger(KubernetesConfiguration.class);

    @Bean
    @ConditionalOnRttSource({RttSourceKind.AGENTS, RttSourceKind.GOLDPINGER})
    NodeDirectory nodeDirectory() {
        return new NodeDirectory();
    }

    @Bean
    @ConditionalOnRttSource({RttSourceKind.AGENTS, RttSourceKind.GOLDPINGER})
    ServiceWatchedKinds clusterKinds(NodeDirectory directory, AgentsProperties agents, OwnNamespace namespace) {
        NodeConverter converter = new NodeConverter(agents.port());
        return ServiceWatchedKinds.of(
                WatchedKind.all(
                        Node.class,
                        node -> directory.put(converter.node(node)),
                        (none, name) -> directory.remove(name)),
                WatchedKind.all(
                                Pod.class,
                                pod -> converter
                                        .agent(pod)
                                        .ifPresentOrElse(
                                                directory::put,
                                                () -> directory.removeAgent(
                                                        pod.getMetadata().getName())),
                                (of, name) -> directory.removeAgent(name))
                        .in(namespace.name(), AGENTS));
    }

    /** Outages of the API server are waited out: what was known before holds. */
    @Bean
    @ConditionalOnRttSource({RttSourceKind.AGENTS, RttSourceKind.GOLDPINGER})
    LifecyclePhase nodeDirectoryPhase(ClusterWatch watch, NodeDirectory directory) {
        return new LifecyclePhase(
                LifecyclePhase.WATCH, () -> watch.synced().thenRun(() -> complete(directory)), () -> {});
    }

    @Bean
    @ConditionalOnRttSource(RttSourceKind.GOLDPINGER)
    GoldpingerPodNodes podNodes(KubernetesClient client) {
        return new GoldpingerPods(client);
    }

    @Bean
    @ConditionalOnRttSource(RttSourceKind.GOLDPINGER)
    RequiredAccess goldpingerAccess(GoldpingerProperties goldpinger) {
        String namespace = goldpinger.namespace().isEmpty() ? null : goldpinger.namespace();
        return new RequiredAccess(List.of(new Permission("list", "", "pods", namespace)));
    }

    private static void complete(NodeDirectory directory) {
        directory.complete();
        LOG.info(
                "Nodes are known; nodes={} measurable={}",
                directory.names().size(),
                directory.measurable().size());
    }
}
