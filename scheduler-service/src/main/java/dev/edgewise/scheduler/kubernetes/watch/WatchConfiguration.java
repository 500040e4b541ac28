package dev.edgewise.scheduler.kubernetes.watch;

import dev.edgewise.kubernetes.access.OwnNamespace;
import dev.edgewise.kubernetes.watch.ClusterKinds;
import dev.edgewise.kubernetes.watch.WatchedKind;
import dev.edgewise.scheduler.cluster.ClusterFeed;
import java.util.ArrayList;
import java.util.List;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Which kinds of objects the cluster's state follows. */
@Configuration(proxyBeanMethods = false)
class WatchConfiguration {
    @Bean
    ClusterKinds clusterKinds(ClusterFeed feed, OwnNamespace namespace) {
        List<WatchedKind<?>> first = new ArrayList<>(WatchedKinds.surroundings(feed));
        first.addAll(StorageKinds.all(feed));
        first.addAll(SelectorKinds.all(feed));
        first.addAll(DeviceKinds.all(feed));
        List<WatchedKind<?>> then = new ArrayList<>(ReservationKinds.all(feed, namespace.name()));
        then.add(WatchedKinds.pods(feed, namespace.name()));
        return new ClusterKinds(first, then, LeanMapper.create());
    }
}
