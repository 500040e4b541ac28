package dev.edgewise.embedded.rules;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.edgewise.embedded.call.DeleteOptions;
import dev.edgewise.embedded.call.DeleteOptions.Propagation;
import dev.edgewise.embedded.store.ApiException;
import dev.edgewise.embedded.store.Json;
import dev.edgewise.embedded.store.ObjectStore;
import dev.edgewise.embedded.store.StoredObject;
import java.time.Clock;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** Removes objects: gracefully where a kubelet or a finalizer has to agree, with all that they own. */
public final class Deletion {
    /** The finalizer of an object that waits for its dependents. */
    private static final String FOREGROUND = "foregroundDeletion";

    private final ObjectStore store;
    private final Clock clock;
    private final Consumer<String> onVanish;

    /** @param onVanish receives the uid of each object that is gone */
    public Deletion(ObjectStore store, Clock clock, Consumer<String> onVanish) {
        this.store = store;
        this.clock = clock;
        this.onVanish = onVanish;
    }

    /**
     * The object as it is now if it waits for its end, or as it was last. A pod is always marked first, so that
     * watchers see it change and then go, as from a real server.
     */
    public StoredObject delete(StoredObject object, DeleteOptions options) {
        checkPreconditions(object, options);
        if (options.propagation() == Propagation.ORPHAN) {
            store.dependents(object.uid()).forEach(dependent -> disown(dependent, object.uid()));
        }
        if (options.propagation() == Propagation.FOREGROUND && isBlocked(object)) {
            return deleteAfterDependents(object, options);
        }
        int grace = gracePeriod(object, options);
        boolean waits = grace > 0 || !object.metadata().path("finalizers").isEmpty();
        if (!waits && !object.type().isPod()) {
            vanish(object);
            return object;
        }
        StoredObject marked = mark(object, grace);
        if (!waits) {
            vanish(marked);
        }
        return marked;
    }

    /**
     * Marks the object, which stays until the last dependent that blocks its deletion is gone, and deletes all
     * dependents.
     */
    private StoredObject deleteAfterDependents(StoredObject object, DeleteOptions options) {
        StoredObject held = object;
        if (!waitsForDependents(object)) {
            ObjectNode copy = object.copy();
            Json.list(Json.metadata(copy), "finalizers").add(FOREGROUND);
            held = store.put(object.type(), copy);
        }
        StoredObject marked = mark(held, gracePeriod(held, options));
        store.dependents(object.uid())
                .forEach(dependent -> release(dependent.uid(), object.uid(), DeleteOptions.FOREGROUND));
        return marked;
    }

    private boolean isBlocked(StoredObject object) {
        return store.dependents(object.uid()).stream()
                .flatMap(dependent -> Json.objects(dependent.metadata().path("ownerReferences")))
                .anyMatch(reference -> Json.text(reference, "uid").equals(object.uid())
                        && reference.path("blockOwnerDeletion").asBoolean());
    }

    private static boolean waitsForDependents(StoredObject object) {
        for (JsonNode finalizer : object.metadata().path("finalizers")) {
            if (finalizer.asText().equals(FOREGROUND)) {
                return true;
            }
        }
        return false;
    }

    /** Lets the owner go if it waited for its dependents, and none is left that blocks it. */
    private void releaseOwner(String uid) {
        StoredObject owner = store.byUid(uid);
        if (owner == null || !owner.isBeingDeleted() || !waitsForDependents(owner) || isBlocked(owner)) {
            return;
        }
        ObjectNode copy = owner.copy();
        ArrayNode finalizers = Json.list(Json.metadata(copy), "finalizers");
        finalizers.removeIf(finalizer -> finalizer.asText().equals(FOREGROUND));
        if (isDue(copy)) {
            vanish(owner);
        } else {
            store.put(owner.type(), copy);
        }
    }

    /** Whether an object that is being deleted has nothing more to wait for. */
    public boolean isDue(ObjectNode object) {
        JsonNode metadata = object.path("metadata");
        return metadata.hasNonNull("deletionTimestamp")
                && metadata.path("deletionGracePeriodSeconds").asInt() == 0
                && metadata.path("finalizers").isEmpty();
    }

    /** Removes the object at once, and then what it owned. */
    public void vanish(StoredObject object) {
        store.remove(object);
        onVanish.accept(object.uid());
        store.dependents(object.uid())
                .forEach(dependent -> release(dependent.uid(), object.uid(), DeleteOptions.DEFAULT));
        Json.objects(object.metadata().path("ownerReferences"))
                .map(reference -> Json.text(reference, "uid"))
                .forEach(this::releaseOwner);
        if (object.type().is("", "namespaces")) {
            store.inNamespace(object.name()).forEach(this::vanishIfPresent);
        }
    }

    private void vanishIfPresent(StoredObject object) {
        StoredObject present = store.byUid(object.uid());
        if (present != null) {
            vanish(present);
        }
    }

    /** Deletes what the owner has, unless another owner has it, too. */
    private void release(String uid, String owner, DeleteOptions options) {
        StoredObject dependent = store.byUid(uid);
        if (dependent == null) {
            return; // It went with another one.
        }
        boolean ownedByAnother = Json.objects(dependent.metadata().path("ownerReferences"))
                .map(reference -> Json.text(reference, "uid"))
                .anyMatch(other -> !other.equals(owner) && stays(other));
        if (ownedByAnother) {
            disown(dependent, owner);
        } else if (!dependent.isBeingDeleted()) {
            delete(dependent, options);
        }
    }

    private boolean stays(String uid) {
        return store.byUid(uid) != null && !isGoing(uid);
    }

    private boolean isGoing(String uid) {
        StoredObject owner = store.byUid(uid);
        return owner != null && owner.isBeingDeleted() && waitsForDependents(owner);
    }

    /**
     * Deletes a new object if its owners only wait for their dependents: its controller had not seen that they are
     * being deleted.
     */
    public void deleteIfLate(StoredObject created) {
        List<String> owners = Json.objects(created.metadata().path("ownerReferences"))
                .map(reference -> Json.text(reference, "uid"))
                .toList();
        if (owners.stream().anyMatch(this::isGoing) && owners.stream().noneMatch(this::stays)) {
            delete(created, DeleteOptions.FOREGROUND);
        }
    }

    private void disown(StoredObject dependent, String owner) {
        ObjectNode copy = dependent.copy();
        ArrayNode owners = Json.list(Json.metadata(copy), "ownerReferences");
        owners.removeIf(reference -> Json.text(reference, "uid").equals(owner));
        store.put(dependent.type(), copy);
    }

    /** Marks an object as being deleted; a repeated deletion shortens its time but never extends it. */
    private StoredObject mark(StoredObject object, int grace) {
        boolean shorter =
                grace < object.metadata().path("deletionGracePeriodSeconds").asInt(Integer.MAX_VALUE);
        if (object.isBeingDeleted() && !shorter) {
            return object;
        }
        ObjectNode copy = object.copy();
        ObjectNode metadata = Json.metadata(copy);
        if (!object.isBeingDeleted() && metadata.has("generation")) {
            metadata.put("generation", metadata.path("generation").asInt() + 1);
        }
        metadata.put("deletionTimestamp", Json.time(clock.instant().plusSeconds(grace)))
                .put("deletionGracePeriodSeconds", grace);
        return store.put(object.type(), copy);
    }

    /** Grace period in seconds; only a pod that a kubelet may be running has one. */
    private static int gracePeriod(StoredObject object, DeleteOptions options) {
        boolean running = object.type().isPod()
                && !Json.text(object.json(), "spec", "nodeName").isEmpty()
                && !Set.of("Succeeded", "Failed").contains(Json.text(object.json(), "status", "phase"));
        if (!running) {
            return 0;
        }
        Integer asked = options.gracePeriodSeconds();
        return asked != null
                ? asked
                : Json.at(object.json(), "spec", "terminationGracePeriodSeconds")
                        .asInt(0);
    }

    private static void checkPreconditions(StoredObject object, DeleteOptions options) {
        check(object, "UID", options.uid(), object.uid());
        check(object, "ResourceVersion", options.resourceVersion(), Long.toString(object.version()));
    }

    private static void check(StoredObject object, String what, String wanted, String actual) {
        if (!wanted.isEmpty() && !wanted.equals(actual)) {
            throw ApiException.conflict(
                    object.type(),
                    "",
                    object.name(),
                    "Precondition failed: %s in precondition: %s, %s in object meta: %s"
                            .formatted(what, wanted, what, actual));
        }
    }
}
