package dev.edgewise.global.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.common.testing.ManualTicker;
import dev.edgewise.common.testing.TestClock;
import dev.edgewise.common.time.Ticker;
import dev.edgewise.common.web.BusyException;
import dev.edgewise.global.TestRequests;
import dev.edgewise.global.cluster.CapacityBuilder;
import dev.edgewise.global.cluster.ClusterCapacity;
import dev.edgewise.global.cluster.PodSetFitCounter;
import dev.edgewise.global.cluster.PodShape;
import dev.edgewise.global.cluster.PromisedCapacity;
import dev.edgewise.global.model.Attempt;
import dev.edgewise.global.model.AttemptPhase;
import dev.edgewise.global.model.GlobalRequest;
import dev.edgewise.global.model.RequestPhase;
import dev.edgewise.global.model.RequestStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * A replica that sees the records which another replica writes, of requests for one pod of 1 CPU; the cluster has room
 * for 4.
 */
class PromisedCapacitySynchronizerTest {
    private static final Instant NOW = TestClock.START;
    private static final Duration VALID = Duration.ofMinutes(2);
    private static final List<PodShape> POD = List.of(new PodShape(1, 1_000, 0, 0));

    private static final String MANIFEST =
            "{apiVersion: v1, kind: Pod, metadata: {name: a}, spec: {containers: [{name: c,"
                    + " resources: {requests: {cpu: 1}}}]}}";

    private volatile boolean isBusy;
    private final AtomicInteger reads = new AtomicInteger();
    private final ManualTicker preparations = new ManualTicker();
    private final TestClock clock = new TestClock();
    private final PromisedCapacity promised = new PromisedCapacity(VALID);
    private final PromisedCapacitySynchronizer promises = new PromisedCapacitySynchronizer(
            new RequestPreparation(
                    request -> {
                        reads.incrementAndGet();
                        if (isBusy) {
                            throw new BusyException("The API server does not answer", Duration.ofSeconds(5));
                        }
                        return new ManifestTexts.Text("m", MANIFEST, false, null);
                    },
                    false,
                    preparations),
            promised,
            VALID,
            Duration.ofMillis(1),
            clock,
            Ticker.system());
    private final ClusterCapacity capacity = new CapacityBuilder()
            .node(new CapacityBuilder.NodeValues("n", true, 4_000, 100, 10, 0))
            .build();

    @AfterEach
    void stop() {
        promises.close();
    }

    @Test
    void deductsAttemptsOfOtherReplicasUntilTheyEnd() {
        promises.changed(request("r1", AttemptPhase.TRYING));
        promises.changed(request("r2", AttemptPhase.TRYING));
        await().until(() -> fits(Map.of()) == 2);

        promises.changed(request("r1", AttemptPhase.CLEANED));
        await().until(() -> fits(Map.of()) == 3);

        promises.deleted(request("r2", AttemptPhase.TRYING));
        await().until(() -> fits(Map.of()) == 4);
    }

    /** The preparation is forgotten after a minute, as memory keeps no manifests. */
    @Test
    void readsARequestOnceForAllChangesOfItsAttempt() {
        promises.changed(request("r1", AttemptPhase.TRYING));
        await().until(() -> fits(Map.of()) == 3);
        preparations.advance(Duration.ofSeconds(61));
        promises.changed(request("r1", AttemptPhase.READY));
        promises.changed(request("r1", AttemptPhase.CLEANED));
        await().until(() -> fits(Map.of()) == 4);

        assertThat(reads).hasValue(1);
    }

    /** A pod that the capacity counts is not deducted once more while its attempt is not ready. */
    @Test
    void podsThatTheCapacityShowsAreNotDeductedAgain() {
        promises.changed(request("r1", AttemptPhase.TRYING));
        await().until(() -> fits(Map.of()) == 3);

        assertThat(fits(Map.of("uid-r1/1", 1))).isEqualTo(4);
    }

    /** The capacity was read at NOW, before the other replica saw the pods ready at NOW + 10 s. */
    @Test
    void aReadyAttemptCountsInACapacityFromBefore() {
        promises.changed(request("r1", AttemptPhase.READY));
        await().until(() -> fits(Map.of()) == 3);

        ClusterCapacity later = promised.deduct("edge", capacity, NOW.plusSeconds(11), clock.instant());
        assertThat(PodSetFitCounter.sets(later, POD)).isEqualTo(4);
    }

    /** No event follows: the record of the attempt may stay as it is for the whole time of the promise. */
    @Test
    void readsARequestAgainThatCouldNotBeRead() {
        isBusy = true;
        promises.changed(request("r1", AttemptPhase.TRYING));
        await().until(() -> reads.get() >= 2);
        assertThat(fits(Map.of())).isEqualTo(4);

        isBusy = false;

        await().until(() -> fits(Map.of()) == 3);
    }

    /** A promise for an attempt that has ended would be kept until it expires. */
    @Test
    void anAttemptThatHasEndedMeanwhileIsReadNoMore() {
        isBusy = true;
        promises.changed(request("r1", AttemptPhase.TRYING));
        await().until(() -> reads.get() >= 2);

        promises.changed(request("r1", AttemptPhase.CLEANED));
        isBusy = false;
        promises.changed(request("r2", AttemptPhase.TRYING));
        await().until(() -> fits(Map.of()) == 3);

        promises.changed(request("r2", AttemptPhase.CLEANED));
        await().until(() -> fits(Map.of()) == 4);
    }

    private int fits(Map<String, Integer> counted) {
        // Another object, as of another reading: what was deducted before is of the one before.
        ClusterCapacity read = new ClusterCapacity(
                capacity.freeMilliCpu(),
                capacity.freeBytes(),
                capacity.freePods(),
                capacity.freeGpus(),
                capacity.allocatable(),
                capacity.free());
        return PodSetFitCounter.sets(promised.deduct("edge", read, NOW, counted, clock.instant()), POD);
    }

    private static GlobalRequest request(String name, AttemptPhase phase) {
        Instant since = phase == AttemptPhase.TRYING ? NOW : NOW.plusSeconds(10);
        Attempt attempt = new Attempt(1, 0, 0, "edge", "u", phase, NOW, NOW.plus(VALID), since, "");
        return TestRequests.of(name, "[edge]")
                .with(new RequestStatus(RequestPhase.SCHEDULING, 1, 0, List.of(attempt), null, NOW, null, ""))
                .request();
    }
}
