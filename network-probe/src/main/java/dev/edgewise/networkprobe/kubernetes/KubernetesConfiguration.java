package dev.edgewise.networkprobe.kubernetes;

import dev.edgewise.networkprobe.access.AccessReviews;
import dev.edgewise.networkprobe.access.AdminProperties;
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
import org.springframework.context.annotation.Lazy;

/** The adapters to the Kubernetes API; where all delays come from files, it is not spoken to before somebody wants to change one. */
@Configuration(proxyBeanMethods = false)
class KubernetesConfiguration {
    private static final int TIMEOUT_MILLIS = 10_000;

    @Bean(destroyMethod = "close")
    @Lazy
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
    @Lazy
    AccessReviews accessReviews(KubernetesClient client, KubernetesProperties properties, AdminProperties admin) {
        TokenReviewer reviewer = new TokenReviewer(client, admin.audience());
        return new SubjectAccessReviews(reviewer, client, namespace(client, properties));
    }

    @Bean
    @OnSource({Source.AGENTS, Source.GOLDPINGER})
    NodeDirectory nodeDirectory() {
        return new NodeDirectory();
    }

    @Bean
    @OnSource({Source.AGENTS, Source.GOLDPINGER})
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
        return new TokenReviews(new TokenReviewer(client, agents.audience()), user);
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
