package dev.edgewise.scheduler.kubernetes;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.edgewise.kubernetes.api.ApiUnavailableException;
import dev.edgewise.kubernetes.api.Retries;
import dev.edgewise.kubernetes.http.ApiResponse;
import dev.edgewise.kubernetes.watch.InvalidObjectException;
import dev.edgewise.scheduler.kubernetes.watch.ReservationObject;
import dev.edgewise.scheduler.kubernetes.watch.ReserveObjectConverter;
import dev.edgewise.scheduler.model.ReservationStatus;
import dev.edgewise.scheduler.plugins.recovery.ReserveWriter;
import dev.edgewise.scheduler.state.protection.BackupReserveObject;
import dev.edgewise.scheduler.state.protection.ResourceDemand;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the reserves of nodes as Reservations in the service's own namespace, where people see them and no scheduler
 * counts them twice.
 */
final class KubernetesReserveWriter implements ReserveWriter {
    private static final Logger LOG = LoggerFactory.getLogger(KubernetesReserveWriter.class);

    private static final long MEBIBYTE = 1L << 20;

    private final KubernetesReservations api;
    private final String namespace;

    /** @param namespace the service's own */
    KubernetesReserveWriter(KubernetesReservations api, String namespace) {
        this.api = api;
        this.namespace = namespace;
    }

    @Override
    public @Nullable BackupReserveObject create(Content content) {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        object.put("apiVersion", ReservationObject.GROUP + "/" + ReservationObject.VERSION)
                .put("kind", ReservationObject.KIND);
        object.putObject("metadata").put("namespace", namespace).put("name", content.name());
        ObjectNode spec = object.putObject("spec");
        spec.put("node", content.node()).put("reason", content.reason()).set("resources", resources(content.keeps()));
        spec.putObject("for").putObject("recovery");
        ApiResponse reply = send("show", content.name(), () -> api.create(namespace, object.toString()));
        if (reply != null && reply.code() == 409) {
            LOG.warn(
                    "A reservation is not ours, so delete it to see what its node keeps; reservation={}/{}",
                    namespace,
                    content.name());
        }
        return read(reply);
    }

    @Override
    public @Nullable BackupReserveObject update(BackupReserveObject known, Content content) {
        ArrayNode operations = KubernetesReservations.operationsOn(known.uid());
        add(operations, "test", "/metadata/generation").put("value", known.generation());
        add(operations, "add", "/spec/resources").set("value", resources(content.keeps()));
        add(operations, "add", "/spec/reason").put("value", content.reason());
        return read(send("change", known.key().name(), () -> api.patch(known.key(), operations)));
    }

    @Override
    public void write(BackupReserveObject known, ReservationStatus status) {
        ArrayNode operations = KubernetesReservations.operationsOn(known.uid());
        KubernetesReservations.put(status, BackupReserveObject.USER, operations);
        send("write the status of", known.key().name(), () -> api.patchStatus(known.key(), operations));
    }

    @Override
    public void delete(BackupReserveObject known) {
        send("delete", known.key().name(), () -> api.delete(known.key(), known.uid()));
    }

    private static ObjectNode add(ArrayNode operations, String operation, String path) {
        return operations.addObject().put("op", operation).put("path", path);
    }

    /** Returns the amounts without zeros, and memory in a unit that people read. */
    private static ObjectNode resources(ResourceDemand keeps) {
        ObjectNode resources = JsonNodeFactory.instance.objectNode();
        Map<String, String> none = ResourceDemand.NONE.quantities();
        keeps.quantities().forEach((name, quantity) -> {
            if (!quantity.equals(none.get(name))) {
                resources.put(name, quantity);
            }
        });
        long memory = keeps.resources().memory();
        if (memory > 0 && memory % MEBIBYTE == 0) {
            resources.put("memory", memory / MEBIBYTE + "Mi");
        }
        return resources;
    }

    private @Nullable ApiResponse send(String what, String name, Retries.Attempt request) {
        try {
            ApiResponse reply = request.send();
            // 404 and 409: it is gone, or another has its name; the watch brings what there is.
            if (!reply.isSuccess() && reply.code() != 404 && reply.code() != 409) {
                warn(what, name, reply.message());
            }
            return reply;
        } catch (ApiUnavailableException unanswered) {
            warn(what, name, unanswered.getMessage());
            return null;
        }
    }

    private static @Nullable BackupReserveObject read(@Nullable ApiResponse reply) {
        try {
            return reply == null || !reply.isSuccess() ? null : ReserveObjectConverter.convert(reply.json());
        } catch (InvalidObjectException unreadable) {
            return null;
        }
    }

    private void warn(String what, String name, @Nullable String why) {
        LOG.warn("Could not {} a reservation, trying again; reservation={}/{} cause={}", what, namespace, name, why);
    }
}
