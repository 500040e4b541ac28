package dev.edgewise.scheduler.slots.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.edgewise.common.Names;
import dev.edgewise.kubernetes.api.ApiServerClient;
import dev.edgewise.kubernetes.api.ApiUnavailableException;
import dev.edgewise.kubernetes.http.ApiResponse;
import dev.edgewise.scheduler.slots.claims.ClaimLedger;
import dev.edgewise.scheduler.slots.kubernetes.NamespaceObjects.Ledger;
import java.util.Set;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The ledgers, each a ConfigMap of the service's own namespace, which tenants cannot write. A ledger is replaced whole,
 * and only if it is still the version that the decision was based on.
 */
final class ClaimsStore {
    /** Label of a ledger: the namespace that it is about. */
    static final String LABEL = Names.DOMAIN + "slot-claims";

    /** The entry of the ConfigMap. */
    static final String FIELD = "claims.json";

    /** The number of the write, within that entry: a smaller one than before is that of a backup. */
    private static final String WRITES = "writes";

    private static final Logger LOG = LoggerFactory.getLogger(ClaimsStore.class);
    private static final Set<Integer> TOO_LARGE = Set.of(413, 422);
    private static final String PREFIX = "edgewise-slots.";

    private final ApiServerClient api;
    private final SlotCache cache;
    private final String path;
    private final String own;

    ClaimsStore(ApiServerClient api, SlotCache cache, String own) {
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
     * @throws IllegalArgumentException if it is none that this service has written; nothing is decided about the
     *     namespace until it is
     */
    void read(String namespace, String version, JsonNode data) {
        read(version, data, ledger -> cache.put(namespace, ledger));
    }

    private static void read(String version, JsonNode data, Consumer<Ledger> taker) {
        ClaimLedger claims = null;
        long writes = Ledger.UNKNOWN;
        try {
            JsonNode json = SlotObjectJsonReader.parse(data.path(FIELD).asText(""));
            claims = ClaimsJsonCodec.read(json);
            writes = json.path(WRITES).asLong(Ledger.UNKNOWN);
        } finally {
            taker.accept(new Ledger(claims, version, writes, true));
        }
    }

    /**
     * Replaces the ledger, if it is that version.
     *
     * @param version empty if there is none yet
     * @return {@link WriteOutcome#FAILED} if it was another version, and was read again; {@link WriteOutcome#REFUSED}
     *     if it is too large
     */
    WriteOutcome replace(String namespace, ClaimLedger claims, String version) throws ApiUnavailableException {
        long writes = 1 + cache.read(namespace, objects -> objects.ledger().writes());
        String manifest = manifest(namespace, claims, version, writes);
        ApiResponse reply =
                version.isEmpty() ? api.post(path, manifest) : api.put(path + "/" + PREFIX + namespace, manifest);
        if (reply.isSuccess()) {
            JsonNode metadata = reply.json().path("metadata");
            cache.putOwn(
                    namespace,
                    new Ledger(claims, metadata.path("resourceVersion").asText(), writes, true));
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
            read(version, object.path("data"), ledger -> cache.putOwn(namespace, ledger));
        } else if (reply.code() == 404) {
            cache.forgetLedger(namespace);
        }
    }

    private String manifest(String namespace, ClaimLedger claims, String version, long writes) {
        ObjectNode manifest = JsonFieldAccess.object();
        manifest.put("apiVersion", "v1").put("kind", "ConfigMap");
        ObjectNode metadata = manifest.putObject("metadata");
        metadata.put("name", PREFIX + namespace).put("namespace", own);
        metadata.putObject("labels").put(LABEL, namespace);
        if (!version.isEmpty()) {
            metadata.put("resourceVersion", version);
        }
        manifest.putObject("data")
                .put(FIELD, ClaimsJsonCodec.of(claims).put(WRITES, writes).toString());
        return manifest.toString();
    }
}
