package dev.edgewise.embedded.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.edgewise.embedded.call.RequestTarget;
import dev.edgewise.embedded.rules.Defaults;
import dev.edgewise.embedded.rules.Deletion;
import dev.edgewise.embedded.rules.PodUpdateImmutabilityCheck;
import dev.edgewise.embedded.rules.Validation;
import dev.edgewise.embedded.store.ApiException;
import dev.edgewise.embedded.store.Json;
import dev.edgewise.embedded.store.ObjectStore;
import dev.edgewise.embedded.store.ResourceType;
import dev.edgewise.embedded.store.ResourceTypes;
import dev.edgewise.embedded.store.StoredObject;
import java.time.Clock;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/** Create and update, with the checks that an API server makes before it stores an object. */
final class ObjectWrites {
    /** Types whose updates must say which version they change. */
    private static final Set<String> VERSION_REQUIRED =
            Set.of("leases.coordination.k8s.io", "poddisruptionbudgets.policy");

    private final ObjectStore store;
    private final ResourceTypes types;
    private final Defaults defaults;
    private final Deletion deletion;
    private final Clock clock;
    private final Supplier<String> uids;
    private final ResourceType namespaces;
    /**
     * Field managers that set the replicas of objects last, by UID; none for those that were set without the
     * subresource.
     */
    private final Map<String, String> scaledBy = new HashMap<>();

    ObjectWrites(
            ObjectStore store,
            ResourceTypes types,
            Defaults defaults,
            Deletion deletion,
            Clock clock,
            Supplier<String> uids) {
        this.store = store;
        this.types = types;
        this.defaults = defaults;
        this.deletion = deletion;
        this.clock = clock;
        this.uids = uids;
        this.namespaces = types.require("v1", "namespaces");
    }

    StoredObject require(RequestTarget target) {
        StoredObject found = store.get(target.type(), target.namespace(), target.name());
        if (found == null) {
            throw ApiException.notFound(target.type(), target.name());
        }
        return found;
    }

    StoredObject create(RequestTarget target, ObjectNode object, boolean dryRun) {
        ResourceType type = target.type();
        Validation.identity(target, object);
        ObjectNode metadata = Json.metadata(object);
        if (!Json.text(metadata, "resourceVersion").isEmpty()) {
            throw ApiException.badRequest("resourceVersion should not be set on objects to be created");
        }
        String uid = uids.get();
        generateName(metadata, uid);
        String name = Json.text(metadata, "name");
        Validation.name(type, name);
        requireNamespace(target);
        metadata.remove(Set.of("deletionTimestamp", "deletionGracePeriodSeconds", "managedFields", "selfLink"));
        metadata.put("uid", uid).put("creationTimestamp", Json.time(clock.instant()));
        if (object.has("spec")) {
            metadata.put("generation", 1);
        }
        prepare(type, object);
        if (store.get(type, target.namespace(), name) != null) {
            throw ApiException.exists(type, name);
        }
        if (dryRun) {
            return new StoredObject(type, object, store.version());
        }
        StoredObject created = keep(type, object);
        deletion.deleteIfLate(created);
        return created;
    }

    private void prepare(ResourceType type, ObjectNode object) {
        if (type.hasStatus() && !type.is("", "nodes")) {
            object.remove("status");
        }
        if (Events.isNewForm(type)) {
            Events.toCoreForm(object);
        }
        defaults.apply(type, object);
        Validation.content(type, object);
    }

    private StoredObject keep(ResourceType type, ObjectNode object) {
        StoredObject stored = store.put(type, object);
        if (type.is("apiextensions.k8s.io", "customresourcedefinitions")) {
            types.define(object);
        }
        return stored;
    }

    /** Replaces the object, or only its status where the target is the status. */
    StoredObject update(RequestTarget target, ObjectNode wanted, boolean dryRun) {
        StoredObject current = require(target);
        Validation.identity(target, wanted);
        checkVersion(target, current, wanted);
        ObjectNode next = target.subresource().equals("status")
                ? withStatus(current, wanted)
                : withoutStatus(target, current, wanted);
        if (next.equals(current.json()) || dryRun) {
            return dryRun ? new StoredObject(target.type(), next, current.version()) : current;
        }
        if (deletion.isDue(next)) {
            deletion.vanish(current);
            return new StoredObject(target.type(), next, store.version());
        }
        if (!replicas(next).equals(replicas(current.json()))) {
            scaledBy.remove(current.uid());
        }
        return keep(target.type(), next);
    }

    /** Replaces the object, of which the scale was changed by that field manager. */
    StoredObject scale(RequestTarget target, ObjectNode wanted, String manager, boolean dryRun) {
        JsonNode before = replicas(require(target).json());
        StoredObject updated = update(target, wanted, dryRun);
        if (!dryRun && !replicas(updated.json()).equals(before)) {
            scaledBy.put(updated.uid(), manager);
        }
        return updated;
    }

    /** The field manager that set the replicas of the object last, by their subresource; empty for none. */
    String scaledBy(StoredObject object) {
        return scaledBy.getOrDefault(object.uid(), "");
    }

    private static JsonNode replicas(JsonNode object) {
        return Json.at(object, "spec", "replicas");
    }

    private static ObjectNode withStatus(StoredObject current, ObjectNode wanted) {
        ObjectNode next = current.copy();
        Json.copyField(wanted, next, "status");
        return next;
    }

    private static ObjectNode withoutStatus(RequestTarget target, StoredObject current, ObjectNode wanted) {
        ResourceType type = target.type();
        if (Events.isNewForm(type)) {
            Events.toCoreForm(wanted);
        }
        if (type.hasStatus()) {
            Json.copyField(current.json(), wanted, "status");
        }
        ObjectNode metadata = Json.metadata(wanted);
        for (String field : Validation.SERVER_OWNED) {
            Json.copyField(current.metadata(), metadata, field);
        }
        metadata.remove("managedFields");
        if (type.isPod() && target.subresource().isEmpty()) {
            PodUpdateImmutabilityCheck.checkUpdate(type, current, wanted);
        }
        Validation.content(type, wanted);
        JsonNode generation = metadata.path("generation");
        if (generation.isNumber() && !wanted.path("spec").equals(current.json().path("spec"))) {
            metadata.put("generation", generation.asInt() + 1);
        }
        return wanted;
    }

    private static void checkVersion(RequestTarget target, StoredObject current, ObjectNode wanted) {
        ResourceType type = target.type();
        String version = Json.text(wanted, "metadata", "resourceVersion");
        String uid = Json.text(wanted, "metadata", "uid");
        if (!uid.isEmpty() && !uid.equals(current.uid())) {
            throw ApiException.conflict(
                    type,
                    "",
                    current.name(),
                    "Precondition failed: UID in precondition: %s, UID in object meta: %s"
                            .formatted(uid, current.uid()));
        }
        if (version.isEmpty() && VERSION_REQUIRED.contains(type.qualified())) {
            throw ApiException.invalid(
                    type, current.name(), "metadata.resourceVersion", "must be specified for an update");
        }
        if (!version.isEmpty() && !version.equals(Long.toString(current.version()))) {
            throw ApiException.stale(type, current.name());
        }
    }

    private void requireNamespace(RequestTarget target) {
        if (target.type().namespaced() && store.get(namespaces, "", target.namespace()) == null) {
            throw ApiException.notFound(namespaces, target.namespace());
        }
    }

    private static void generateName(ObjectNode metadata, String uid) {
        String prefix = Json.text(metadata, "generateName");
        if (Json.text(metadata, "name").isEmpty() && !prefix.isEmpty()) {
            metadata.put("name", prefix + uid.substring(0, 5));
        }
    }
}
