package dev.edgewise.scheduler.binding.volumes;

import static dev.edgewise.scheduler.testing.TestNodes.node;
import static dev.edgewise.scheduler.testing.TestPods.pod;
import static dev.edgewise.scheduler.testing.TestStorage.bound;
import static dev.edgewise.scheduler.testing.TestStorage.claim;
import static dev.edgewise.scheduler.testing.TestStorage.kept;
import static dev.edgewise.scheduler.testing.TestStorage.key;
import static dev.edgewise.scheduler.testing.TestStorage.local;
import static dev.edgewise.scheduler.testing.TestStorage.made;
import static dev.edgewise.scheduler.testing.TestStorage.selected;
import static dev.edgewise.scheduler.testing.TestStorage.volume;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.edgewise.common.testing.ManualTicker;
import dev.edgewise.common.testing.TestClock;
import dev.edgewise.scheduler.cycle.BindException;
import dev.edgewise.scheduler.cycle.BindException.Cause;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.storage.ClusterStorageObjects;
import dev.edgewise.scheduler.model.storage.VolumeClaim;
import dev.edgewise.scheduler.plugins.volumes.VolumeBinding;
import dev.edgewise.scheduler.state.ClusterState;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class VolumeBinderTest {
    private static final Duration TIMEOUT = Duration.ofMinutes(10);

    private final TestClock clock = new TestClock();
    private final ManualTicker ticker = new ManualTicker();
    private final ClusterState state = new ClusterState(clock);
    private final RecordingWriter writer = new RecordingWriter();
    private final VolumeBinder binder = binder(8);

    @BeforeEach
    void twoNodesAndTwoClasses() {
        state.putNode(node("n1").build());
        state.putNode(node("n2").build());
        change(storage -> storage.withClass(local("disk")).withClass(made("csi")));
    }

    @Test
    void aPodWithoutClaimsNeedsNothing() throws BindException {
        prepare(assumed("web", "n1"));
        assertThat(writer.written).isEmpty();
    }

    @Test
    void aPodWaitsBeforeItIsBoundIfAClaimIsToGetAVolume() {
        change(storage -> storage.withClaim(claim("data", "csi", 10)).withClaim(bound("old", "csi", 10, "v1")));
        assertThat(binder.willWait(assumed("plain", "n1"))).isFalse();
        assertThat(binder.willWait(assumed("db", "n1", "data"))).isTrue();
    }

    @Test
    void theSmallestFittingVolumeOfTheNodeIsKeptAndBound() throws BindException {
        VolumeClaim data = claim("data", "disk", 10);
        change(storage -> storage.withClaim(data)
                .withVolume(volume("v30", "disk", 30, "n1"))
                .withVolume(volume("v20", "disk", 20, "n1"))
                .withVolume(volume("v10", "disk", 10, "n2")));
        writer.answer = () -> change(storage ->
                storage.withVolume(kept("v20", "disk", 20, "n1", data)).withClaim(bound("data", "disk", 10, "v20")));

        prepare(assumed("db", "n1", "data"));

        assertThat(writer.written).containsExactly("keep v20 for default/data");
    }

    @Test
    void aReservedVolumeIsNotPromisedAgain() {
        change(storage -> storage.withClaim(claim("a", "disk", 10))
                .withClaim(claim("b", "disk", 10))
                .withVolume(volume("v1", "disk", 10, "n1"))
                .withVolume(volume("v2", "disk", 10, "n2")));
        Pod b = pod("b").claim("b").build();
        assertThat(refusalsOf(b)).isEmpty();

        binder.reserve(assumed("a", "n1", "a"));

        assertThat(refusalsOf(b)).containsExactly("n1: node(s) didn't find available persistent volumes to bind");
        assertThat(writer.written).isEmpty();
    }

    @Test
    void whatWasReservedIsWhatIsWritten() throws BindException {
        VolumeClaim data = claim("data", "disk", 10);
        change(storage -> storage.withClaim(data).withVolume(volume("v20", "disk", 20, "n1")));
        Pod db = assumed("db", "n1", "data");
        binder.reserve(db);
        // A better volume that comes later does not change the plan.
        change(storage -> storage.withVolume(volume("v10", "disk", 10, "n1")));
        writer.answer = () -> change(storage ->
                storage.withVolume(kept("v20", "disk", 20, "n1", data)).withClaim(bound("data", "disk", 10, "v20")));

        prepare(db);

        assertThat(writer.written).containsExactly("keep v20 for default/data");
    }

    @Test
    void aVolumeThatWentToAnotherIsRefused() {
        VolumeClaim other = claim("other", "disk", 10);
        change(storage -> storage.withClaim(claim("data", "disk", 10))
                .withClaim(other)
                .withVolume(kept("v1", "disk", 10, "n1", other)));
        refused(
                () -> prepare(assumed("db", "n1", "data")),
                Cause.REFUSED,
                "node(s) didn't find available persistent volumes to bind");
        assertThat(writer.written).isEmpty();
    }

    @Test
    void aClaimThatIsGoneIsRefused() {
        refused(() -> prepare(assumed("db", "n1", "data")), Cause.REFUSED, "persistentvolumeclaim \"data\" not found");
    }

    @Test
    void aVolumeIsMadeAndAwaited() throws Exception {
        change(storage -> storage.withClaim(claim("data", "csi", 10)));
        CompletableFuture<Void> prepared = preparing(binder, assumed("db", "n1", "data"));
        await().until(() -> writer.written.equals(List.of("select n1 for default/data")));

        change(storage -> storage.withClaim(selected("data", "csi", 10, "n1")));
        assertThat(prepared).isNotDone();
        VolumeClaim made = bound("data", "csi", 10, "pvc-1");
        change(storage -> storage.withClaim(made));
        // The claim's watch is ahead: nothing is known of the volume yet.
        assertThat(prepared).isNotDone();
        change(storage -> storage.withVolume(kept("pvc-1", "csi", 10, "n1", made)));

        assertThat(prepared).succeedsWithin(Duration.ofSeconds(10));
        assertThat(writer.written).hasSize(1);
    }

    @Test
    void aProvisionerThatFailsSendsThePodBack() {
        VolumeClaim data = claim("data", "csi", 10);
        change(storage -> storage.withClaim(data));
        writer.answer = () -> change(
                storage -> storage.withClaim(selected("data", "csi", 10, "n1")).withClaim(data));

        refused(
                () -> prepare(assumed("db", "n1", "data")),
                Cause.NODE_FAILED,
                "no volume could be made on node n1 for persistentvolumeclaim \"data\"");
        assertThat(refusalsOf(pod("db").claim("data").build())).isEmpty();
    }

    @Test
    void aVolumeThatTheNodeCannotUseIsRefused() {
        VolumeClaim data = claim("data", "disk", 10);
        change(storage -> storage.withClaim(data).withVolume(volume("v1", "disk", 10, "n1")));
        writer.answer = () -> change(storage -> storage.withVolume(kept("v1", "disk", 10, "n1", data))
                .withVolume(kept("v2", "disk", 10, "n2", data))
                .withClaim(bound("data", "disk", 10, "v2")));

        refused(
                () -> prepare(assumed("db", "n1", "data")),
                Cause.REFUSED,
                "persistentvolume \"v2\" of persistentvolumeclaim \"data\" cannot be used on node n1");
    }

    @Test
    void whatCannotBeWrittenIsGivenBack() {
        change(storage -> storage.withClaim(claim("data", "disk", 10)).withVolume(volume("v1", "disk", 10, "n1")));
        writer.refusal = new BindException(Cause.UNAVAILABLE, "503 away");

        refused(() -> prepare(assumed("db", "n1", "data")), Cause.UNAVAILABLE, "503 away");

        assertThat(storage().volume("v1").claim()).isNull();
    }

    @Test
    void timeIsUpAfterTheTimeout() {
        change(storage -> storage.withClaim(claim("data", "csi", 10)));
        CompletableFuture<Void> prepared = preparing(binder, assumed("db", "n1", "data"));
        await().until(() -> !writer.written.isEmpty());
        // Whether the wait has begun before or after this step, two steps are over its end.
        await().until(() -> {
            ticker.advance(TIMEOUT);
            return prepared.isDone();
        });
        assertThatThrownBy(prepared::join).hasRootCauseMessage("binding volumes: not done within 600 s");
        assertThat(storage().claims().get(key("data")).selectedNode()).isNull();
    }

    @Test
    void aDeletedPodWaitsNoLonger() {
        change(storage -> storage.withClaim(claim("data", "csi", 10)));
        Pod db = assumed("db", "n1", "data");
        writer.answer = () -> state.removePod(db.key());
        refused(() -> prepare(db), Cause.OBSOLETE, "the pod was deleted");
    }

    @Test
    void aProvisionerThatHangsDoesNotTakeAllThreads() {
        VolumeBinder narrow = binder(1);
        change(storage -> storage.withClaim(claim("a", "csi", 10)).withClaim(claim("b", "csi", 10)));
        CompletableFuture<Void> first = preparing(narrow, assumed("a", "n1", "a"));
        await().until(() -> narrow.waiting() == 1);

        refused(() -> prepare(narrow, assumed("b", "n1", "b")), Cause.UNAVAILABLE, "1 pods wait for theirs already");

        assertThat(writer.written).containsExactlyInAnyOrder("select n1 for default/a", "select n1 for default/b");
        state.removePod(pod("a").build().key());
        assertThatThrownBy(first::join).hasRootCauseInstanceOf(BindException.class);
        assertThat(narrow.waiting()).isZero();
    }

    private VolumeBinder binder(int maxConcurrentWaits) {
        return new VolumeBinder(
                state, writer, new VolumeBinder.Settings(TIMEOUT, Duration.ofMillis(1), maxConcurrentWaits), ticker);
    }

    private void prepare(Pod assigned) throws BindException {
        prepare(binder, assigned);
    }

    /** Prepares and unreserves on a failure, like {@code BindingCycle}. */
    private void prepare(VolumeBinder binder, Pod assigned) throws BindException {
        try {
            binder.prepare(assigned, state.snapshot());
        } catch (BindException failure) {
            binder.unreserve(assigned);
            throw failure;
        }
    }

    private CompletableFuture<Void> preparing(VolumeBinder binder, Pod assigned) {
        return CompletableFuture.runAsync(() -> {
            try {
                prepare(binder, assigned);
            } catch (BindException failure) {
                throw new CompletionException(failure);
            }
        });
    }

    /** The pod, mounting the claims, as the deciding thread leaves it. */
    private Pod assumed(String name, String node, String... claims) {
        var builder = pod(name);
        for (String claim : claims) {
            builder.claim(claim);
        }
        Pod pod = builder.build();
        state.putPod(pod);
        state.assume(pod.assignedTo(node));
        return pod.assignedTo(node);
    }

    private List<String> refusalsOf(Pod pod) {
        var snapshot = state.snapshot();
        var check = new VolumeBinding().prepare(pod, snapshot);
        return snapshot.nodes().stream()
                .flatMap(node -> {
                    var rejection = check.check(node);
                    return rejection == null ? Stream.empty() : Stream.of(node.name() + ": " + rejection.reason());
                })
                .toList();
    }

    private ClusterStorageObjects storage() {
        return state.snapshot().get(ClusterStorageObjects.FACT);
    }

    private void change(UnaryOperator<ClusterStorageObjects> change) {
        state.change(ClusterStorageObjects.FACT, change);
    }

    private static void refused(ThrowingCallable action, Cause cause, String message) {
        assertThatThrownBy(action)
                .isInstanceOfSatisfying(BindException.class, problem -> assertThat(problem.kind())
                        .isEqualTo(cause))
                .hasMessageContaining(message);
    }
}
