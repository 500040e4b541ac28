package dev.edgewise.kubernetes.watch;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A kind of object that is watched. The type may be one of the client's, or a leaner one that maps only the fields that
 * {@code changed} reads.
 *
 * @param name plural, as in RBAC; the tag of metrics
 * @param path of the collection, of all namespaces or of one
 * @param fields selects those that are watched, as {@code fieldSelector} does; empty for all
 * @param labels selects those that are watched, as {@code labelSelector} does; empty for all
 * @param wanted selects those that are watched, beyond what selectors of the API server can; others are to {@code
 *     changed} and {@code gone} as if they were not there, and take 24 bytes each
 * @param changed takes an object that is new or changed, or the same again; called for one object of a kind at a time,
 *     kinds at once; may throw {@code InvalidObjectException}
 * @param gone takes namespace (empty for cluster-wide kinds) and name of an object that is no longer there
 * @param message fields that are read of its objects, which are then watched in protobuf; null to watch them in JSON
 *     and read them as the mapper of all kinds does
 * @param served takes whether the API server has the kind, for one that not every version has; null for the others
 */
public record WatchedKind<T extends HasMetadata>(
        String name,
        String path,
        String fields,
        String labels,
        Class<T> type,
        Predicate<T> wanted,
        Consumer<T> changed,
        BiConsumer<String, String> gone,
        @Nullable ProtobufMessageSchema message,
        @Nullable Consumer<Boolean> served) {
    private static final String NAMESPACES = "/namespaces/";

    /** All objects of a type. */
    public static <T extends HasMetadata> WatchedKind<T> all(
            Class<T> type, Consumer<T> changed, BiConsumer<String, String> gone) {
        return some(type, "", changed, gone);
    }

    /** The objects of a type that a field selector selects. */
    public static <T extends HasMetadata> WatchedKind<T> some(
            Class<T> type, String fields, Consumer<T> changed, BiConsumer<String, String> gone) {
        String group = HasMetadata.getGroup(type);
        String root = group.isEmpty() ? "/api/" : "/apis/" + group + "/";
        String plural = HasMetadata.getPlural(type);
        return new WatchedKind<>(
                plural,
                root + HasMetadata.getVersion(type) + "/" + plural,
                fields,
                "",
                type,
                all -> true,
                changed,
                gone,
                null,
                null);
    }

    /** This kind as one that the API server need not have: it counts as empty then. */
    public WatchedKind<T> ifServed(Consumer<Boolean> listener) {
        return new WatchedKind<>(name, path, fields, labels, type, wanted, changed, gone, message, listener);
    }

    /**
     * Returns this kind, watched in protobuf, which the API server encodes once for all who do so. Its lists stay in
     * JSON, of which the same fields are read.
     */
    public WatchedKind<T> inProtobuf(ProtobufMessageSchema read) {
        return new WatchedKind<>(name, path, fields, labels, type, wanted, changed, gone, read, served);
    }

    /** This kind, of the objects that the predicate selects. */
    public WatchedKind<T> where(Predicate<T> selected) {
        return new WatchedKind<>(name, path, fields, labels, type, selected, changed, gone, message, served);
    }

    /** This kind, of the objects in one namespace that have these labels. */
    public WatchedKind<T> in(String namespace, String labelSelector) {
        String prefix = path.substring(0, path.lastIndexOf('/'));
        return new WatchedKind<>(
                name,
                prefix + NAMESPACES + namespace + "/" + name,
                fields,
                labelSelector,
                type,
                wanted,
                changed,
                gone,
                message,
                served);
    }

    /** API group of the kind; empty for the core group. */
    public String group() {
        return path.startsWith("/apis/") ? path.split("/", 4)[2] : "";
    }

    /** The namespace whose objects are watched; null for all. */
    public @Nullable String namespace() {
        int begin = path.indexOf(NAMESPACES);
        return begin < 0 ? null : path.substring(begin + NAMESPACES.length(), path.lastIndexOf('/'));
    }
}
