package dev.edgewise.scheduler.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.edgewise.scheduler.cycle.BindException;
import dev.edgewise.scheduler.cycle.BindException.Cause;
import dev.edgewise.scheduler.model.storage.VolumeClaim;
import org.jspecify.annotations.Nullable;

/**
 * Merge patches that carry the version they are based on. Each is null if the object already says so, and refused if it
 * says otherwise.
 *
 * <p>Source of the volume's: GetBindVolumeToClaim in component-helpers, storage/volume/pv_helpers.go.
 */
final class VolumePatch {
    private static final String SELECTED_NODE = "volume.kubernetes.io/selected-node";

    private VolumePatch() {}

    static @Nullable String keep(JsonNode volume, VolumeClaim claim) throws BindException {
        JsonNode reference = volume.path("spec").path("claimRef");
        boolean reserved = reference.isObject();
        String uid = text(reference, "uid");
        if (reserved && !isTo(claim, reference)) {
            throw refused("persistentvolume \"" + text(volume.path("metadata"), "name") + "\" was given to "
                    + text(reference, "namespace") + "/" + text(reference, "name"));
        }
        if (uid.equals(claim.uid())) {
            return null;
        }
        return reservation(volume, claim, reserved);
    }

    static @Nullable String select(JsonNode found, VolumeClaim claim, String node) throws BindException {
        String name = "persistentvolumeclaim \"" + claim.key().name() + "\"";
        if (!text(found.path("metadata"), "uid").equals(claim.uid())) {
            throw refused(name + " was replaced by another of its name");
        }
        String selected = text(found.path("metadata").path("annotations"), SELECTED_NODE);
        if (selected.equals(node)) {
            return null;
        }
        if (!selected.isEmpty()) {
            throw refused(name + " was given to node " + selected);
        }
        if (!text(found.path("spec"), "volumeName").isEmpty()) {
            throw refused(name + " was given a volume");
        }
        ObjectNode patch = JsonNodeFactory.instance.objectNode();
        metadata(patch, found).putObject("annotations").put(SELECTED_NODE, node);
        return patch.toString();
    }

    private static boolean isTo(VolumeClaim claim, JsonNode reference) {
        String uid = text(reference, "uid");
        return text(reference, "namespace").equals(claim.key().namespace())
                && text(reference, "name").equals(claim.key().name())
                && (uid.isEmpty() || uid.equals(claim.uid()));
    }

    private static String reservation(JsonNode volume, VolumeClaim claim, boolean isUsers) {
        ObjectNode patch = JsonNodeFactory.instance.objectNode();
        ObjectNode metadata = metadata(patch, volume);
        if (!isUsers) {
            // Marks the reservation as not the user's: the controller may lift it again.
            metadata.putObject("annotations").put("pv.kubernetes.io/bound-by-controller", "yes");
        }
        ObjectNode reference = patch.putObject("spec").putObject("claimRef");
        reference.put("apiVersion", "v1").put("kind", "PersistentVolumeClaim").put("uid", claim.uid());
        reference
                .put("namespace", claim.key().namespace())
                .put("name", claim.key().name());
        return patch.toString();
    }

    private static ObjectNode metadata(ObjectNode patch, JsonNode found) {
        return patch.putObject("metadata").put("resourceVersion", text(found.path("metadata"), "resourceVersion"));
    }

    private static String text(JsonNode object, String field) {
        return object.path(field).asText("");
    }

    private static BindException refused(String problem) {
        return new BindException(Cause.REFUSED, "binding volumes: " + problem);
    }
}
