package dev.edgewise.scheduler.kubernetes;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.edgewise.kubernetes.api.ApiServerClient;
import dev.edgewise.kubernetes.api.ApiUnavailableException;
import dev.edgewise.kubernetes.api.Retries;
import dev.edgewise.kubernetes.http.ApiResponse;
import dev.edgewise.scheduler.kubernetes.watch.ReservationObject;
import dev.edgewise.scheduler.model.Reservation;
import dev.edgewise.scheduler.model.ReservationKey;
import dev.edgewise.scheduler.model.ReservationStatus;
import dev.edgewise.scheduler.state.reservations.ReservationWriter;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reservations in the API. */
public final class KubernetesReservations implements ReservationWriter {
    private static final Logger LOG = LoggerFactory.getLogger(KubernetesReservations.class);
    private static final String NAMESPACES =
            "/apis/" + ReservationObject.GROUP + "/" + ReservationObject.VERSION + "/namespaces/";

    private final ApiServerClient api;
    private final Retries retries;

    public KubernetesReservations(ApiServerClient api, Retries retries) {
        this.api = api;
        this.retries = retries;
    }

    /** The answer to a request for one. */
    public ApiResponse get(ReservationKey key) throws ApiUnavailableException {
        return retries.send(() -> api.get(path(key)));
    }

    /**
     * The answer to creating one, which may have come about although the answer says that it exists.
     *
     * @param object with its name
     */
    public ApiResponse create(String namespace, String object) throws ApiUnavailableException {
        return retries.send(() -> api.post(NAMESPACES + namespace + "/" + ReservationObject.PLURAL, object));
    }

    /**
     * The answer to deleting one.
     *
     * @param uid of the only one to be deleted; null for whichever has the name
     */
    public ApiResponse delete(ReservationKey key, @Nullable String uid) throws ApiUnavailableException {
        ObjectNode options = JsonNodeFactory.instance.objectNode();
        options.put("apiVersion", "v1").put("kind", "DeleteOptions");
        if (uid != null) {
            options.putObject("preconditions").put("uid", uid);
        }
        return retries.send(() -> api.delete(path(key), options.toString()));
    }

    /**
     * The answer to changing one, which is tried once.
     *
     * @param operations a JSON patch
     */
    ApiResponse patch(ReservationKey key, ArrayNode operations) throws ApiUnavailableException {
        return api.patch(path(key), ApiServerClient.JSON_PATCH, operations.toString());
    }

    /** Returns the answer to changing its status, which is tried once. */
    ApiResponse patchStatus(ReservationKey key, ArrayNode operations) throws ApiUnavailableException {
        return api.patch(path(key) + "/status", ApiServerClient.JSON_PATCH, operations.toString());
    }

    @Override
    public void delete(Reservation reservation) {
        send("delete", reservation, () -> delete(reservation.key(), reservation.uid()));
    }

    @Override
    public void write(Reservation reservation, ReservationStatus status) {
        ArrayNode patch = patch(reservation, status);
        send("write the status of", reservation, () -> patchStatus(reservation.key(), patch));
    }

    /** 404: it is gone; 409, and 422 where a status is written: another has its name. */
    private static void send(String what, Reservation reservation, Retries.Attempt request) {
        try {
            ApiResponse reply = request.send();
            if (!reply.isSuccess() && reply.code() != 404 && reply.code() != 409 && reply.code() != 422) {
                warn(what, reservation, reply.message());
            }
        } catch (ApiUnavailableException unanswered) {
            warn(what, reservation, unanswered.getMessage());
        }
    }

    private static void warn(String what, Reservation reservation, @Nullable String why) {
        LOG.warn("Could not {} a reservation, trying again; reservation={} cause={}", what, reservation.key(), why);
    }

    /**
     * Returns a JSON patch of the status that tests the uid; a merge patch would apply to another reservation of the
     * same name, as this kind ignores the uid in it.
     */
    private static ArrayNode patch(Reservation reservation, ReservationStatus status) {
        ArrayNode operations = operationsOn(reservation.uid());
        put(status, reservation.user().toString(), operations)
                .put("expires", reservation.expiresAt().toString());
        return operations;
    }

    /** A JSON patch of no other object of that name. */
    static ArrayNode operationsOn(String uid) {
        ArrayNode operations = JsonNodeFactory.instance.arrayNode();
        operations.addObject().put("op", "test").put("path", "/metadata/uid").put("value", uid);
        return operations;
    }

    /** @param user the one it is for, as people read it */
    static ObjectNode put(ReservationStatus status, String user, ArrayNode operations) {
        ObjectNode value =
                operations.addObject().put("op", "add").put("path", "/status").putObject("value");
        value.put("phase", status.phase().text()).put("for", user);
        putUnlessEmpty(value, "pod", status.pod());
        putUnlessEmpty(value, "reason", status.reason());
        putUnlessEmpty(value, "message", status.message());
        return value;
    }

    private static void putUnlessEmpty(ObjectNode object, String field, String text) {
        if (!text.isEmpty()) {
            object.put(field, text);
        }
    }

    private static String path(ReservationKey key) {
        return NAMESPACES + key.namespace() + "/" + ReservationObject.PLURAL + "/" + key.name();
    }
}
