package dev.edgewise.networkprobe.kubernetes;

import dev.edgewise.common.security.Authenticator;
import dev.edgewise.common.security.ReviewApi;
import dev.edgewise.common.security.SecurityProperties;
import dev.edgewise.common.security.TokenReviewer;
import dev.edgewise.networkprobe.coordinator.AgentTokens;
import dev.edgewise.networkprobe.coordinator.AgentsProperties;
import dev.edgewise.networkprobe.goldpinger.GoldpingerProperties;
import dev.edgewise.networkprobe.goldpinger.PodNodes;
import dev.edgewise.networkprobe.nodes.NodeDirectory;
import dev.edgewise.networkprobe.sources.OnSource;
import dev.edgewise.networkprobe.sources.Source;
import dev.edgewise.networkprobe.sources.SourcesProperties;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.File;
import java.time.Clock;
import java.time.Duration;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.ApplicationRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;

/** The adapters to the Kubernetes API; where all delays come from files and callers need no token, it is not spoken to. */
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
    ApplicationRunner accessCheck(
            ObjectProvider<KubernetesClient> clients, KubernetesProperties properties, NeededAccess needed) {
        return arguments -> {
            if (!needed.isNone()) {
                // An API server that does not answer holds nothing up.
                Thread thread = new Thread(() -> check(clients.getObject(), properties, needed), "access-check");
                thread.setDaemon(true);
                thread.start();
            }
        };
    }

    @Bean
    NeededAccess neededAccess(SourcesProperties sources, SecurityProperties security, GoldpingerProperties goldpinger) {
        return new NeededAccess(sources.inUse(), security.reviewsTokens(), goldpinger.namespace());
    }

    private static void check(KubernetesClient client, KubernetesProperties properties, NeededAccess needed) {
        new AccessCheck(client).run(needed.rules(namespace(client, properties)));
    }

    private static String namespace(KubernetesClient client, KubernetesProperties properties) {
        if (!properties.namespace().isBlank()) {
            return properties.namespace();
        }
        String own = client.getNamespace();
        return own == null ? "default" : own;
    }
}
