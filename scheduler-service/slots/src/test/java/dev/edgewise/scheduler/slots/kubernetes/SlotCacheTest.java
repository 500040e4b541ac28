package dev.edgewise.scheduler.slots.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.scheduler.model.Resources;
import dev.edgewise.scheduler.slots.claims.ClaimLedger;
import dev.edgewise.scheduler.slots.decide.SlotPausePod;
import dev.edgewise.scheduler.slots.kubernetes.NamespaceObjects.Ledger;
import dev.edgewise.scheduler.slots.model.BatchJob;
import dev.edgewise.scheduler.slots.model.FreeSlotHoldingMode;
import dev.edgewise.scheduler.slots.model.ObjectKey;
import dev.edgewise.scheduler.slots.model.ObjectMetadata;
import dev.edgewise.scheduler.slots.model.Scheduling;
import dev.edgewise.scheduler.slots.model.SlotPlace;
import dev.edgewise.scheduler.slots.model.Testbed;
import dev.edgewise.scheduler.slots.model.TestbedSpec;
import dev.edgewise.scheduler.slots.model.TestbedState;
import dev.edgewise.scheduler.slots.model.TestbedStatus;
import dev.edgewise.scheduler.slots.view.SlotObjectListener;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The cache takes each version that the watch brings, and own writes since then. */
class SlotCacheTest {
    private static final ObjectKey PAUSE_POD = new ObjectKey("edgewise", "slot-1");

    private long nanos = Long.MAX_VALUE - 5;
    private final SlotCache cache = new SlotCache(() -> nanos);

    private static Testbed testbed(String namespace, String label, int version, TestbedState state) {
        return new Testbed(
                new ObjectMetadata(
                        new ObjectKey(namespace, "tb"),
                        "uid-" + namespace,
                        Integer.toString(version),
                        1,
                        Instant.EPOCH,
                        false,
                        true),
                new TestbedSpec(1, label, Resources.NONE, FreeSlotHoldingMode.PODS, null, List.of()),
                null,
                new TestbedStatus(state, 1, List.of(), null, null, List.of(), List.of()));
    }

    private static Testbed testbed(int version) {
        return testbed("a", "lab/a", version, TestbedState.SUCCESS);
    }

    private String version() {
        return cache.read("a", objects -> Objects.requireNonNull(objects.testbeds.get("tb")))
                .metadata()
                .resourceVersion();
    }

    private static SlotPausePod pausePod(String uid) {
        return new SlotPausePod(PAUSE_POD, uid, "uid-a", new SlotPlace("n0", 0, 0), Resources.NONE, false, false);
    }

    private @Nullable String pausePodUid() {
        SlotPausePod pausePod = cache.pausePod(PAUSE_POD);
        return pausePod == null ? null : pausePod.uid();
    }

    private void pass(Duration time) {
        nanos += time.toNanos();
        cache.expireOwnWrites();
    }

    @Test
    void anOlderVersionAfterARestoreReplacesANewerOne() {
        cache.put(testbed(100));
        cache.put("a", new Ledger(new ClaimLedger(9, Map.of(), Map.of()), "100"));
        cache.takeChanged();

        cache.put(testbed(40));
        cache.put("a", new Ledger(ClaimLedger.NONE, "41"));

        assertThat(version()).isEqualTo("40");
        assertThat(cache.read("a", NamespaceObjects::ledger).version()).isEqualTo("41");
        assertThat(cache.takeChanged()).containsExactly("a");
    }

    @Test
    void aWriteHidesOlderVersionsUntilTheWatchHasBroughtIt() {
        cache.put(testbed(100));
        cache.putOwn(testbed(120));
        cache.put(testbed(110));
        assertThat(version()).isEqualTo("120");

        cache.put(testbed(120));
        cache.put(testbed(40));

        assertThat(version()).as("the watch had brought 120").isEqualTo("40");
    }

    @Test
    void aWriteHidesOlderVersionsForTenSeconds() {
        List<String> told = new ArrayList<>();
        cache.listen(new SlotObjectListener() {
            @Override
            public void changed(Action action, Testbed testbed) {
                told.add(action + " " + testbed.metadata().resourceVersion());
            }

            @Override
            public void changed(Action action, BatchJob job) {}

            @Override
            public void changed(Action action, Scheduling scheduling) {}
        });
        cache.put(testbed(100));
        cache.putOwn(testbed(120));
        cache.putOwn("a", new Ledger(ClaimLedger.NONE, "121"));
        // The API server has gone back to an older state.
        cache.put(testbed(40));
        cache.put("a", new Ledger(ClaimLedger.NONE, "41"));
        cache.takeChanged();

        pass(Duration.ofSeconds(10).minusNanos(1));
        assertThat(version()).isEqualTo("120");
        pass(Duration.ofNanos(1));

        assertThat(version()).isEqualTo("40");
        assertThat(cache.read("a", NamespaceObjects::ledger).version()).isEqualTo("41");
        assertThat(cache.takeChanged()).containsExactly("a");
        assertThat(told).containsExactly("ADDED 100", "MODIFIED 120", "MODIFIED 40");
    }

    @Test
    void aWriteOfAnObjectThatIsGoneDoesNotBringItBack() {
        cache.put(testbed(100));
        cache.removeTestbed("a", "tb");

        cache.putOwn(testbed(120));

        assertThat(cache.testbeds()).isEmpty();
    }

    @Test
    void aCreatedPausePodIsThereAtOnceAlsoWhereOneOfItsNameIsGone() {
        cache.put(testbed(100));
        cache.put(pausePod("old"), "10");
        cache.putOwn(pausePod("new"), "20");
        assertThat(pausePodUid()).isEqualTo("new");

        // The watch is late: it still tells of the old one.
        cache.put(pausePod("old"), "11");
        assertThat(pausePodUid()).isEqualTo("new");
        cache.removePausePod(PAUSE_POD);
        cache.put(pausePod("new"), "20");
        assertThat(cache.pausePods(List.of("uid-a")))
                .extracting(SlotPausePod::uid)
                .containsExactly("new");
        cache.removePausePod(PAUSE_POD);

        assertThat(pausePodUid()).isNull();
    }

    @Test
    void aCreatedPausePodThatTheWatchNeverBringsIsForgotten() {
        cache.put(testbed(100));
        cache.putOwn(pausePod("new"), "20");
        // The watch tells of an earlier one of that name.
        cache.removePausePod(PAUSE_POD);
        cache.takeChanged();
        assertThat(pausePodUid()).isEqualTo("new");

        pass(Duration.ofSeconds(10));

        assertThat(pausePodUid()).isNull();
        assertThat(cache.pausePods(List.of("uid-a"))).isEmpty();
        assertThat(cache.takeChanged()).containsExactly("a");
    }

    @Test
    void pausePodsAreOrphansWhileTheirTestbedIsNotThere() {
        cache.put(pausePod("g"), "10");
        assertThat(cache.orphanedPausePods()).hasSize(1);

        cache.put(testbed(1));
        assertThat(cache.orphanedPausePods()).isEmpty();
        cache.put(testbed("b", "lab/b", 1, TestbedState.SUCCESS));
        cache.removeTestbed("b", "tb");
        assertThat(cache.orphanedPausePods()).isEmpty();
        cache.removeTestbed("a", "tb");

        assertThat(cache.orphanedPausePods()).extracting(SlotPausePod::uid).containsExactly("g");
        cache.removePausePod(PAUSE_POD);
        assertThat(cache.orphanedPausePods()).isEmpty();
    }

    @Test
    void aStatusMovesNoOtherTestbed() {
        cache.put(testbed(1));
        cache.put(testbed("b", "lab/b", 1, TestbedState.SUCCESS));
        assertThat(cache.takeMovedLabels()).containsExactlyInAnyOrder("lab/a", "lab/b");
        cache.takeChanged();

        cache.put(testbed("a", "lab/a", 2, TestbedState.RUNNING));
        assertThat(cache.takeChanged()).containsExactly("a");
        assertThat(cache.takeMovedLabels()).isEmpty();

        cache.put(testbed("a", "lab/c", 3, TestbedState.RUNNING));
        assertThat(cache.takeMovedLabels()).containsExactlyInAnyOrder("lab/a", "lab/c");
        assertThat(cache.readIndex(NamespaceIndex::labels)).containsExactlyInAnyOrder("lab/b", "lab/c");
    }
}
