package dev.edgewise.scheduler.kubernetes.watch;

import dev.edgewise.scheduler.model.PodVolumes.CsiVolume;
import dev.edgewise.scheduler.model.storage.InTreePlugin;
import io.fabric8.kubernetes.api.model.AzureDiskVolumeSource;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.Volume;
import java.net.URI;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Volumes as CSI drivers count them, those of in-tree plugins included. A name that its driver could not read makes
 * none.
 *
 * <p>Source: the plugins of csi-translation-lib.
 */
final class CsiVolumeConverter {
    private static final String UNSPECIFIED = "UNSPECIFIED";
    private static final String OLD_ZONE = "failure-domain.beta.kubernetes.io/zone";
    private static final String ZONE = "topology.kubernetes.io/zone";
    /** Separates the zones of a volume that is in several. */
    private static final String SEPARATOR = "__";

    /** The maximum length of a volume's name; no cloud has longer ones, although a pod may name one. */
    static final int LONGEST_ID = 1024;

    private CsiVolumeConverter() {}

    /** The volume, if a CSI driver serves it. */
    static @Nullable CsiVolume of(PersistentVolume volume) {
        var spec = volume.getSpec();
        if (spec.getCsi() != null) {
            return new CsiVolume(
                    FieldReader.orElse(spec.getCsi().getDriver(), ""),
                    spec.getCsi().getVolumeHandle());
        }
        if (spec.getAwsElasticBlockStore() != null) {
            return ebs(spec.getAwsElasticBlockStore().getVolumeID());
        }
        if (spec.getGcePersistentDisk() != null) {
            return gce(
                    spec.getGcePersistentDisk().getPdName(),
                    volume.getMetadata().getLabels());
        }
        if (spec.getAzureDisk() != null) {
            return azure(spec.getAzureDisk());
        }
        if (spec.getCinder() != null) {
            return of(InTreePlugin.CINDER, spec.getCinder().getVolumeID());
        }
        return spec.getPortworxVolume() == null
                ? null
                : of(InTreePlugin.PORTWORX, spec.getPortworxVolume().getVolumeID());
    }

    /** A volume that a pod names itself, if it is one of an in-tree plugin that a CSI driver serves. */
    static @Nullable CsiVolume of(Volume volume) {
        if (volume.getAwsElasticBlockStore() != null) {
            return ebs(volume.getAwsElasticBlockStore().getVolumeID());
        }
        if (volume.getGcePersistentDisk() != null) {
            return gce(volume.getGcePersistentDisk().getPdName(), Map.of());
        }
        if (volume.getAzureDisk() != null) {
            return azure(volume.getAzureDisk());
        }
        if (volume.getCinder() != null) {
            return of(InTreePlugin.CINDER, volume.getCinder().getVolumeID());
        }
        return volume.getPortworxVolume() == null
                ? null
                : of(InTreePlugin.PORTWORX, volume.getPortworxVolume().getVolumeID());
    }

    private static @Nullable CsiVolume of(InTreePlugin plugin, @Nullable String handle) {
        return handle == null || handle.isEmpty() || handle.length() > LONGEST_ID
                ? null
                : new CsiVolume(plugin.driver(), handle);
    }

    /** {@code vol-1}, {@code aws:///vol-1} and {@code aws://zone/vol-1} are one volume. */
    private static @Nullable CsiVolume ebs(String id) {
        if (id.length() > LONGEST_ID || !id.startsWith("aws://")) {
            return of(InTreePlugin.AWS_EBS, id);
        }
        try {
            String path = trimmed(FieldReader.orElse(URI.create(id).getPath(), ""));
            return path.matches("vol-[^/]*") ? of(InTreePlugin.AWS_EBS, path) : null;
        } catch (IllegalArgumentException noUri) {
            return null;
        }
    }

    /** Returns the path without the slashes at both ends. */
    private static String trimmed(String path) {
        int start = 0;
        int end = path.length();
        while (start < end && path.charAt(start) == '/') {
            start++;
        }
        while (end > start && path.charAt(end - 1) == '/') {
            end--;
        }
        return path.substring(start, end);
    }

    private static @Nullable CsiVolume gce(String disk, @Nullable Map<String, String> labels) {
        Map<String, String> known = labels == null ? Map.of() : labels;
        String old = known.getOrDefault(OLD_ZONE, "");
        String[] zones = (old.isEmpty() ? known.getOrDefault(ZONE, "") : old).split(SEPARATOR);
        String place = zones.length > 1 ? region(zones) : "zones/" + FieldReader.orElse(zones[0], UNSPECIFIED);
        return place == null
                ? null
                : of(InTreePlugin.GCE_PD, "projects/" + UNSPECIFIED + "/" + place + "/disks/" + disk);
    }

    /** Returns the region that all zones are in: {@code us-central1} of {@code us-central1-a}. */
    private static @Nullable String region(String... zones) {
        Set<String> regions = Arrays.stream(zones)
                .map(zone -> zone.matches("[^-]*-[^-]*-[^-]*") ? zone.substring(0, zone.lastIndexOf('-')) : "")
                .collect(Collectors.toSet());
        return regions.size() > 1 || regions.contains("")
                ? null
                : "regions/" + regions.iterator().next();
    }

    private static @Nullable CsiVolume azure(AzureDiskVolumeSource disk) {
        boolean managed = disk.getKind() == null || disk.getKind().equalsIgnoreCase("Managed");
        return managed ? of(InTreePlugin.AZURE_DISK, disk.getDiskURI()) : null;
    }
}
