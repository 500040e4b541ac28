package dev.edgewise.scheduler.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import dev.edgewise.kubernetes.api.Json;
import dev.edgewise.scheduler.cycle.BindException;
import dev.edgewise.scheduler.cycle.BindException.Cause;
import dev.edgewise.scheduler.storage.Claim;
import org.jspecify.annotations.Nullable;

/**
 * Merge patches that carry the version they are based on. Each is null if the object already says so, and refused if it
 * says otherwise.
 *
 * <p>Source of the volume's: GetBindVolumeToClaim in component-helpers, storage/volume/pv_helpers.go.
 */
final class VolumePatch {
    private static final String SELECTED_NODE = "volume.kubernetes.io/selected-node";
    private static final String REFERENCE =
            "{\"apiVersion\":\"v1\",\"kind\":\"PersistentVolumeClaim\"," + "\"namespace\":%s,\"name\":%s,\"uid\":%s}";
    private static final String COMPLETE =
            "{\"metadata\":{\"resourceVersion\":%s},\"spec\":{\"claimRef\":" + REFERENCE + "}}";
    /** Marks the reservation as not the user's: the controller may lift it again. */
    private static final String RESERVE = "{\"metadata\":{\"resourceVersion\":%s,\"annotations\":"
            + "{\"pv.kubernetes.io/bound-by-controller\":\"yes\"}},\"spec\":{\"claimRef\":" + REFERENCE + "}}";

    private static final String SELECT =
            "{\"metadata\":{\"resourceVersion\":%s,\"annotations\":{\"" + SELECTED_NODE + "\":%s}}}";

    private VolumePatch() {}

    static @Nullable String keep(JsonNode volume, Claim claim) throws BindException {
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
        return Json.format(
                reserved ? COMPLETE : RESERVE,
                version(volume),
                claim.key().namespace(),
                claim.key().name(),
                claim.uid());
    }

    static @Nullable String select(JsonNode found, Claim claim, String node) throws BindException {
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
        return Json.format(SELECT, version(found), node);
    }

    private static boolean isTo(Claim claim, JsonNode reference) {
        String uid = text(reference, "uid");
        return text(reference, "namespace").equals(claim.key().namespace())
                && text(reference, "name").equals(claim.key().name())
                && (uid.isEmpty() || uid.equals(claim.uid()));
    }

    private static String version(JsonNode object) {
        return text(object.path("metadata"), "resourceVersion");
    }

    private static String text(JsonNode object, String field) {
        return object.path(field).asText("");
    }

    private static BindException refused(String problem) {
        return new BindException(Cause.REFUSED, "binding volumes: " + problem);
    }
}
