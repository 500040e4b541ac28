package dev.edgewise.scheduler.kubernetes.watch;

import dev.edgewise.kubernetes.access.OwnNamespace;
import dev.edgewise.kubernetes.watch.ModuleWatchedKinds;
import dev.edgewise.kubernetes.watch.ServiceWatchedKinds;
import dev.edgewise.kubernetes.watch.WatchedKind;
import dev.edgewise.scheduler.kubernetes.limits.HeavyObjectAccounting;
import dev.edgewise.scheduler.spelling.MisspelledPods;
import dev.edgewise.scheduler.state.ClusterFeed;
import dev.edgewise.scheduler.state.PendingPods;
import dev.edgewise.scheduler.state.reservations.ReservationFeed;
import java.util.ArrayList;
import java.util.List;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Configures which kinds of objects the cluster's state follows. */
@Configuration(proxyBeanMethods = false)
class WatchConfiguration {
    @Bean
    ServiceWatchedKinds clusterKinds(
            ClusterFeed feed,
            ReservationFeed reservations,
            PendingPods pending,
            MisspelledPods misspelled,
            OwnNamespace namespace,
            ObjectProvider<ModuleWatchedKinds> modules) {
        HeavyObjectAccounting heavy =
                HeavyObjectAccounting.within(Runtime.getRuntime().maxMemory());
        List<WatchedKind<?>> first = new ArrayList<>(WatchedKinds.surroundings(feed, heavy));
        first.add(ReservationWatches.quotas(reservations));
        first.addAll(StorageWatches.all(feed, heavy));
        first.addAll(SelectorWatches.all(feed, heavy));
        first.addAll(DeviceWatches.all(feed));
        List<WatchedKind<?>> then = new ArrayList<>(ReservationWatches.all(reservations, namespace.name(), heavy));
        then.add(WatchedKinds.pods(feed, pending, misspelled, namespace.name(), heavy));
        modules.orderedStream().forEach(module -> then.addAll(module.kinds()));
        return new ServiceWatchedKinds(first, then, TrimmedObjectMapper.create());
    }
}
