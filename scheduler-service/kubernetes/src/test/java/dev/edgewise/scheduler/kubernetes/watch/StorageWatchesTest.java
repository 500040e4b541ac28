package dev.edgewise.scheduler.kubernetes.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.kubernetes.watch.InvalidObjectException;
import dev.edgewise.kubernetes.watch.WatchedKind;
import dev.edgewise.scheduler.kubernetes.limits.HeavyObjectAccounting;
import dev.edgewise.scheduler.model.storage.ClaimKey;
import dev.edgewise.scheduler.model.storage.ClusterStorageObjects;
import dev.edgewise.scheduler.model.storage.VolumeClaim;
import dev.edgewise.scheduler.plugins.BuiltInProfiles;
import dev.edgewise.scheduler.testing.Scenario;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Values that tenants write into claims. */
class StorageWatchesTest {
    private static final String LONG = "x".repeat(100_000);

    private final Scenario scenario = new Scenario(BuiltInProfiles.stock(), 1);

    @Test
    void aNameThatIsTooLongForAnObjectIsCutAndStillNamesNone() {
        PersistentVolumeClaim claim = claim("{volumeName: NAME}");
        claim.getMetadata()
                .setAnnotations(Map.of(
                        "volume.beta.kubernetes.io/storage-class", LONG, "volume.kubernetes.io/selected-node", LONG));
        watched(claim);

        assertThat(known().volume()).hasSize(254);
        assertThat(known().storageClass()).hasSize(254);
        assertThat(known().isSelectedFor("x".repeat(254))).isTrue();
    }

    @Test
    void theLongestNameIsKept() {
        String longest = "x".repeat(253);
        PersistentVolumeClaim claim = claim("{storageClassName: disk}");
        claim.getSpec().setVolumeName(longest);
        watched(claim);

        assertThat(known().volume()).isEqualTo(longest);
    }

    @Test
    void aClaimThatCannotBeReadIsKnownAsSuch() {
        PersistentVolumeClaim claim =
                claim("{storageClassName: disk, selector: {matchExpressions: [{key: a, operator: In}]}}");

        assertThatThrownBy(() -> watched(claim)).isInstanceOf(InvalidObjectException.class);
        assertThat(known().problem()).startsWith("spec.selector.matchExpressions[0].values is ");
        assertThat(known().storageClass()).isEqualTo("disk");

        watched(claim("{storageClassName: disk}"));
        assertThat(known().problem()).isNull();
    }

    private VolumeClaim known() {
        return Objects.requireNonNull(
                scenario.state.snapshot().get(ClusterStorageObjects.FACT).claim(new ClaimKey("shop", "data")));
    }

    private static PersistentVolumeClaim claim(String spec) {
        return Yaml.read(
                PersistentVolumeClaim.class,
                "metadata: {name: data, namespace: shop, uid: u}\nspec: " + spec.replace("NAME", LONG));
    }

    @SuppressWarnings("unchecked")
    private void watched(PersistentVolumeClaim claim) {
        WatchedKind<?> claims = StorageWatches.all(scenario.feed, new HeavyObjectAccounting(100_000, 1_000_000))
                .get(0);
        ((Consumer<PersistentVolumeClaim>) (Consumer<?>) claims.changed()).accept(claim);
    }
}
