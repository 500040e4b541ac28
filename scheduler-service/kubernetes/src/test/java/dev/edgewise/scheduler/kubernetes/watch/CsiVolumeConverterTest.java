package dev.edgewise.scheduler.kubernetes.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.scheduler.model.PodVolumes.CsiVolume;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The names are those that csi-translation-lib v0.36 makes. */
class CsiVolumeConverterTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "none",
            textBlock =
                    """
                    csi: {driver: csi.example, volumeHandle: h1} | csi.example h1
                    awsElasticBlockStore: {volumeID: vol-1} | ebs.csi.aws.com vol-1
                    awsElasticBlockStore: {volumeID: aws://us-east-1a/vol-1} | ebs.csi.aws.com vol-1
                    awsElasticBlockStore: {volumeID: aws:///vol-1} | ebs.csi.aws.com vol-1
                    awsElasticBlockStore: {volumeID: aws://us-east-1a/disk-1} | none
                    gcePersistentDisk: {pdName: d1} | pd.csi.storage.gke.io projects/UNSPECIFIED/zones/UNSPECIFIED/disks/d1
                    azureDisk: {diskName: d1, diskURI: /subscriptions/s/d1} | disk.csi.azure.com /subscriptions/s/d1
                    azureDisk: {diskName: d1, diskURI: /subscriptions/s/d1, kind: Managed} | disk.csi.azure.com /subscriptions/s/d1
                    azureDisk: {diskName: d1, diskURI: /subscriptions/s/d1, kind: Shared} | none
                    cinder: {volumeID: c1} | cinder.csi.openstack.org c1
                    portworxVolume: {volumeID: p1} | pxd.portworx.com p1
                    azureFile: {shareName: s, secretName: t} | none
                    vsphereVolume: {volumePath: v} | none
                    nfs: {server: s, path: p} | none
                    """)
    void persistentVolumes(String source, @Nullable String expected) {
        assertThat(persistent("{}", source)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "none",
            textBlock =
                    """
                    failure-domain.beta.kubernetes.io/zone: us-a | zones/us-a
                    topology.kubernetes.io/zone: us-east1-a | zones/us-east1-a
                    topology.kubernetes.io/zone: us-east1-a__us-east1-b | regions/us-east1
                    topology.kubernetes.io/zone: us-east1-a__us-east2-b | none
                    topology.kubernetes.io/zone: us-east1-a__b | none
                    """)
    void aDiskOfGceIsNamedByItsZones(String label, @Nullable String place) {
        assertThat(persistent("{" + label + "}", "gcePersistentDisk: {pdName: d1}"))
                .isEqualTo(place == null ? null : "pd.csi.storage.gke.io projects/UNSPECIFIED/" + place + "/disks/d1");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "none",
            textBlock =
                    """
                    awsElasticBlockStore: {volumeID: aws://us-east-1a/vol-1} | ebs.csi.aws.com vol-1
                    gcePersistentDisk: {pdName: d1} | pd.csi.storage.gke.io projects/UNSPECIFIED/zones/UNSPECIFIED/disks/d1
                    azureDisk: {diskName: d1, diskURI: u1} | disk.csi.azure.com u1
                    cinder: {volumeID: c1} | cinder.csi.openstack.org c1
                    portworxVolume: {volumeID: p1} | pxd.portworx.com p1
                    azureFile: {shareName: s, secretName: t} | none
                    emptyDir: {} | none
                    csi: {driver: csi.example} | none
                    """)
    void volumesThatAPodNamesItself(String source, @Nullable String expected) {
        assertThat(text(CsiVolumeConverter.of(Yaml.read(Volume.class, "name: v\n" + source))))
                .isEqualTo(expected);
    }

    @Test
    void slashesAtBothEndsOfANameAreNotPartOfIt() {
        String slashes = "/".repeat(400);
        assertThat(ebs("aws:///" + slashes + "vol-1" + slashes)).isEqualTo("ebs.csi.aws.com vol-1");
        assertThat(ebs("aws:///" + slashes)).isNull();
    }

    /** A tenant writes it, and the API server takes it. */
    @Test
    @Timeout(20)
    void aNameThatIsTooLongIsNoVolume() {
        assertThat(ebs("aws:///" + "a/".repeat(10) + "/".repeat(1_000_000) + "vol-1"))
                .isNull();
        assertThat(ebs("vol-" + "1".repeat(1_021))).isNull();
        assertThat(ebs("vol-" + "1".repeat(1_020))).isNotNull();
    }

    private static @Nullable String ebs(String id) {
        Volume volume = new VolumeBuilder()
                .withNewAwsElasticBlockStore()
                .withVolumeID(id)
                .endAwsElasticBlockStore()
                .build();
        return text(CsiVolumeConverter.of(volume));
    }

    private static @Nullable String persistent(String labels, String source) {
        return text(CsiVolumeConverter.of(Yaml.read(
                PersistentVolume.class, "metadata: {name: v, labels: " + labels + "}\nspec: {" + source + "}")));
    }

    private static @Nullable String text(@Nullable CsiVolume volume) {
        return volume == null ? null : volume.driver() + " " + volume.handle();
    }
}
