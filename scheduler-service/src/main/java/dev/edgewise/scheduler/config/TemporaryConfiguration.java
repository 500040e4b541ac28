package dev.edgewise.scheduler.config;

import dev.edgewise.scheduler.cluster.ClusterFeed;
import dev.edgewise.scheduler.cluster.ClusterState;
import java.lang.reflect.Proxy;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class TemporaryConfiguration {
    @Bean
    ClusterFeed feed(ClusterState s) {
        return (ClusterFeed)
                Proxy.newProxyInstance(getClass().getClassLoader(), new Class<?>[] {ClusterFeed.class}, (p, m, a) -> {
                    switch (m.getName()) {
                        case "node" -> s.putNode((dev.edgewise.scheduler.model.Node) a[0]);
                        case "pod" -> s.putPod((dev.edgewise.scheduler.model.Pod) a[0]);
                        default -> {}
                    }
                    return m.getName().equals("hashCode") ? 1 : m.getName().equals("equals") ? false : null;
                });
    }
}
