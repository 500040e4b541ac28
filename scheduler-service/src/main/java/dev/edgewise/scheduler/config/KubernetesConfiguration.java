package dev.edgewise.scheduler.config;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.nio.file.Path;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The adapters to the Kubernetes API. */
@Configuration(proxyBeanMethods = false)
class KubernetesConfiguration {
    @Bean(destroyMethod = "close")
    KubernetesClient kubernetesClient() {
        ClusterAccess access = new ClusterAccess(System.getenv(), Path.of(System.getProperty("user.home")));
        return new KubernetesClientBuilder().withConfig(access.config()).build();
    }
}
