package dev.edgewise.global.remote;

import com.fasterxml.jackson.databind.JsonNode;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.edgewise.common.time.Ticker;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The kinds that a member serves, as its discovery says; an API version is asked for again after a minute. */
final class MemberKinds {
    private static final int MOST_VERSIONS = 200;

    private final MemberApi api;
    private final Cache<String, Map<String, Kind>> versions;

    /**
     * A kind of objects.
     *
     * @param root path of its API version
     * @param plural as in paths
     */
    record Kind(String root, String plural, boolean namespaced) {
        /** Returns the path of all objects of the kind that a request may have. */
        String collection(String namespace) {
            return root + (namespaced ? "/namespaces/" + namespace : "") + "/" + plural;
        }
    }

    MemberKinds(MemberApi api, Ticker ticker) {
        this.api = api;
        this.versions = Caffeine.newBuilder()
                .maximumSize(MOST_VERSIONS)
                .expireAfterWrite(Duration.ofMinutes(1))
                .ticker(ticker::nanos)
                .executor(Runnable::run)
                .build();
    }

    /** Returns the kind; null if the member does not serve it. */
    @Nullable
    Kind find(String account, String apiVersion, String kind) throws MemberUnreachableException {
        Map<String, Kind> kinds = versions.getIfPresent(apiVersion);
        if (kinds == null) {
            kinds = read(account, apiVersion);
            versions.put(apiVersion, kinds);
        }
        return kinds.get(kind);
    }

    private Map<String, Kind> read(String account, String apiVersion) throws MemberUnreachableException {
        String root = (apiVersion.contains("/") ? "/apis/" : "/api/") + apiVersion;
        MemberReply reply = api.getAs(account, root);
        if (!reply.isSuccess() && !reply.isNotFound()) {
            throw MemberUnreachableException.ofOneKind("it does not say what it serves: " + reply.message());
        }
        Map<String, Kind> kinds = new HashMap<>();
        for (JsonNode each : reply.body().path("resources")) {
            String plural = each.path("name").asText();
            if (!plural.contains("/")) {
                kinds.putIfAbsent(
                        each.path("kind").asText(),
                        new Kind(root, plural, each.path("namespaced").asBoolean()));
            }
        }
        return kinds;
    }
}
