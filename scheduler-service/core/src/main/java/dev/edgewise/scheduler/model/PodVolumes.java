package dev.edgewise.scheduler.model;

import java.util.List;
import java.util.Set;

/**
 * The volumes of a pod that restrict where it can run.
 *
 * @param claims names of the claims it mounts (those of generic ephemeral volumes included), in its own namespace
 * @param disks disks named in the pod itself that pods may not share
 * @param inline volumes of in-tree plugins named in the pod itself, as the CSI drivers that serve them count them
 */
public record PodVolumes(List<Claim> claims, List<InlineDisk> disks, List<CsiVolume> inline) {
    public static final PodVolumes NONE = new PodVolumes(List.of(), List.of(), List.of());

    /**
     * A mounted claim.
     *
     * @param ephemeral whether it belongs to the pod: made for it by the ephemeral volume controller
     */
    public record Claim(String name, boolean ephemeral) {}

    /**
     * A disk that can be attached to few nodes at a time.
     *
     * @param kind the volume source: gcePersistentDisk, awsElasticBlockStore, iscsi, rbd
     * @param id its name
     * @param servers that the name belongs to; empty where names are unique. Two volumes are the same disk when they
     *     share the kind, the name and, if they have any, one server
     * @param readOnly whether it can be shared with others that say so too
     */
    public record InlineDisk(String kind, String id, Set<String> servers, boolean readOnly) {
        public InlineDisk {
            servers = Set.copyOf(servers);
        }
    }

    public PodVolumes {
        claims = List.copyOf(claims);
        disks = List.copyOf(disks);
        inline = List.copyOf(inline);
    }

    public boolean isNone() {
        return claims.isEmpty() && disks.isEmpty() && inline.isEmpty();
    }

    /**
     * A volume as its CSI driver counts it: two are one if both names agree.
     *
     * @param driver the CSI driver that attaches it
     * @param handle the driver's name of the volume
     */
    public record CsiVolume(String driver, String handle) {}
}
