package dev.edgewise.scheduler.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.scheduler.cycle.BindException;
import dev.edgewise.scheduler.cycle.BindException.Cause;
import dev.edgewise.scheduler.kubernetes.watch.StorageConverter;
import dev.edgewise.scheduler.model.storage.Volume;
import dev.edgewise.scheduler.model.storage.VolumeClaim;
import io.fabric8.kubernetes.api.model.ObjectReference;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeBuilder;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class KubernetesVolumeWriterIT extends SchedulerClusterIT {
    private static final String BY_CONTROLLER = "pv.kubernetes.io/bound-by-controller";
    private static final String SELECTED_NODE = "volume.kubernetes.io/selected-node";

    private final AtomicInteger allowed = new AtomicInteger(1_000);
    private KubernetesVolumeWriter writer;

    @BeforeEach
    void createWriter() {
        writer = new KubernetesVolumeWriter(api, retries, () -> allowed.getAndDecrement() > 0);
    }

    @Test
    void aReplicaThatMayNotWriteAnyMoreStopsBetweenItsRequests() {
        Volume volume = volume("v1");
        VolumeClaim data = claim("data");
        // The read.
        allowed.set(1);

        assertThatThrownBy(() -> writer.keep(volume, data)).isInstanceOf(BindException.class);
        assertThat(actualVolume("v1").getSpec().getClaimRef()).isNull();
    }

    @Test
    void aVolumeIsKeptForTheClaim() throws BindException {
        Volume volume = volume("v1");
        VolumeClaim data = claim("data");

        writer.keep(volume, data);
        writer.keep(volume, data);

        PersistentVolume actual = actualVolume("v1");
        assertThat(StorageConverter.convert(actual).isConfirmedFor(data)).isTrue();
        assertThat(actual.getSpec().getClaimRef().getKind()).isEqualTo("PersistentVolumeClaim");
        assertThat(actual.getSpec().getClaimRef().getApiVersion()).isEqualTo("v1");
        assertThat(actual.getMetadata().getAnnotations()).containsEntry(BY_CONTROLLER, "yes");
    }

    @Test
    void aVolumeThatItsAuthorMeantForTheClaimStaysHis() throws BindException {
        VolumeClaim data = claim("data");
        ObjectReference meant = new ObjectReference();
        meant.setNamespace("default");
        meant.setName("data");
        Volume volume = volume("v1", meant);

        writer.keep(volume, data);

        assertThat(StorageConverter.convert(actualVolume("v1")).isConfirmedFor(data))
                .isTrue();
        assertThat(actualVolume("v1").getMetadata().getAnnotations()).doesNotContainKey(BY_CONTROLLER);
    }

    @Test
    void aVolumeOfAnotherClaimIsLeftAlone() throws BindException {
        Volume volume = volume("v1");
        VolumeClaim logs = claim("logs");
        writer.keep(volume, logs);

        refused(
                () -> writer.keep(volume, claim("data")),
                Cause.REFUSED,
                "persistentvolume \"v1\" was given to default/logs");
        assertThat(StorageConverter.convert(actualVolume("v1")).isConfirmedFor(logs))
                .isTrue();
    }

    @Test
    void aVolumeThatIsGoneIsRefused() {
        Volume volume = volume("v1");
        client.persistentVolumes().withName("v1").delete();
        refused(() -> writer.keep(volume, claim("data")), Cause.REFUSED, "404");
    }

    @Test
    void aNodeIsSelected() throws BindException {
        VolumeClaim data = claim("data");
        writer.select(data, "n1");
        writer.select(data, "n1");
        assertThat(actualClaim("data").getMetadata().getAnnotations()).containsEntry(SELECTED_NODE, "n1");
        refused(() -> writer.select(data, "n2"), Cause.REFUSED, "\"data\" was given to node n1");
    }

    @Test
    void aClaimThatGotItsVolumeMeanwhileIsLeftAlone() {
        VolumeClaim data = claim("data");
        client.persistentVolumeClaims().inNamespace("default").withName("data").edit(found -> {
            found.getSpec().setVolumeName("v1");
            return found;
        });
        refused(() -> writer.select(data, "n1"), Cause.REFUSED, "\"data\" was given a volume");
    }

    @Test
    void aLaterClaimOfTheSameNameIsLeftAlone() {
        VolumeClaim data = claim("data");
        client.persistentVolumeClaims().inNamespace("default").withName("data").delete();
        claim("data");
        refused(() -> writer.select(data, "n1"), Cause.REFUSED, "replaced");
        assertThat(StorageConverter.convert(actualClaim("data")).selectedNode()).isNull();
    }

    @Test
    void aLostAnswerAndAConflictAreMended() throws BindException {
        VolumeClaim data = claim("data");
        kubernetes.loseNextAnswer("PATCH", "/persistentvolumeclaims/data");
        writer.select(data, "n1");
        assertThat(actualClaim("data").getMetadata().getAnnotations()).containsEntry(SELECTED_NODE, "n1");

        Volume volume = volume("v1");
        kubernetes.failNext("PATCH", "/persistentvolumes/v1", 409, 2);
        writer.keep(volume, data);
        assertThat(StorageConverter.convert(actualVolume("v1")).isConfirmedFor(data))
                .isTrue();
    }

    @Test
    void failuresAreToldApart() {
        VolumeClaim data = claim("data");
        kubernetes.failNext("PATCH", "/persistentvolumeclaims/data", 503, 3);
        refused(() -> writer.select(data, "n1"), Cause.UNAVAILABLE, "503");
        kubernetes.failNext("PATCH", "/persistentvolumeclaims/data", 409, 3);
        refused(() -> writer.select(data, "n1"), Cause.REFUSED, "409");
        kubernetes.deny("patch", "persistentvolumeclaims");
        refused(() -> writer.select(data, "n1"), Cause.REFUSED, "403");
        kubernetes.stop();
        refused(() -> writer.select(data, "n1"), Cause.UNAVAILABLE, "no answer");
    }

    private Volume volume(String name) {
        return volume(name, null);
    }

    private Volume volume(String name, @Nullable ObjectReference claim) {
        return StorageConverter.convert(client.resource(new PersistentVolumeBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .endMetadata()
                        .withNewSpec()
                        .withCapacity(Map.of("storage", new Quantity("1Gi")))
                        .withAccessModes("ReadWriteOnce")
                        .withStorageClassName("disk")
                        .withClaimRef(claim)
                        .withNewHostPath()
                        .withPath("/data")
                        .endHostPath()
                        .endSpec()
                        .build())
                .create());
    }

    private VolumeClaim claim(String name) {
        return StorageConverter.convert(client.resource(new PersistentVolumeClaimBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .withNamespace("default")
                        .endMetadata()
                        .withNewSpec()
                        .withAccessModes("ReadWriteOnce")
                        .withStorageClassName("disk")
                        .withNewResources()
                        .withRequests(Map.of("storage", new Quantity("1Gi")))
                        .endResources()
                        .endSpec()
                        .build())
                .create());
    }

    private PersistentVolume actualVolume(String name) {
        return client.persistentVolumes().withName(name).get();
    }

    private PersistentVolumeClaim actualClaim(String name) {
        return client.persistentVolumeClaims()
                .inNamespace("default")
                .withName(name)
                .get();
    }

    private static void refused(ThrowingCallable action, Cause cause, String message) {
        assertThatThrownBy(action)
                .isInstanceOfSatisfying(BindException.class, problem -> assertThat(problem.kind())
                        .isEqualTo(cause))
                .hasMessageContaining(message);
    }
}
