package dev.edgewise.networkprobe.kubernetes;

import dev.edgewise.common.security.Authenticator;
import dev.edgewise.common.security.ReviewApi;
import dev.edgewise.common.security.SecurityProperties;
import dev.edgewise.common.security.TokenReviewer;
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
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.springframework.boot.ApplicationRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;

/** The adapters to the Kubernetes API; where all delays come from files, it is not spoken to before somebody wants to change one. */
@Configuration(proxyBeanMethods = false)
class KubernetesConfiguration {
    private static final int TIMEOUT_MILLIS = 10_000;
    /** A request and its thread wait so long. */
    private static final Duration REVIEW_TIMEOUT = Duration.ofSeconds(3);

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
    ReviewApi reviewApi(KubernetesClient client, KubernetesProperties properties) {
        return new ClientReviewApi(client, namespace(client, properties), REVIEW_TIMEOUT);
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
    @Lazy
    AgentTokens agentTokens(ReviewApi reviews, TokenReviewer reviewer, AgentsProperties agents, Clock clock) {
        String user = "system:serviceaccount:" + reviews.namespace() + ":" + agents.serviceAccount();
        return new PodTokens(new Authenticator(reviewer, agents.tokenCache(), clock), user);
    }

    @Bean
    @OnSource(Source.GOLDPINGER)
    PodNodes podNodes(KubernetesClient client) {
        return new GoldpingerPods(client);
    }

    @Bean
    @OnSource(Source.AGENTS)
    ApplicationRunner accessCheck(
            KubernetesClient client, KubernetesProperties properties, SecurityProperties security) {
        List<NetworkProbeAccess.Rule> needed = new ArrayList<>(NetworkProbeAccess.agents());
        needed.addAll(NetworkProbeAccess.reviews());
        needed.removeIf(rule -> !rule.group().isEmpty() && !security.reviewsTokens());
        AccessCheck check = new AccessCheck(client, namespace(client, properties));
        return arguments -> {
            // An API server that does not answer holds nothing up.
            Thread thread = new Thread(() -> check.run(needed), "access-check");
            thread.setDaemon(true);
            thread.start();
        };
    }

    private static String namespace(KubernetesClient client, KubernetesProperties properties) {
        if (!properties.namespace().isBlank()) {
            return properties.namespace();
        }
        String own = client.getNamespace();
        return own == null ? "default" : own;
    }
}
