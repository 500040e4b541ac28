package dev.edgewise.scheduler.binding.volumes;

import static dev.edgewise.scheduler.testing.TestNodes.node;
import static dev.edgewise.scheduler.testing.TestPods.pod;
import static dev.edgewise.scheduler.testing.TestStorage.bound;
import static dev.edgewise.scheduler.testing.TestStorage.claim;
import static dev.edgewise.scheduler.testing.TestStorage.kept;
import static dev.edgewise.scheduler.testing.TestStorage.local;
import static dev.edgewise.scheduler.testing.TestStorage.volume;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.testing.ManualTicker;
import dev.edgewise.common.testing.TestClock;
import dev.edgewise.scheduler.cycle.BindException;
import dev.edgewise.scheduler.cycle.ConcurrentBindings;
import dev.edgewise.scheduler.cycle.LiveClusterFeed;
import dev.edgewise.scheduler.cycle.SchedulingCycle;
import dev.edgewise.scheduler.model.storage.ClusterStorageObjects;
import dev.edgewise.scheduler.model.storage.Volume;
import dev.edgewise.scheduler.model.storage.VolumeClaim;
import dev.edgewise.scheduler.plugins.BuiltInProfiles;
import dev.edgewise.scheduler.queue.PodTakenFromQueue;
import dev.edgewise.scheduler.queue.QueueCounts;
import dev.edgewise.scheduler.queue.QueueObserver;
import dev.edgewise.scheduler.queue.QueueWaitingTimes;
import dev.edgewise.scheduler.queue.SchedulingQueue;
import dev.edgewise.scheduler.state.ClusterState;
import dev.edgewise.scheduler.testing.RecordingPorts;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

/** Decisions that follow each other faster than any volume is bound. */
class ReservationTest {
    private final TestClock clock = new TestClock();
    private final ManualTicker ticker = new ManualTicker();
    private final ClusterState state = new ClusterState(clock);
    private final SchedulingQueue queue = new SchedulingQueue(ticker, QueueWaitingTimes.STOCK, QueueObserver.NONE);
    private final LiveClusterFeed feed = new LiveClusterFeed(state, queue, "edgewise"::equals);
    private final RecordingPorts recorded = new RecordingPorts();
    private final Map<String, String> volumeOf = new HashMap<>();
    private final Deque<Runnable> bindings = new ArrayDeque<>();
    private boolean stopped;

    @Test
    void eachPodGetsAVolumeOfItsOwn() throws InterruptedException {
        feed.fact(ClusterStorageObjects.FACT, storage -> storage.withClass(local("disk")));
        for (int i = 1; i <= 3; i++) {
            VolumeClaim claim = claim("data-" + i, "disk", 10);
            Volume volume = volume("v" + i, "disk", 10, "n" + i);
            // The largest node is everybody's first choice.
            feed.node(node("n" + i).cpu(i == 1 ? "64" : "2").build());
            feed.fact(ClusterStorageObjects.FACT, storage -> storage.withClaim(claim)
                    .withVolume(volume));
            feed.pod(pod("db-" + i).claim("data-" + i).build());
        }

        decideAll();
        assertThat(volumeOf).isEmpty();
        bindings.forEach(Runnable::run);

        assertThat(recorded.bound.values()).containsExactlyInAnyOrder("n1", "n2", "n3");
        assertThat(volumeOf.keySet()).containsExactlyInAnyOrder("data-1", "data-2", "data-3");
        assertThat(volumeOf.values()).containsExactlyInAnyOrder("v1", "v2", "v3");
        assertThat(recorded.failures).isEmpty();
    }

    @Test
    void aVolumeIsGivenBackWhenTheMandateIsLostBeforeTheBindingBegins() throws InterruptedException {
        twoPodsForOneVolume();
        decideAll();
        recorded.gate = false;
        bindings.forEach(Runnable::run);

        requireGivenBack();
    }

    @Test
    void aVolumeIsGivenBackWhenNoBindingIsTakenAnyMore() throws InterruptedException {
        stopped = true;
        twoPodsForOneVolume();
        decideAll();

        requireGivenBack();
    }

    private void twoPodsForOneVolume() {
        feed.fact(ClusterStorageObjects.FACT, storage -> storage.withClass(local("disk"))
                .withClaim(claim("data-1", "disk", 10))
                .withClaim(claim("data-2", "disk", 10))
                .withVolume(volume("v1", "disk", 10, "n1")));
        feed.node(node("n1").build());
        feed.pod(pod("db-1").priority(1).claim("data-1").build());
        feed.pod(pod("db-2").claim("data-2").build());
    }

    /** The volume is free again, and the pod that waits for one was woken. */
    private void requireGivenBack() {
        assertThat(state.snapshot().get(ClusterStorageObjects.FACT).volume("v1").claim())
                .isNull();
        assertThat(queue.counts()).isEqualTo(new QueueCounts(0, 2, 0, 0));
        assertThat(volumeOf).isEmpty();
    }

    private void begin(Runnable binding) {
        if (stopped) {
            throw new RejectedExecutionException("stopped");
        }
        bindings.add(binding);
    }

    private void decideAll() throws InterruptedException {
        var settings = new VolumeBinder.Settings(Duration.ofMinutes(10), Duration.ofMillis(1), 8);
        var binder = new VolumeBinder(state, new Controller(), settings, ticker);
        SchedulingCycle cycle = new SchedulingCycle(
                state,
                queue,
                Map.of("edgewise", BuiltInProfiles.stock()),
                recorded.ports(binder),
                new ConcurrentBindings(this::begin, 64),
                clock,
                ticker,
                new Random(1));
        for (PodTakenFromQueue next = queue.take(Duration.ZERO); next != null; next = queue.take(Duration.ZERO)) {
            cycle.run(next);
        }
    }

    /** Binds at once, as the volume controller does in the end. */
    private final class Controller implements VolumeWriter {
        @Override
        public void keep(Volume volume, VolumeClaim claim) {
            volumeOf.put(claim.key().name(), volume.name());
            // Volume v1 is on node n1, and so on.
            String node = volume.name().replace('v', 'n');
            Volume ofClaim = kept(volume.name(), "disk", 10, node, claim);
            VolumeClaim ofVolume = bound(claim.key().name(), "disk", 10, volume.name());
            feed.fact(ClusterStorageObjects.FACT, storage -> storage.withVolume(ofClaim)
                    .withClaim(ofVolume));
        }

        @Override
        public void select(VolumeClaim claim, String node) throws BindException {
            throw new BindException(BindException.Cause.REFUSED, "nothing provisions here");
        }
    }
}
