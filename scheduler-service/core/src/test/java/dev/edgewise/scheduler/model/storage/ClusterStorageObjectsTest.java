package dev.edgewise.scheduler.model.storage;

import static dev.edgewise.scheduler.testing.TestPods.pod;
import static dev.edgewise.scheduler.testing.TestStorage.attached;
import static dev.edgewise.scheduler.testing.TestStorage.bound;
import static dev.edgewise.scheduler.testing.TestStorage.claim;
import static dev.edgewise.scheduler.testing.TestStorage.csi;
import static dev.edgewise.scheduler.testing.TestStorage.kept;
import static dev.edgewise.scheduler.testing.TestStorage.key;
import static dev.edgewise.scheduler.testing.TestStorage.made;
import static dev.edgewise.scheduler.testing.TestStorage.selected;
import static dev.edgewise.scheduler.testing.TestStorage.volume;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.scheduler.model.LabelSelector;
import dev.edgewise.scheduler.model.PodVolumes.CsiVolume;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Assumed bindings hold until the API server confirms them. */
class ClusterStorageObjectsTest {
    private final VolumeClaim data = claim("data", "disk", 10);
    private final VolumeClaim logs = claim("logs", "disk", 10);
    private final Volume free = volume("v1", "disk", 10, "n1");
    private final ClusterStorageObjects before =
            ClusterStorageObjects.EMPTY.withClaim(data).withVolume(free);
    private final ClusterStorageObjects assumed = before.assume(free, data).assume(data, "n1");

    @Test
    void changesAreSeen() {
        assertThat(reserved(assumed)).isEqualTo(new Volume.Reserved(key("data"), "uid-of-data", true));
        assertThat(assumed.volumesOf("disk")).containsExactly(assumed.volume("v1"));
        assertThat(selectedNode(assumed)).isEqualTo(new VolumeClaim.Selected("n1", true));
        assertThat(reserved(before)).isNull();
    }

    @Test
    void newsThatDoNotKnowOfItYetDoNotUndoIt() {
        ClusterStorageObjects after =
                assumed.withVolume(volume("v1", "disk", 20, "n1")).withClaim(claim("data", "disk", 20));
        assertThat(after.volume("v1").capacityBytes()).isEqualTo(20);
        assertThat(reserved(after)).isEqualTo(new Volume.Reserved(key("data"), "uid-of-data", true));
        assertThat(selectedNode(after)).isEqualTo(new VolumeClaim.Selected("n1", true));
    }

    /** Claims come and go by tens each second where tenants make them: no other claim's volumes are looked through. */
    @Test
    void onlyTheVolumesAssumedForAClaimAreLookedForWhenItGoes() {
        assertThat(assumed.volumes().assumedFor(key("data"))).hasSize(1);
        assertThat(assumed.volumes().assumedFor(key("logs"))).isEmpty();
        ClusterStorageObjects gone = assumed.withoutClaim(key("data"));
        assertThat(reserved(gone)).isNull();
        assertThat(gone.volumes().assumed()).isEmpty();
        assertThat(assumed.withoutVolume("v1").volumes().assumed()).isEmpty();
        assertThat(before.withVolume(kept("v1", "disk", 10, "n1", data))
                        .volumes()
                        .assumed())
                .as("the API server knows")
                .isEmpty();
    }

    @Test
    void onceConfirmedItCanBeWithdrawn() {
        ClusterStorageObjects confirmed =
                assumed.withVolume(kept("v1", "disk", 10, "n1", data)).withClaim(selected("data", "disk", 10, "n1"));
        assertThat(reserved(confirmed)).isEqualTo(new Volume.Reserved(key("data"), "uid-of-data"));
        assertThat(selectedNode(confirmed)).isEqualTo(new VolumeClaim.Selected("n1", false));

        ClusterStorageObjects withdrawn = confirmed.withVolume(free).withClaim(data);
        assertThat(withdrawn).isEqualTo(before);
    }

    @Test
    void whatOthersDecidedWins() {
        ClusterStorageObjects other =
                assumed.withVolume(kept("v1", "disk", 10, "n1", logs)).withClaim(bound("data", "disk", 10, "v2"));
        assertThat(reserved(other)).isEqualTo(new Volume.Reserved(key("logs"), "uid-of-logs"));
        assertThat(selectedNode(other)).isNull();
    }

    @Test
    void itCanBeForgotten() {
        assertThat(assumed.forget(key("logs"))).isEqualTo(assumed);
        assertThat(assumed.forget(key("data"))).isEqualTo(before);
    }

    @Test
    void whatIsConfirmedIsNotForgotten() {
        ClusterStorageObjects confirmed = assumed.withVolume(kept("v1", "disk", 10, "n1", data));
        assertThat(reserved(confirmed.forget(key("data")))).isEqualTo(reserved(confirmed));
    }

    @Test
    void aClaimThatIsGoneGivesItsVolumeBack() {
        ClusterStorageObjects after = assumed.withoutClaim(key("data"));
        assertThat(after.claim(key("data"))).isNull();
        assertThat(reserved(after)).isNull();
    }

    /** A status that changes, a resync: pods that wait for storage are not woken for it. */
    @Test
    void whatIsTheSameAgainIsNoChange() {
        ClusterStorageObjects all = before.withClass(new StorageClass("disk", "csi.example.com", true, List.of()))
                .withDriver("csi.example.com", true)
                .withCapacity(capacity(10))
                .limiting(some -> some.withLimits("n1", Map.of("csi.example.com", 5)));

        assertThat(all.withClaim(claim("data", "disk", 10))).isSameAs(all);
        assertThat(all.withVolume(volume("v1", "disk", 10, "n1"))).isSameAs(all);
        assertThat(all.withClass(new StorageClass("disk", "csi.example.com", true, List.of())))
                .isSameAs(all);
        assertThat(all.withDriver("csi.example.com", true)).isSameAs(all);
        assertThat(all.withCapacity(capacity(10))).isSameAs(all);
        assertThat(all.withCapacity(capacity(9))).isNotSameAs(all);
        assertThat(all.withDriver("csi.example.com", false)).isNotSameAs(all);
    }

    /**
     * Whether the pod, the claim, the volume or its class is seen first: what a node has in use is the same in the end,
     * and nothing once all are gone.
     */
    @Test
    void theOrderOfEventsMakesNoDifferenceToWhatANodeHasInUse() {
        List<UnaryOperator<ClusterStorageObjects>> steps = List.of(
                storage ->
                        storage.mounting(pod("p").claim("a").claim("b").on("n1").build()),
                storage -> storage.mounting(pod("q").claim("a").on("n1").build()),
                storage -> storage.withClaim(bound("a", "disk", 10, "pv-a")),
                storage -> storage.withClaim(claim("b", "disk", 10)),
                storage -> storage.withVolume(csi("pv-a", "csi.example")),
                storage -> storage.withVolume(csi("pv-c", "csi.example")),
                storage -> storage.withAttachment(attached("pv-a", "n1", "csi.example")),
                storage -> storage.withAttachment(attached("pv-c", "n1", "csi.example")),
                storage -> storage.withClass(made("disk")));
        List<UnaryOperator<ClusterStorageObjects>> undone = List.of(
                storage -> storage.unmounting(
                        pod("p").claim("a").claim("b").on("n1").build()),
                storage -> storage.unmounting(pod("q").claim("a").on("n1").build()),
                storage -> storage.withoutClaim(key("a")),
                storage -> storage.withoutClaim(key("b")),
                storage -> storage.withoutVolume("pv-a"),
                storage -> storage.withoutVolume("pv-c"),
                storage -> storage.withoutAttachment("pv-a on n1"),
                storage -> storage.withoutAttachment("pv-c on n1"),
                storage -> storage.withoutClass("disk"));
        List<Integer> order =
                new ArrayList<>(IntStream.range(0, steps.size()).boxed().toList());
        Random random = new Random(1);
        for (int round = 0; round < 200; round++) {
            Collections.shuffle(order, random);
            ClusterStorageObjects storage = ClusterStorageObjects.EMPTY;
            for (int step : order) {
                storage = steps.get(step).apply(storage);
            }
            // pv-a, which p, q and its attachment use; pv-c, which is attached; and the volume that is to be made for
            // b.
            NodeVolumes inUse = storage.inUseOn("n1");
            assertThat(inUse.count("csi.example")).as("in order %s", order).isEqualTo(3);
            assertThat(inUse.usesOf(new CsiVolume("csi.example", "pv-a"))).isEqualTo(3);
            assertThat(inUse.usesOf(new CsiVolume("csi.example", "claim default/b")))
                    .isEqualTo(1);
            Collections.shuffle(order, random);
            for (int step : order) {
                storage = undone.get(step).apply(storage);
            }
            assertThat(storage.mounted())
                    .as("gone in order %s", order)
                    .isEqualTo(ClusterStorageObjects.EMPTY.mounted());
        }
    }

    /** A claim that waits counts for its class until it has a volume, and then for that. */
    @Test
    void aClaimCountsForItsVolumeOnceItHasOne() {
        ClusterStorageObjects waiting = ClusterStorageObjects.EMPTY
                .withClass(made("disk"))
                .withVolume(csi("pv-a", "other.csi.example"))
                .withClaim(claim("a", "disk", 10))
                .mounting(pod("p").claim("a").on("n1").build());
        assertThat(waiting.inUseOn("n1").count("csi.example")).isEqualTo(1);
        ClusterStorageObjects bound = waiting.withClaim(bound("a", "disk", 10, "pv-a"));
        assertThat(bound.inUseOn("n1").count("csi.example")).isZero();
        assertThat(bound.inUseOn("n1").count("other.csi.example")).isEqualTo(1);
        assertThat(bound.inUseOn("n2").count("other.csi.example")).isZero();
    }

    @Test
    void whatWasNotThereIsNoChangeWhenItGoes() {
        assertThat(before.withoutClaim(key("none"))).isSameAs(before);
        assertThat(before.withoutVolume("none")).isSameAs(before);
        assertThat(before.withoutClass("none")).isSameAs(before);
        assertThat(before.withoutDriver("none")).isSameAs(before);
        assertThat(before.withoutCapacity(key("none"))).isSameAs(before);
        assertThat(before.limiting(some -> some.withoutLimits("none"))).isSameAs(before);
    }

    private static ClusterStorageObjects.Capacity capacity(long bytes) {
        return new ClusterStorageObjects.Capacity(key("capacity"), "disk", LabelSelector.EVERYTHING, bytes);
    }

    private static Volume.@Nullable Reserved reserved(ClusterStorageObjects storage) {
        return storage.volume("v1").claim();
    }

    private static VolumeClaim.@Nullable Selected selectedNode(ClusterStorageObjects storage) {
        return storage.claims().get(key("data")).selectedNode();
    }
}
