package dev.edgewise.scheduler.model.storage;

/**
 * Volume plugins that were part of Kubernetes once. CSI drivers serve their volumes today, and count them.
 *
 * <p>Source: isCSIMigrationOn in kubernetes, pkg/scheduler/framework/plugins/nodevolumelimits/utils.go; the names are
 * those of csi-translation-lib.
 */
public enum InTreePlugin {
    AWS_EBS("kubernetes.io/aws-ebs", "ebs.csi.aws.com"),
    GCE_PD("kubernetes.io/gce-pd", "pd.csi.storage.gke.io"),
    AZURE_DISK("kubernetes.io/azure-disk", "disk.csi.azure.com"),
    CINDER("kubernetes.io/cinder", "cinder.csi.openstack.org"),
    PORTWORX("kubernetes.io/portworx-volume", "pxd.portworx.com"),
    /** Shares are mounted rather than attached: kube-scheduler does not count them. */
    AZURE_FILE("kubernetes.io/azure-file", ""),
    /** kube-scheduler does not count these volumes either. */
    VSPHERE("kubernetes.io/vsphere-volume", "");

    private final String provisioner;
    private final String driver;

    InTreePlugin(String provisioner, String driver) {
        this.provisioner = provisioner;
        this.driver = driver;
    }

    /** The CSI driver that counts its volumes; empty if none does. */
    public String driver() {
        return driver;
    }

    /** The CSI driver that counts the volumes which a StorageClass with that provisioner makes; empty if none does. */
    static String driverOf(String provisioner) {
        for (InTreePlugin plugin : values()) {
            if (plugin.provisioner.equals(provisioner)) {
                return plugin.driver;
            }
        }
        return provisioner;
    }
}
