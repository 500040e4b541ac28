package dev.edgewise.scheduler.kubernetes.watch;

import dev.edgewise.scheduler.model.storage.Attachments.Attachment;
import io.fabric8.kubernetes.api.model.storage.CSINode;
import io.fabric8.kubernetes.api.model.storage.CSINodeDriver;
import io.fabric8.kubernetes.api.model.storage.VolumeAttachment;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the volumes that nodes can attach, and the attached ones. */
final class AttachmentConverter {
    private AttachmentConverter() {}

    /**
     * Returns null for a volume that is named in a pod rather than in a PersistentVolume: kube-scheduler does not count
     * those.
     */
    public static @Nullable Attachment convert(VolumeAttachment attachment) {
        var spec = attachment.getSpec();
        if (spec == null || spec.getSource() == null) {
            return null;
        }
        String volume = FieldReader.orElse(spec.getSource().getPersistentVolumeName(), "");
        String driver = FieldReader.orElse(spec.getAttacher(), "");
        return volume.isEmpty() || driver.isEmpty()
                ? null
                : new Attachment(
                        attachment.getMetadata().getName(),
                        FieldReader.text("spec.nodeName", spec.getNodeName()),
                        driver,
                        volume);
    }

    /** How many volumes of each driver the node can attach; drivers without a limit are left out. */
    public static Map<String, Integer> limits(CSINode node) {
        Map<String, Integer> limits = new HashMap<>();
        List<CSINodeDriver> drivers =
                node.getSpec() == null ? null : node.getSpec().getDrivers();
        for (CSINodeDriver driver : drivers == null ? List.<CSINodeDriver>of() : drivers) {
            if (driver.getAllocatable() != null && driver.getAllocatable().getCount() != null) {
                limits.put(driver.getName(), driver.getAllocatable().getCount());
            }
        }
        return limits;
    }
}
