package dev.edgewise.networkprobe.kubernetes;

import dev.edgewise.networkprobe.coordinator.AgentTokens;
import dev.edgewise.networkprobe.coordinator.AgentsProperties;
import dev.edgewise.networkprobe.goldpinger.PodNodes;
import dev.edgewise.networkprobe.nodes.NodeDirectory;
import dev.edgewise.networkprobe.sources.OnSource;
import dev.edgewise.networkprobe.sources.Source;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.File;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The adapters to the Kubernetes API; none where all delays come from files. */
@Configuration(proxyBeanMethods = false)
@OnSource({Source.AGENTS, Source.GOLDPINGER})
class KubernetesConfiguration {
    private static final int TIMEOUT_MILLIS = 10_000;

    @Bean(destroyMethod = "close")
    KubernetesClient kubernetesClient(KubernetesProperties properties) {
        Config found = properties.kubeconfig().isBlank()
                ? Config.autoConfigure(null)
                : Config.fromKubeconfig(new File(properties.kubeconfig()));
        Config config = new ConfigBuilder(found)
                .withConnectionTimeout(TIMEOUT_MILLIS)
                .withRequestTimeout(TIMEOUT_MILLIS)
                .build();
        return new KubernetesClientBuilder().withConfig(config).build();
    }

    @Bean
    NodeDirectory nodeDirectory() {
        return new NodeDirectory();
    }

    @Bean
    NodeWatch nodeWatch(
            KubernetesClient client,
            KubernetesProperties properties,
            NodeDirectory directory,
            AgentsProperties agents) {
        return new NodeWatch(client, namespace(client, properties), directory, new NodeConverter(agents.port()));
    }

    @Bean
    @OnSource(Source.AGENTS)
    AgentTokens agentTokens(KubernetesClient client, KubernetesProperties properties, AgentsProperties agents) {
        String user = "system:serviceaccount:" + namespace(client, properties) + ":" + agents.serviceAccount();
        return new TokenReviews(client, agents.audience(), user);
    }

    @Bean
    @OnSource(Source.GOLDPINGER)
    PodNodes podNodes(KubernetesClient client) {
        return new GoldpingerPods(client);
    }

    private static String namespace(KubernetesClient client, KubernetesProperties properties) {
        if (!properties.namespace().isBlank()) {
            return properties.namespace();
        }
        String own = client.getNamespace();
        return own == null ? "default" : own;
    }
}
