package dev.edgewise.scheduler.kubernetes.watch;

import dev.edgewise.scheduler.kubernetes.api.ApiRequests;
import dev.edgewise.scheduler.kubernetes.api.Reply;
import dev.edgewise.scheduler.kubernetes.api.UnansweredException;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PartialObjectMetadata;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Compares what was handed on with what the API server has. The list is cheap: metadata only, from the server's cache.
 * A difference may be a watch event on its way; only one that is still there some time later is a loss, and mended.
 */
final class DriftCheck<T extends HasMetadata> {
    private static final String METADATA_ONLY = "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1";

    private static final Encoding<PartialObjectMetadata> METADATA = new JsonEncoding<>(PartialObjectMetadata.class);

    private final ApiRequests api;
    private final WatchedKind<T> kind;
    private final KindReader<T> reader;
    private final Delivery<T> delivery;

    /**
     * An object that differs.
     *
     * @param delivered the version that was handed on last, or null
     */
    record Suspect(ObjectName name, @Nullable Long delivered) {}

    DriftCheck(ApiRequests api, WatchedKind<T> kind, Delivery<T> delivery) {
        this.api = api;
        this.reader = new KindReader<>(api, kind);
        this.kind = kind;
        this.delivery = delivery;
    }

    /** Objects that differ now, as far as the API server's cache knows. */
    Set<Suspect> suspects() throws IOException, RefusedException {
        return suspects(ObjectQuery.of(kind).with("resourceVersion", "0").toString());
    }

    /** Objects that differ now from the newest state. */
    Set<Suspect> lagging() throws IOException, RefusedException {
        return suspects(ObjectQuery.of(kind).toString());
    }

    private Set<Suspect> suspects(String query) throws IOException, RefusedException {
        Map<ObjectName, Long> extra = delivery.revisions();
        Set<Suspect> suspects = new HashSet<>();
        long listed = compare(query, object -> {
            ObjectName name = ObjectName.of(object.getMetadata());
            Long delivered = extra.remove(name);
            if (delivered == null || delivered < Revision.of(object.getMetadata())) {
                suspects.add(new Suspect(name, delivered));
            }
        });
        extra.forEach((name, revision) -> {
            // The server's cache may be older than what a watch has told since.
            if (revision <= listed) {
                suspects.add(new Suspect(name, revision));
            }
        });
        return suspects;
    }

    /** Lists the metadata of all; returns the version of the list. */
    private long compare(String query, Consumer<PartialObjectMetadata> objects) throws IOException, RefusedException {
        try {
            Reply reply = api.get(query, METADATA_ONLY);
            if (!reply.isSuccess()) {
                throw new RefusedException(reply);
            }
            return Revision.parse(METADATA.page(reply.body(), objects).revision());
        } catch (UnansweredException unanswered) {
            throw new IOException(unanswered.getMessage(), unanswered);
        }
    }

    /** Mends those that have not changed since, and returns how many. */
    int mend(Set<Suspect> suspects) throws IOException, RefusedException {
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

    private boolean mend(Suspect suspect) throws IOException, RefusedException {
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
    private @Nullable T read(ObjectName name) throws IOException, RefusedException {
        List<T> found = new ArrayList<>(1);
        reader.read(name, found::add);
        return found.isEmpty() ? null : found.get(0);
    }
}
