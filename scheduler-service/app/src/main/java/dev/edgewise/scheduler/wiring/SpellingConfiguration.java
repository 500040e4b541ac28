package dev.edgewise.scheduler.wiring;

import dev.edgewise.common.time.Ticker;
import dev.edgewise.scheduler.plugins.ProfileSet;
import dev.edgewise.scheduler.spelling.MisspelledPods;
import dev.edgewise.scheduler.spelling.PodSpellingCheck;
import dev.edgewise.scheduler.spelling.SpellingRecorder;
import dev.edgewise.scheduler.state.ClusterState;
import dev.edgewise.scheduler.state.Snapshot;
import dev.edgewise.scheduler.state.WorkloadNodes;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The bean that announces misspelt labels, annotations and scheduler names of pods. */
@Configuration(proxyBeanMethods = false)
class SpellingConfiguration {
    @Bean
    MisspelledPods misspelledPods(ClusterState state, ProfileSet profiles, SpellingRecorder recorder, Ticker ticker) {
        PodSpellingCheck spelling = new PodSpellingCheck(
                profiles.names(), (namespace, name) -> isReference(state.snapshot(), namespace, name));
        return new MisspelledPods(spelling, recorder, ticker);
    }

    private static boolean isReference(Snapshot snapshot, String namespace, String name) {
        return snapshot.node(name) != null || snapshot.get(WorkloadNodes.FACT).find(namespace, name) != null;
    }
}
