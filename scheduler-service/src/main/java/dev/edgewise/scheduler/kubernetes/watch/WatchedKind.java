package dev.edgewise.scheduler.kubernetes.watch;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.KubernetesResourceList;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.FilterWatchListDeletable;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A kind of object that is watched, in all namespaces. The type may be one of the client's, or a leaner one that maps
 * only the fields that {@code changed} reads.
 *
 * @param name plural, as in RBAC; the tag of metrics
 * @param blank makes an empty object
 * @param resources which objects are watched
 * @param changed takes an object that is new or changed; may throw {@code InvalidObjectException}
 * @param gone takes namespace (empty for cluster-wide kinds) and name of an object that is no longer there
 */
public record WatchedKind<T extends HasMetadata>(
        String name,
        Supplier<T> blank,
        Function<KubernetesClient, FilterWatchListDeletable<T, ? extends KubernetesResourceList<T>, ?>> resources,
        Consumer<T> changed,
        BiConsumer<String, String> gone) {

    /** All objects of a type. */
    public static <T extends HasMetadata> WatchedKind<T> all(
            Class<T> type, Supplier<T> blank, Consumer<T> changed, BiConsumer<String, String> gone) {
        return new WatchedKind<>(
                HasMetadata.getPlural(type),
                blank,
                client -> client.resources(type).inAnyNamespace(),
                changed,
                gone);
    }
}
