package dev.edgewise.kubernetes.lease;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.edgewise.common.time.Ticker;
import dev.edgewise.kubernetes.api.ApiServerClient;
import dev.edgewise.kubernetes.api.ApiUnavailableException;
import dev.edgewise.kubernetes.http.ApiResponse;
import java.time.Clock;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Acquires, renews and releases the Lease for one replica. Whether another holder has expired is measured by this
 * replica's monotonic clock, from the moment it saw the last renewal: clocks of two machines are never compared. Not
 * thread-safe.
 */
final class LeaseLock {
    private static final String ADDRESS = "edgewise.dev/leader-address";
    private static final DateTimeFormatter MICRO_TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);

    private final ApiServerClient api;
    private final LeaseSettings settings;
    private final Clock clock;
    private final Ticker ticker;
    private final String collection;
    private volatile Supplier<@Nullable String> ownAddress = () -> null;
    private JsonNode observed = JsonNodeFactory.instance.missingNode();
    private long observedAt;

    LeaseLock(ApiServerClient api, LeaseSettings settings, Clock clock, Ticker ticker) {
        this.api = api;
        this.settings = settings;
        this.clock = clock;
        this.ticker = ticker;
        this.collection = "/apis/coordination.k8s.io/v1/namespaces/" + settings.namespace() + "/leases";
    }

    /**
     * Takes or renews the Lease.
     *
     * @return whether this replica holds it now
     * @throws ApiUnavailableException if that is not known
     */
    boolean take() throws ApiUnavailableException {
        // Only the holder writes the Lease while it lasts: no need to read it first. Later, a version that is known may
        // even be another replica's, if etcd was restored from
        // a backup.
        if (settings.identity().equals(holder(observed)) && lasts() && isRenewed()) {
            return true;
        }
        ApiResponse current = api.get(collection + "/" + settings.name());
        if (current.code() == 404) {
            return written(api.post(collection, lease(JsonNodeFactory.instance.objectNode(), settings.identity())));
        }
        if (!current.isSuccess()) {
            throw new ApiUnavailableException(current.message(), null);
        }
        observe(current.json());
        return !isHeldByAnother() && write(settings.identity());
    }

    private boolean lasts() {
        return ticker.nanos() - observedAt < settings.duration().toNanos();
    }

    /** False if the Lease changed: deleted, taken by another, or renewed by a request whose response was lost. */
    private boolean isRenewed() throws ApiUnavailableException {
        ApiResponse reply = put(settings.identity());
        return reply.code() != 404 && written(reply);
    }

    /** Releases the Lease, so that another replica need not wait. */
    void release() throws ApiUnavailableException {
        ApiResponse current = api.get(collection + "/" + settings.name());
        if (current.isSuccess() && settings.identity().equals(holder(current.json()))) {
            observe(current.json());
            write("");
        }
    }

    private boolean write(String holder) throws ApiUnavailableException {
        return written(put(holder));
    }

    private ApiResponse put(String holder) throws ApiUnavailableException {
        return api.put(collection + "/" + settings.name(), lease(observed.deepCopy(), holder));
    }

    /** 409 means that another replica was faster. */
    private boolean written(ApiResponse reply) throws ApiUnavailableException {
        if (reply.isSuccess()) {
            observe(reply.json());
            return true;
        }
        if (reply.code() == 409) {
            return false;
        }
        String remedy = reply.code() == 404
                ? ". Create that namespace, or name another by edgewise.leader-election.namespace"
                : "";
        throw new ApiUnavailableException(reply.message() + remedy, null);
    }

    private void observe(JsonNode lease) {
        if (!lease.path("spec").equals(observed.path("spec"))) {
            observedAt = ticker.nanos();
        }
        observed = lease;
    }

    /** Whether, as last observed, another replica holds the Lease and it has not expired. */
    boolean isHeldByAnother() {
        return remainingNanos() > 0;
    }

    /** Publishes the holder's address in the Lease, while this replica holds it. */
    void announce(Supplier<@Nullable String> address) {
        ownAddress = address;
    }

    /** Address that the holder of the Lease announced last; empty if it announces none. */
    String address() {
        return observed.path("metadata").path("annotations").path(ADDRESS).asText("");
    }

    /** The holder of the Lease as last observed; empty if none. */
    String holder() {
        return holder(observed);
    }

    /** Time for which another replica still holds the Lease if it is not renewed again; 0 or less if none does. */
    long remainingNanos() {
        String holder = holder(observed);
        if (holder.isEmpty() || holder.equals(settings.identity())) {
            return 0;
        }
        long seconds = observed.path("spec")
                .path("leaseDurationSeconds")
                .asLong(settings.duration().toSeconds());
        return TimeUnit.SECONDS.toNanos(seconds) - (ticker.nanos() - observedAt);
    }

    private static String holder(JsonNode lease) {
        return lease.path("spec").path("holderIdentity").asText("");
    }

    private String lease(JsonNode before, String holder) {
        ObjectNode lease = before.isObject() ? (ObjectNode) before : JsonNodeFactory.instance.objectNode();
        boolean changesHands = !holder.equals(holder(lease));
        String now = MICRO_TIME.format(clock.instant());
        lease.put("apiVersion", "coordination.k8s.io/v1").put("kind", "Lease");
        lease.withObject("/metadata").put("name", settings.name()).put("namespace", settings.namespace());
        announce(lease, holder.isEmpty() ? null : ownAddress.get());
        ObjectNode spec = lease.withObject("/spec");
        spec.put("holderIdentity", holder)
                .put(
                        "leaseDurationSeconds",
                        holder.isEmpty() ? 1 : settings.duration().toSeconds())
                .put("renewTime", now);
        if (changesHands) {
            spec.put("acquireTime", now)
                    .put("leaseTransitions", spec.path("leaseTransitions").asInt(0) + 1);
        }
        return lease.toString();
    }

    private static void announce(ObjectNode lease, @Nullable String address) {
        if (address != null) {
            lease.withObject("/metadata/annotations").put(ADDRESS, address);
        } else if (lease.at("/metadata/annotations") instanceof ObjectNode annotations) {
            annotations.remove(ADDRESS);
        }
    }
}
