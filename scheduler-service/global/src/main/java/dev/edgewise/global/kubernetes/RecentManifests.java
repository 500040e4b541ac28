package dev.edgewise.global.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.edgewise.global.model.GlobalRequest;
import org.jspecify.annotations.Nullable;

/**
 * The inline manifests of requests that this replica has just begun to know, until they are read: the API server has
 * sent them, and need not be asked for them again. Long ones are left out, and old ones make room. Manifests of a
 * request cannot be changed. Thread-safe.
 */
final class RecentManifests {
    /** The longest text of a request that is kept; {@link ManifestSkippingDeserializer} leaves longer ones out. */
    static final int LONGEST = 16 * 1024;

    private static final long MOST_CHARACTERS = 2L * 1024 * 1024;
    /** The weight of an entry without its text. */
    private static final int LEAST = 256;

    private final Cache<String, String> texts = Caffeine.newBuilder()
            .maximumWeight(MOST_CHARACTERS)
            .weigher((String uid, String text) -> LEAST + text.length())
            .executor(Runnable::run)
            .build();

    /** Keeps the manifests of a request that was not known before. */
    void add(GlobalRequest request, GlobalRequestObject object) {
        JsonNode inline = object.spec().path("manifests").path("inline");
        if (inline.isTextual() && !request.status().phase().isFinal()) {
            texts.put(request.uid(), inline.asText());
        }
    }

    /** Returns the manifests of the request, and forgets them; null if they are not here. */
    @Nullable
    String take(String uid) {
        return texts.asMap().remove(uid);
    }

    void remove(String uid) {
        texts.invalidate(uid);
    }

    /** Returns the characters that are kept, with those that stand for an entry. */
    long characters() {
        return texts.policy().eviction().orElseThrow().weightedSize().orElseThrow();
    }
}
