package dev.edgewise.embedded.table;

import static dev.edgewise.embedded.table.Column.age;
import static dev.edgewise.embedded.table.Column.name;
import static dev.edgewise.embedded.table.Column.text;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The columns that kubectl shows for volumes and their claims, with their values. Source:
 * kubernetes/pkg/printers/internalversion/printers.go, printPersistentVolume and printPersistentVolumeClaim.
 */
final class VolumeColumns {
    private static final String UNSET = "<unset>";
    private static final Map<String, String> ACCESS_MODES =
            Map.of("ReadWriteOnce", "RWO", "ReadOnlyMany", "ROX", "ReadWriteMany", "RWX", "ReadWriteOncePod", "RWOP");
    private static final Column STATUS =
            text("Status", volume -> volume.isBeingDeleted() ? "Terminating" : volume.text("status.phase"));
    private static final Column CLASS = text("StorageClass", "spec.storageClassName");
    private static final Column ATTRIBUTES =
            text("VolumeAttributesClass", volume -> volume.textOr("spec.volumeAttributesClassName", UNSET));
    private static final Column MODE = text("VolumeMode", volume -> volume.textOr("spec.volumeMode", UNSET))
            .wide();

    static final List<Column> VOLUMES = List.of(
            name(),
            text("Capacity", "spec.capacity.storage"),
            text("Access Modes", volume -> accessModes(volume.at("spec.accessModes"))),
            text("Reclaim Policy", "spec.persistentVolumeReclaimPolicy"),
            STATUS,
            text("Claim", VolumeColumns::claim),
            CLASS,
            ATTRIBUTES,
            text("Reason", "status.reason"),
            age(),
            MODE);

    static final List<Column> CLAIMS = List.of(
            name(),
            STATUS,
            text("Volume", "spec.volumeName"),
            text("Capacity", claim -> isBound(claim) ? claim.text("status.capacity.storage") : ""),
            text("Access Modes", claim -> isBound(claim) ? accessModes(claim.at("status.accessModes")) : ""),
            CLASS,
            ATTRIBUTES,
            age(),
            MODE);

    private VolumeColumns() {}

    private static boolean isBound(PrintedObject claim) {
        return !claim.text("spec.volumeName").isEmpty();
    }

    private static String claim(PrintedObject volume) {
        return volume.at("spec.claimRef").isObject()
                ? volume.text("spec.claimRef.namespace") + "/" + volume.text("spec.claimRef.name")
                : "";
    }

    private static String accessModes(JsonNode modes) {
        return modes.valueStream()
                .map(mode -> ACCESS_MODES.getOrDefault(mode.asText(), mode.asText()))
                .distinct()
                .collect(Collectors.joining(","));
    }
}
