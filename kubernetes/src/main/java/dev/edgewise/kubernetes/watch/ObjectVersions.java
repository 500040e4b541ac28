package dev.edgewise.kubernetes.watch;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.edgewise.kubernetes.api.ApiRequests;
import dev.edgewise.kubernetes.http.ApiResponse;
import dev.edgewise.kubernetes.http.ServerJson;
import java.io.IOException;
import java.util.function.ObjLongConsumer;
import org.jspecify.annotations.Nullable;

/** Names and versions of all objects of a kind, by metadata-only requests. */
final class ObjectVersions {
    private static final String METADATA_ONLY = "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1";

    private final ApiRequests api;
    private final WatchedKind<?> kind;
    private final PagedList<Entry> pages;

    ObjectVersions(ApiRequests api, WatchedKind<?> kind) {
        this.api = api;
        this.kind = kind;
        this.pages = new PagedList<>(api, kind, METADATA_ONLY, new JsonEncoding<>(Entry.class, ServerJson.lenient()));
    }

    /**
     * Reads them all.
     *
     * @return version of the list
     */
    long read(ObjLongConsumer<NamespacedName> versions) throws IOException, ApiStatusException {
        return ResourceVersion.parse(pages.read(new ObjectSink<>() {
            @Override
            public void object(Entry entry) {
                versions.accept(entry.name(), ResourceVersion.parse(entry.metadata.resourceVersion));
            }

            @Override
            public void unreadable(Entry partial, String problem) {
                object(partial);
            }
        }));
    }

    /** The newest version of the API server, not of a cache that may lag; reads one object. */
    long newest() throws IOException, ApiStatusException {
        ApiResponse reply = api.get(ObjectQuery.of(kind).with("limit", "1").toString(), METADATA_ONLY);
        if (!reply.isSuccess()) {
            throw new ApiStatusException(reply);
        }
        return ResourceVersion.parse(
                reply.json().path("metadata").path("resourceVersion").asText());
    }

    /** As Jackson fills it. */
    private static final class Entry {
        @JsonProperty
        private Metadata metadata = new Metadata();

        private NamespacedName name() {
            return new NamespacedName(orEmpty(metadata.namespace), orEmpty(metadata.name));
        }

        private static String orEmpty(@Nullable String text) {
            return text == null ? "" : text;
        }
    }

    @JsonIgnoreProperties(ignoreUnknown = true)
    private static final class Metadata {
        @JsonProperty
        private @Nullable String namespace;

        @JsonProperty
        private @Nullable String name;

        @JsonProperty
        private @Nullable String resourceVersion;
    }
}
