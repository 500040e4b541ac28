package dev.edgewise.kubernetes.watch;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.edgewise.http.StreamingHttpResponse;
import dev.edgewise.kubernetes.api.ApiServerClient;
import dev.edgewise.kubernetes.http.ApiResponse;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.function.ObjLongConsumer;

/** Lists and watches the objects of a kind. */
final class KindReader<T extends HasMetadata> {
    private static final Duration TO_BEGIN = Duration.ofSeconds(5);
    private static final String METADATA_ONLY = "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1";

    private final ApiServerClient api;
    private final WatchedKind<T> kind;
    private final ObjectMapper mapper;
    private final JsonObjectReader<T> encoding;
    private final PagedList<T> pages;
    private final PagedList<T> metadata;

    /** Name and version only: with 150,000 pods the rest of the metadata takes too much memory. */
    @JsonIgnoreProperties({"annotations", "finalizers", "labels", "managedFields", "ownerReferences"})
    private interface NameAndVersion {}

    KindReader(ApiServerClient api, WatchedKind<T> kind, ObjectMapper mapper) {
        this.api = api;
        this.kind = kind;
        ProtobufMessageSchema message = kind.message();
        this.mapper = message == null ? mapper : message.mapper(mapper);
        this.encoding = new JsonObjectReader<>(kind.type(), this.mapper);
        this.pages = new PagedList<>(api, kind, ApiServerClient.JSON, encoding);
        ObjectMapper namesOnly = mapper.copy().addMixIn(ObjectMeta.class, NameAndVersion.class);
        this.metadata = new PagedList<>(api, kind, METADATA_ONLY, new JsonObjectReader<>(kind.type(), namesOnly));
    }

    /**
     * Reads them all, page by page.
     *
     * @return version of the list
     */
    String list(ObjectSink<T> objects) throws IOException, ApiStatusException {
        return pages.read(objects);
    }

    /**
     * Reads the names and versions of them all.
     *
     * @return version of the list
     */
    long versions(ObjLongConsumer<NamespacedName> versions) throws IOException, ApiStatusException {
        return ResourceVersion.parse(metadata.read(new ObjectSink<>() {
            @Override
            public void object(T object) {
                versions.accept(NamespacedName.of(object.getMetadata()), ResourceVersion.of(object.getMetadata()));
            }

            @Override
            public void unreadable(T partial, String problem) {
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

    void stop() {
        pages.stop();
    }

    /** Reads the one of that name, if it is there and the kind selects it. */
    void read(NamespacedName name, ObjectSink<T> object) throws IOException, ApiStatusException {
        String selector = "metadata.name=" + name.name()
                + (name.namespace().isEmpty() ? "" : ",metadata.namespace=" + name.namespace())
                + (kind.fields().isEmpty() ? "" : "," + kind.fields());
        ApiResponse reply = api.get(ObjectQuery.of(kind, selector).toString());
        if (!reply.isSuccess()) {
            throw new ApiStatusException(reply);
        }
        encoding.page(new ByteArrayInputStream(reply.body()), object);
    }

    /**
     * Opens a watch, which the server ends after that time.
     *
     * @param revision the version to continue from
     * @param seconds more than 2: a bookmark comes 2 seconds before the end
     * @param silence how long it may be silent before a read fails
     */
    StreamingHttpResponse watch(String revision, int seconds, Duration silence) throws IOException, ApiStatusException {
        String query = ObjectQuery.of(kind)
                .with("watch", "true")
                .with("allowWatchBookmarks", "true")
                .with("resourceVersion", revision)
                .with("timeoutSeconds", Integer.toString(seconds))
                .toString();
        String accept = kind.message() == null ? ApiServerClient.JSON : ProtobufEvents.ACCEPT;
        StreamingHttpResponse stream = api.open(query, accept, TO_BEGIN, silence);
        if (stream.code() != 200) {
            try (stream) {
                byte[] why = stream.rest();
                boolean isJson = !ProtobufEvents.isType(stream.type());
                throw new ApiStatusException(
                        new ApiResponse(stream.code(), isJson ? why : ProtobufEvents.refusal(why, mapper)));
            }
        }
        return stream;
    }

    JsonObjectReader.Events<T> events(StreamingHttpResponse watch) throws IOException {
        ProtobufMessageSchema message = kind.message();
        return message != null && ProtobufEvents.isType(watch.type())
                ? new ProtobufEvents<>(watch.body(), message, mapper, encoding)
                : encoding.events(watch.body());
    }
}
