package dev.edgewise.scheduler.kubernetes.convert;

import dev.edgewise.scheduler.model.CsiVolume;
import dev.edgewise.scheduler.model.PodVolumes;
import dev.edgewise.scheduler.model.PodVolumes.Claim;
import dev.edgewise.scheduler.model.PodVolumes.InlineDisk;
import io.fabric8.kubernetes.api.model.RBDVolumeSource;
import io.fabric8.kubernetes.api.model.Volume;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The volumes of a pod that matter to placement: claims, and disks that nodes attach. */
final class VolumeConverter {
    private final String podName;
    private final List<Claim> claims = new ArrayList<>();
    private final List<InlineDisk> disks = new ArrayList<>();
    private final List<CsiVolume> inline = new ArrayList<>();

    private VolumeConverter(String podName) {
        this.podName = podName;
    }

    static PodVolumes convert(String podName, @Nullable List<Volume> volumes) {
        if (volumes == null || volumes.isEmpty()) {
            return PodVolumes.NONE;
        }
        VolumeConverter converter = new VolumeConverter(podName);
        Fields.each("volumes", volumes, converter::add);
        PodVolumes converted = new PodVolumes(converter.claims, converter.disks, converter.inline);
        return converted.isNone() ? PodVolumes.NONE : converted;
    }

    /** A volume has exactly one source. */
    private Volume add(Volume volume) {
        var claim = volume.getPersistentVolumeClaim();
        if (claim != null) {
            claims.add(new Claim(Fields.text("persistentVolumeClaim.claimName", claim.getClaimName()), false));
        } else if (volume.getEphemeral() != null) {
            claims.add(new Claim(podName + "-" + Fields.text("name", volume.getName()), true));
        } else {
            addDisk(volume);
            CsiVolume served = CsiVolumes.of(volume);
            if (served != null) {
                inline.add(served);
            }
        }
        return volume;
    }

    private void addDisk(Volume volume) {
        var gce = volume.getGcePersistentDisk();
        if (gce != null) {
            String name = Fields.text("gcePersistentDisk.pdName", gce.getPdName());
            disks.add(new InlineDisk("gcePersistentDisk", List.of(name), isTrue(gce.getReadOnly())));
        }
        var ebs = volume.getAwsElasticBlockStore();
        if (ebs != null) {
            String id = Fields.text("awsElasticBlockStore.volumeID", ebs.getVolumeID());
            // Never shared, read only or not.
            disks.add(new InlineDisk("awsElasticBlockStore", List.of(id), false));
        }
        var iscsi = volume.getIscsi();
        if (iscsi != null) {
            String iqn = Fields.text("iscsi.iqn", iscsi.getIqn());
            disks.add(new InlineDisk("iscsi", List.of(iqn), isTrue(iscsi.getReadOnly())));
        }
        var rbd = volume.getRbd();
        if (rbd != null) {
            disks.add(new InlineDisk("rbd", Fields.in("rbd", () -> idsOf(rbd)), isTrue(rbd.getReadOnly())));
        }
    }

    /** Two images are one if they share a monitor, the pool and the image name. */
    private static List<String> idsOf(RBDVolumeSource rbd) {
        String image = Fields.orElse(rbd.getPool(), "rbd") + "/" + Fields.text("image", rbd.getImage());
        return Fields.each("monitors", rbd.getMonitors(), monitor -> monitor + "/" + image);
    }

    private static boolean isTrue(@Nullable Boolean flag) {
        return Boolean.TRUE.equals(flag);
    }
}
