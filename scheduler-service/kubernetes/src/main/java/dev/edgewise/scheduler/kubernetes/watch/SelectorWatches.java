package dev.edgewise.scheduler.kubernetes.watch;

import dev.edgewise.kubernetes.watch.WatchedKind;
import dev.edgewise.scheduler.kubernetes.limits.HeavyObjectAccounting;
import dev.edgewise.scheduler.kubernetes.limits.RetainedSizeEstimator;
import dev.edgewise.scheduler.model.LabelSelector;
import dev.edgewise.scheduler.model.PodSelectorObjectKey;
import dev.edgewise.scheduler.model.PodSelectorObjectKey.Kind;
import dev.edgewise.scheduler.state.ClusterFeed;
import dev.edgewise.scheduler.state.PodSelectors;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ReplicationController;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import java.util.List;
import java.util.function.Function;

/** The kinds whose selectors say which pods are replicas of one another. */
final class SelectorWatches {
    private SelectorWatches() {}

    public static List<WatchedKind<?>> all(ClusterFeed feed, HeavyObjectAccounting heavy) {
        return List.of(
                kind(feed, heavy, Kind.SERVICE, Service.class, SelectorConverter::convert),
                kind(feed, heavy, Kind.REPLICATION_CONTROLLER, ReplicationController.class, SelectorConverter::convert),
                kind(feed, heavy, Kind.REPLICA_SET, ReplicaSet.class, SelectorConverter::convert)
                        .where(SelectorWatches::shouldHavePods),
                kind(feed, heavy, Kind.STATEFUL_SET, StatefulSet.class, SelectorConverter::convert));
    }

    private static <T extends HasMetadata> WatchedKind<T> kind(
            ClusterFeed feed,
            HeavyObjectAccounting heavy,
            Kind kind,
            Class<T> type,
            Function<T, LabelSelector> selector) {
        return WatchedKind.all(
                type,
                object -> {
                    var metadata = object.getMetadata();
                    PodSelectorObjectKey key =
                            new PodSelectorObjectKey(kind, metadata.getNamespace(), metadata.getName());
                    LabelSelector converted = selector.apply(object);
                    heavy.keep(heavyKey(key), RetainedSizeEstimator.parts("spec.selector", converted));
                    feed.fact(PodSelectors.FACT, all -> all.with(key, converted));
                },
                (namespace, name) -> {
                    PodSelectorObjectKey key = new PodSelectorObjectKey(kind, namespace, name);
                    heavy.forget(heavyKey(key));
                    feed.fact(PodSelectors.FACT, all -> all.without(key));
                });
    }

    /**
     * Returns whether the set should have pods: a Deployment keeps about ten old sets without pods beside each current
     * one.
     */
    private static boolean shouldHavePods(ReplicaSet set) {
        return set.getSpec() == null || !SelectorConverter.isZero(set.getSpec().getReplicas());
    }

    private static HeavyObjectAccounting.Key heavyKey(PodSelectorObjectKey key) {
        return new HeavyObjectAccounting.Key(key.kind().name(), key.namespace(), key.name());
    }
}
