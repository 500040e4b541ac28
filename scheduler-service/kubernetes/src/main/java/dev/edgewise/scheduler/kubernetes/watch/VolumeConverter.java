package dev.edgewise.scheduler.kubernetes.watch;

import dev.edgewise.scheduler.model.PodVolumes;
import dev.edgewise.scheduler.model.PodVolumes.Claim;
import dev.edgewise.scheduler.model.PodVolumes.CsiVolume;
import dev.edgewise.scheduler.model.PodVolumes.InlineDisk;
import io.fabric8.kubernetes.api.model.RBDVolumeSource;
import io.fabric8.kubernetes.api.model.Volume;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
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
        FieldReader.each("volumes", volumes, converter::add);
        PodVolumes converted = new PodVolumes(converter.claims, converter.disks, converter.inline);
        return converted.isNone() ? PodVolumes.NONE : converted;
    }

    /** A volume has exactly one source. */
    private Volume add(Volume volume) {
        var claim = volume.getPersistentVolumeClaim();
        if (claim != null) {
            claims.add(new Claim(claimName(claim.getClaimName()), false));
        } else if (volume.getEphemeral() != null) {
            claims.add(new Claim(podName + "-" + FieldReader.text("name", volume.getName()), true));
        } else {
            addDisk(volume);
            CsiVolume served = CsiVolumeConverter.of(volume);
            if (served != null) {
                inline.add(served);
            }
        }
        return volume;
    }

    private void addDisk(Volume volume) {
        var gce = volume.getGcePersistentDisk();
        if (gce != null) {
            String name = FieldReader.text("gcePersistentDisk.pdName", gce.getPdName());
            addDisk("gcePersistentDisk", name, Set.of(), isTrue(gce.getReadOnly()));
        }
        var ebs = volume.getAwsElasticBlockStore();
        if (ebs != null) {
            String id = FieldReader.text("awsElasticBlockStore.volumeID", ebs.getVolumeID());
            // Never shared, read only or not.
            addDisk("awsElasticBlockStore", id, Set.of(), false);
        }
        var iscsi = volume.getIscsi();
        if (iscsi != null) {
            String iqn = FieldReader.text("iscsi.iqn", iscsi.getIqn());
            addDisk("iscsi", iqn, Set.of(), isTrue(iscsi.getReadOnly()));
        }
        var rbd = volume.getRbd();
        if (rbd != null) {
            addImage(rbd);
        }
    }

    /** Two images are one if they share a monitor, the pool and the image name. One without a monitor is none. */
    private void addImage(RBDVolumeSource rbd) {
        String image = FieldReader.orElse(rbd.getPool(), "rbd") + "/" + FieldReader.text("rbd.image", rbd.getImage());
        Set<String> monitors = new HashSet<>(FieldReader.texts("rbd.monitors", rbd.getMonitors()));
        monitors.removeIf(monitor -> monitor.length() > CsiVolumeConverter.LONGEST_ID);
        if (!monitors.isEmpty()) {
            addDisk("rbd", image, monitors, isTrue(rbd.getReadOnly()));
        }
    }

    private void addDisk(String kind, String id, Set<String> servers, boolean readOnly) {
        if (id.length() <= CsiVolumeConverter.LONGEST_ID) {
            disks.add(new InlineDisk(kind, id, servers, readOnly));
        }
    }

    private static String claimName(@Nullable String name) {
        return FieldReader.name(FieldReader.text("persistentVolumeClaim.claimName", name));
    }

    private static boolean isTrue(@Nullable Boolean flag) {
        return Boolean.TRUE.equals(flag);
    }
}
