package dev.edgewise.kubernetes.autoconfigure;

import dev.edgewise.common.security.ReviewApi;
import dev.edgewise.common.time.LocalWallClock;
import dev.edgewise.common.time.Ticker;
import dev.edgewise.kubernetes.access.OwnNamespace;
import dev.edgewise.kubernetes.access.TokenAndAccessReviewClient;
import dev.edgewise.kubernetes.api.ApiServerClient;
import dev.edgewise.kubernetes.api.Retries;
import dev.edgewise.kubernetes.clock.ClusterClock;
import dev.edgewise.kubernetes.discovery.ServiceAddresses;
import dev.edgewise.kubernetes.discovery.ServiceClients;
import dev.edgewise.kubernetes.http.ApiServerTransport;
import dev.edgewise.kubernetes.http.ReloadingClientConfig;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.cloud.client.discovery.DiscoveryClient;
import org.springframework.cloud.kubernetes.commons.KubernetesNamespaceProvider;
import org.springframework.cloud.kubernetes.commons.PodUtils;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.annotation.Primary;

/** The API server. A service that needs no cluster, by its settings, never looks for one. */
@AutoConfiguration(
        beforeName = "org.springframework.cloud.kubernetes.fabric8.Fabric8AutoConfiguration",
        afterName = "dev.edgewise.common.boot.TimeAutoConfiguration")
@EnableConfigurationProperties({KubernetesProperties.class, LeaderElectionProperties.class})
public class KubernetesAutoConfiguration {
    /**
     * Maximum time of the API server to answer one request; not longer than a former leader's last request may take.
     */
    private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(5);

    private static final Duration REVIEW_TIMEOUT = Duration.ofSeconds(3);
    private static final String NAMESPACE_FILE = "/var/run/secrets/kubernetes.io/serviceaccount/namespace";

    @Bean
    @Lazy
    ReloadingClientConfig kubernetesConfigSource(KubernetesProperties properties, ClusterClock clock, Ticker ticker) {
        return new ReloadingClientConfig(() -> config(properties), clock, ticker);
    }

    @Bean
    @Lazy
    Config kubernetesConfig(ReloadingClientConfig source) {
        return source.config();
    }

    /** The client that discovery and seldom requests use, closed after them. */
    @Bean
    @Lazy
    @ConditionalOnMissingBean
    KubernetesClient kubernetesClient(ReloadingClientConfig source) {
        return ReloadingClient.of(
                source::config,
                config -> new KubernetesClientBuilder().withConfig(config).build());
    }

    private static Config config(KubernetesProperties properties) {
        Path home = Path.of(System.getProperty("user.home"));
        Config config = new KubernetesClientConfigLoader(properties.kubeconfig(), System.getenv(), home).config();
        config.setNamespace(namespace(properties, config));
        // Its client serves requests whose callers wait: an unreachable API server is reported at once.
        config.setRequestTimeout((int) REQUEST_TIMEOUT.toMillis());
        config.setRequestRetryBackoffLimit(0);
        return config;
    }

    @Bean
    @Lazy
    OwnNamespace ownNamespace(Config kubernetesConfig) {
        return new OwnNamespace(kubernetesConfig.getNamespace());
    }

    private static String namespace(KubernetesProperties properties, Config found) {
        return Stream.of(properties.namespace(), Objects.requireNonNullElse(found.getNamespace(), ""))
                .filter(name -> !name.isBlank())
                .findFirst()
                .orElse("default");
    }

    /** Closed after all that uses it has stopped. */
    @Bean(destroyMethod = "close")
    @Lazy
    ApiServerTransport apiServer(ReloadingClientConfig source, ClusterClock clock) {
        return KubernetesClientConfigLoader.server(source, clock);
    }

    /** Clock of all timestamps that other machines read, or have written. */
    @Bean
    @Primary
    ClusterClock clusterClock(Ticker ticker, LocalWallClock machine, MeterRegistry meters) {
        ClusterClock clock = new ClusterClock(ticker, machine.clock());
        Gauge.builder(
                        "edgewise.cluster.clock.offset",
                        clock,
                        each -> each.offset().toMillis() / 1e3)
                .baseUnit("seconds")
                .description("How far the API server's clock is ahead of this machine's")
                .register(meters);
        return clock;
    }

    @Bean
    ClusterClockHealth clusterClockHealthIndicator(ClusterClock clock) {
        return new ClusterClockHealth(clock);
    }

    @Bean
    @Lazy
    ApiServerClient apiRequests(ApiServerTransport server) {
        return new ApiServerClient(server, REQUEST_TIMEOUT);
    }

    @Bean
    Retries retries(RandomGenerator random) {
        return Retries.standard(random);
    }

    /** Reviews callers' tokens and rights, with a shorter timeout than bindings. */
    @Bean
    @Lazy
    ReviewApi reviewApi(ApiServerTransport server, OwnNamespace namespace) {
        return new TokenAndAccessReviewClient(new ApiServerClient(server, REVIEW_TIMEOUT), namespace.name());
    }

    @Bean
    @Primary
    PodUtils<Pod> ownPod() {
        return new OwnPod(
                System.getenv(), KubernetesNamespaceProvider.getNamespaceFromServiceAccountFile(NAMESPACE_FILE));
    }

    @Bean
    @Lazy
    ServiceClients serviceClients(@Lazy DiscoveryClient discovery, Ticker ticker) {
        return new ServiceClients(new ServiceAddresses(discovery, ticker));
    }
}
