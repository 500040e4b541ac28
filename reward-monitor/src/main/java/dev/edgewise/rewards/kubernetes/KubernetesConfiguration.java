package dev.edgewise.rewards.kubernetes;

import dev.edgewise.common.time.Ticker;
import dev.edgewise.kubernetes.lease.LeaderCallbacks;
import dev.edgewise.kubernetes.watch.ClusterWatch;
import dev.edgewise.kubernetes.watch.ServiceWatchedKinds;
import dev.edgewise.rewards.cluster.WatchFreshness;
import dev.edgewise.rewards.cluster.WatchedNodesAndPods;
import dev.edgewise.rewards.settings.LearningProperties;
import java.time.Clock;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Beans for the objects that the monitor watches. */
@Configuration(proxyBeanMethods = false)
class KubernetesConfiguration {
    @Bean
    WatchedNodesAndPods clusterTable(Ticker ticker) {
        return new WatchedNodesAndPods(ticker);
    }

    @Bean
    ServiceWatchedKinds clusterKinds(WatchedNodesAndPods table, LearningProperties properties, Clock clock) {
        return new ClusterWatches(table, clock).kinds(properties.events());
    }

    @Bean
    WatchFreshness freshness(ObjectProvider<ClusterWatch> watch) {
        return new WatchFreshness(
                () -> watch.getObject().isSynced(), () -> watch.getObject().outages(), () -> watch.getObject()
                        .caughtUp(WatchFreshness.NEEDED::contains));
    }

    @Bean
    LeaderCallbacks leaderCallbacks() {
        return LeaderCallbacks.NONE;
    }
}
