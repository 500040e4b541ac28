package dev.edgewise.scheduler.kubernetes.watch;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ListOptions;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.api.model.PartialObjectMetadata;
import io.fabric8.kubernetes.api.model.PartialObjectMetadataList;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Compares what was handed on with what the API server has. The list is cheap: metadata only, from the server's cache.
 * A difference may be a watch event on its way; only one that is still there some time later is a loss, and mended.
 */
final class DriftCheck<T extends HasMetadata> {
    private final KubernetesClient client;
    private final WatchedKind<T> kind;
    private final Delivery<T> delivery;

    /**
     * An object that differs.
     *
     * @param delivered the version that was handed on last, or null
     */
    record Suspect(ObjectName name, @Nullable Long delivered) {}

    DriftCheck(KubernetesClient client, WatchedKind<T> kind, Delivery<T> delivery) {
        this.client = client;
        this.kind = kind;
        this.delivery = delivery;
    }

    /** Objects that differ now. */
    Set<Suspect> suspects() {
        // A new one each time: the client writes the kind's selectors into it.
        ListOptions cached = new ListOptionsBuilder().withResourceVersion("0").build();
        PartialObjectMetadataList list = kind.resources().apply(client).listAsPartialObjectMetadata(cached);
        long listed = Revision.parse(list.getMetadata().getResourceVersion());
        Map<ObjectName, Long> extra = delivery.revisions();
        Set<Suspect> suspects = new HashSet<>();
        for (PartialObjectMetadata object : list.getItems()) {
            ObjectName name = ObjectName.of(object.getMetadata());
            Long delivered = extra.remove(name);
            if (delivered == null || delivered < Revision.of(object.getMetadata())) {
                suspects.add(new Suspect(name, delivered));
            }
        }
        extra.forEach((name, revision) -> {
            // The server's cache may be older than what a watch has told since.
            if (revision <= listed) {
                suspects.add(new Suspect(name, revision));
            }
        });
        return suspects;
    }

    /** Mends those that have not changed since, and returns how many. */
    int mend(Set<Suspect> suspects) {
        Set<Suspect> lasting = new HashSet<>(suspects);
        lasting.removeIf(suspect -> !Objects.equals(delivery.revision(suspect.name()), suspect.delivered()));
        if (lasting.isEmpty()) {
            return 0;
        }
        lasting.retainAll(suspects());
        int mended = 0;
        for (Suspect suspect : lasting) {
            mended += mend(suspect) ? 1 : 0;
        }
        return mended;
    }

    private boolean mend(Suspect suspect) {
        T current = read(suspect.name());
        if (current != null) {
            delivery.changed(current);
            return true;
        }
        if (suspect.delivered() != null) {
            delivery.gone(suspect.name(), suspect.delivered());
            return true;
        }
        return false;
    }

    /** Lists the one object, so that the kind's own selection holds. */
    private @Nullable T read(ObjectName name) {
        Map<String, String> fields = new HashMap<>();
        fields.put("metadata.name", name.name());
        if (!name.namespace().isEmpty()) {
            fields.put("metadata.namespace", name.namespace());
        }
        List<T> found = kind.resources().apply(client).withFields(fields).list().getItems();
        return found.isEmpty() ? null : found.get(0);
    }
}
