package dev.edgewise.scheduler.config;

import dev.edgewise.scheduler.cluster.*;
import dev.edgewise.scheduler.cluster.ClusterFeed;
import dev.edgewise.scheduler.cluster.ClusterState;
import dev.edgewise.scheduler.model.*;
import dev.edgewise.scheduler.rtt.Rtt;
import dev.edgewise.scheduler.storage.Storage;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class TemporaryConfiguration {
    @Bean
    ClusterFeed feed(ClusterState s) {
        return new ClusterFeed() {
    public void node(Node node) {s.putNode(node);}
                s.putNode(node);
            }

            public void nodeGone(String name) {}

            public void pod(Pod pod) {}

            public void podGone(PodKey key) {}

            public void namespace(String name, Map<String, String> labels) {}

            public void namespaceGone(String name) {}

            public void storage(UnaryOperator<Storage> change) {}

            public void disruptionBudget(DisruptionBudget budget) {}

            public void disruptionBudgetGone(String namespace, String name) {}

            public void rtt(String from, Map<String, Rtt> times) {
                s.putRtt(from, times);
            }
        };
    }
}
