package dev.edgewise.scheduler.kubernetes;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.edgewise.common.TruncatedText;
import dev.edgewise.kubernetes.api.ApiUnavailableException;
import dev.edgewise.kubernetes.http.ApiResponse;
import dev.edgewise.kubernetes.watch.InvalidObjectException;
import dev.edgewise.scheduler.kubernetes.watch.ReservationConverter;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.Reservation;
import dev.edgewise.scheduler.model.ReservationKey;
import dev.edgewise.scheduler.model.ReservationStatus.Phase;
import dev.edgewise.scheduler.plugins.recovery.FailoverWriter;
import dev.edgewise.scheduler.state.reservations.ReservationRefusedException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps room for what replaces a pod elsewhere: reservations for its controller. */
final class ReplacementReservationWriter {
    private static final Logger LOG = LoggerFactory.getLogger(ReplacementReservationWriter.class);
    private static final int LONGEST_REASON = 255;

    private final KubernetesReservations reservations;

    ReplacementReservationWriter(KubernetesReservations reservations) {
        this.reservations = reservations;
    }

    /**
     * Creates the reservation, or finds it. May be repeated. A foreign reservation of the same name (anyone with the
     * right to create reservations there can write one) is deleted and replaced at once.
     *
     * @param pod that is replaced
     * @param timeToLive how long it is kept
     * @param replaces whether one on another node is deleted, too, but none that was taken
     * @return as it is in the cluster; null if there is none
     * @throws ReservationRefusedException if a quota or a policy has it so
     */
    @Nullable
    Reservation keep(Pod pod, String node, ReservationKey key, String reason, Duration timeToLive, boolean replaces)
            throws ReservationRefusedException {
        String object = object(pod, node, key, reason, timeToLive);
        try {
            Reservation found = createOrGet(key, object);
            if (isToBeReplaced(found, pod, node, timeToLive, replaces)) {
                reservations.delete(found.key(), found.uid());
                found = createOrGet(key, object);
            }
            return isKept(found, pod, node, timeToLive) ? found : null;
        } catch (ApiUnavailableException | InvalidObjectException e) {
            warn(pod, e.getMessage());
            return null;
        }
    }

    private Reservation createOrGet(ReservationKey key, String object)
            throws ApiUnavailableException, ReservationRefusedException {
        ApiResponse reply = reservations.create(key.namespace(), object);
        if (reply.code() == 409) {
            reply = reservations.get(key);
        }
        if (reply.code() == 403) {
            throw new ReservationRefusedException(reply.message());
        }
        if (!reply.isSuccess()) {
            throw new ApiUnavailableException(reply.message(), null);
        }
        return ReservationConverter.convert(reply.json());
    }

    private static boolean isKept(Reservation found, Pod pod, String node, Duration timeToLive) {
        return FailoverWriter.isFor(pod, found, timeToLive)
                && !isEnded(found)
                && found.node().equals(node);
    }

    private static boolean isEnded(Reservation found) {
        return found.deleted() || found.status().phase().isEnd();
    }

    private static boolean isToBeReplaced(
            Reservation found, Pod pod, String node, Duration timeToLive, boolean replaces) {
        if (found.deleted() || isKept(found, pod, node, timeToLive)) {
            return false;
        }
        boolean isOurs = FailoverWriter.isFor(pod, found, timeToLive);
        // Where what replaces another pod of the controller has taken it, that of the other is left for this one.
        boolean isTaken = isOurs && replaces && found.status().phase() == Phase.TAKEN;
        return !isTaken && (replaces || isEnded(found) || !isOurs);
    }

    private static String object(Pod pod, String node, ReservationKey key, String reason, Duration timeToLive) {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        object.put("apiVersion", "edgewise.dev/v1alpha1").put("kind", "Reservation");
        object.putObject("metadata").put("namespace", key.namespace()).put("name", key.name());
        ObjectNode spec = object.putObject("spec");
        spec.put("node", node)
                .put("ttlSeconds", timeToLive.toSeconds())
                .put("reason", TruncatedText.of(reason, LONGEST_REASON));
        pod.spec().requests().needed().quantities().forEach(spec.putObject("resources")::put);
        spec.putObject("for")
                .putObject("ownerReference")
                .put("kind", "Controller")
                .put("name", pod.workload())
                .put("uid", pod.controllerUid());
        return object.toString();
    }

    private static void warn(Pod pod, @Nullable String why) {
        LOG.warn("Could not reserve room for the replacement of a pod; pod={} cause={}", pod.key(), why);
    }
}
