package dev.edgewise.scheduler.explain;

import dev.edgewise.scheduler.cluster.ClusterState;
import dev.edgewise.scheduler.decisions.DecisionHistory;
import dev.edgewise.scheduler.profiles.ProfileSet;
import java.time.Clock;
import java.util.random.RandomGenerator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@Configuration(proxyBeanMethods = false)
class ExplainConfiguration {
    @Bean
    PodReader podReader() {
        return new JsonPodReader();
    }

    @Bean
    Explanations explanations(
            ClusterState state, ProfileSet profiles, DecisionHistory history, Clock clock, RandomGenerator random) {
        return new Explanations(state, profiles, history, clock, random);
    }
}
