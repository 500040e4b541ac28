package dev.edgewise.scheduler.slots.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.edgewise.common.Names;
import dev.edgewise.kubernetes.api.ApiRequests;
import dev.edgewise.kubernetes.api.ApiUnavailableException;
import dev.edgewise.kubernetes.http.ApiResponse;
import dev.edgewise.scheduler.slots.claims.Claims;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The ledgers, each a ConfigMap of the service's own namespace, which tenants cannot write. A ledger is replaced whole, and only if it is still the version
 * that the decision was based on.
 */
final class ClaimsStore {
    /** Label of a ledger: the namespace that it is about. */
    static final String LABEL = Names.DOMAIN + "slot-claims";

    /** The entry of the ConfigMap. */
    static final String FIELD = "claims.json";

    private static final Logger LOG = LoggerFactory.getLogger(ClaimsStore.class);
    private static final Set<Integer> TOO_LARGE = Set.of(413, 422);
    private static final String PREFIX = "edgewise-slots.";

    private final ApiRequests api;
    private final SlotCache cache;
    private final String path;
    private final String own;

    ClaimsStore(ApiRequests api, SlotCache cache, String own) {
        this.api = api;
        this.cache = cache;
        this.own = own;
        this.path = "/api/v1/namespaces/" + own + "/configmaps";
    }

    static String namespaceOf(String name) {
        return name.startsWith(PREFIX) ? name.substring(PREFIX.length()) : "";
    }

    /**
     * Takes a ledger into the cache.
     *
     * @throws IllegalArgumentException if it is none that this service has written; nothing is decided about the namespace until it is
     */
    void read(String namespace, String version, JsonNode data) {
        read(data, claims -> cache.put(namespace, new NamespaceObjects.Ledger(claims, version)));
    }

    private static void read(JsonNode data, Consumer<@Nullable Claims> taker) {
        Claims claims = null;
        try {
            claims = ClaimsJsonCodec.read(ObjectReader.parse(data.path(FIELD).asText("")));
        } finally {
            taker.accept(claims);
        }
    }

    /**
     * Replaces the ledger, if it is that version.
     *
     * @param version empty if there is none yet
     * @return {@link WriteOutcome#FAILED} if it was another version, and was read again; {@link WriteOutcome#REFUSED} if it is too large
     */
    WriteOutcome replace(String namespace, Claims claims, String version) throws ApiUnavailableException {
        String manifest = manifest(namespace, claims, version);
        ApiResponse reply =
                version.isEmpty() ? api.post(path, manifest) : api.put(path + "/" + PREFIX + namespace, manifest);
        if (reply.isSuccess()) {
            JsonNode metadata = reply.json().path("metadata");
            cache.putOwn(
                    namespace,
                    new NamespaceObjects.Ledger(
                            claims, metadata.path("resourceVersion").asText()));
            return WriteOutcome.DONE;
        }
        if (reply.code() == 409 || reply.code() == 404) {
            readAgain(namespace);
        } else {
            LOG.warn(
                    "Could not write the claims of slots, trying again; namespace={} cause={}",
                    namespace,
                    reply.message());
        }
        return TOO_LARGE.contains(reply.code()) ? WriteOutcome.REFUSED : WriteOutcome.FAILED;
    }

    private void readAgain(String namespace) throws ApiUnavailableException {
        ApiResponse reply = api.get(path + "/" + PREFIX + namespace);
        if (reply.isSuccess()) {
            JsonNode object = reply.json();
            String version = object.path("metadata").path("resourceVersion").asText();
            read(object.path("data"), claims -> cache.putOwn(namespace, new NamespaceObjects.Ledger(claims, version)));
        } else if (reply.code() == 404) {
            cache.forgetLedger(namespace);
        }
    }

    private String manifest(String namespace, Claims claims, String version) {
        ObjectNode manifest = Json.object();
        manifest.put("apiVersion", "v1").put("kind", "ConfigMap");
        ObjectNode metadata = manifest.putObject("metadata");
        metadata.put("name", PREFIX + namespace).put("namespace", own);
        metadata.putObject("labels").put(LABEL, namespace);
        if (!version.isEmpty()) {
            metadata.put("resourceVersion", version);
        }
        manifest.putObject("data").put(FIELD, ClaimsJsonCodec.of(claims).toString());
        return manifest.toString();
    }
}
