package dev.edgewise.scheduler.suite;

import dev.edgewise.common.time.Ticker;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.net.http.HttpClient;
import java.time.Clock;
import java.time.Duration;
import org.springframework.cloud.client.discovery.DiscoveryClient;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import tools.jackson.databind.ObjectMapper;

/** Configures the list of services; its beans are created when the services are listed for the first time. */
@Configuration(proxyBeanMethods = false)
class SuiteConfiguration {
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(1);

    @Bean
    @Lazy
    InstalledServices suite(
            DiscoveryClient discovery, KubernetesClient kubernetes, ObjectMapper json, Clock clock, Ticker ticker) {
        HttpClient http =
                HttpClient.newBuilder().connectTimeout(CONNECT_TIMEOUT).build();
        return new InstalledServices(discovery, kubernetes, new ReplicaProbe(http, json), clock, ticker);
    }
}
