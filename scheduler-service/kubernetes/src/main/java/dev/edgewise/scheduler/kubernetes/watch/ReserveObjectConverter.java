package dev.edgewise.scheduler.kubernetes.watch;

import com.fasterxml.jackson.databind.JsonNode;
import dev.edgewise.kubernetes.watch.InvalidObjectException;
import dev.edgewise.scheduler.kubernetes.limits.Quantities;
import dev.edgewise.scheduler.model.ReservationKey;
import dev.edgewise.scheduler.model.ReservationStatus.Phase;
import dev.edgewise.scheduler.state.protection.BackupReserveObject;
import dev.edgewise.scheduler.state.protection.ResourceDemand;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads the objects that show the reserves of nodes, in the service's own namespace only, as tenants could write them
 * elsewhere.
 */
public final class ReserveObjectConverter {
    private static final String PODS = "pods";

    private ReserveObjectConverter() {}

    /** @param namespace the service's own */
    static boolean isOne(ReservationObject object, String namespace) {
        return isForRecovery(object) && namespace.equals(object.getMetadata().getNamespace());
    }

    /**
     * Returns whether another scheduler-service shows it, in its own namespace: the right to create reservations does
     * not include writing their status.
     */
    static boolean isOfAnother(ReservationObject object) {
        return isForRecovery(object)
                && ReservationConverter.status(object.status).phase() == Phase.ACTIVE;
    }

    private static boolean isForRecovery(ReservationObject object) {
        ReservationObject.User user = object.spec == null ? null : object.spec.user();
        return user != null && user.recovery() != null && user.ownerReference() == null && user.selector() == null;
    }

    /**
     * Reads one as the API server sends it. Amounts that cannot be read are a problem of it, which can be corrected.
     *
     * @throws InvalidObjectException naming any other field that cannot be understood
     */
    public static BackupReserveObject convert(JsonNode object) {
        return convert(ReservationConverter.read(object));
    }

    static BackupReserveObject convert(ReservationObject object) {
        ObjectMeta metadata = object.getMetadata();
        ReservationObject.Spec spec = Objects.requireNonNull(object.spec, "spec");
        ResourceDemand keeps = ResourceDemand.NONE;
        String problem = null;
        try {
            keeps = demand(spec.resources());
        } catch (InvalidObjectException unreadable) {
            problem = unreadable.getMessage();
        }
        return new BackupReserveObject(
                new ReservationKey(metadata.getNamespace(), metadata.getName()),
                FieldReader.orElse(metadata.getUid(), ""),
                metadata.getGeneration() == null ? 0 : metadata.getGeneration(),
                ReservationConverter.nodeOf(spec),
                keeps,
                problem,
                ReservationConverter.reason(spec.reason()),
                ReservationConverter.createdAt(metadata),
                metadata.getDeletionTimestamp() != null,
                ReservationConverter.status(object.status));
    }

    private static ResourceDemand demand(@Nullable Map<String, Quantity> resources) {
        Quantity pods = resources == null ? null : resources.get(PODS);
        long count = pods == null ? 0 : Quantities.units("spec.resources." + PODS, pods);
        return new ResourceDemand(ReservationConverter.resources(resources), (int) Math.min(count, Integer.MAX_VALUE));
    }
}
