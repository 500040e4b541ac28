package dev.edgewise.kubernetes.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.common.time.Ticker;
import dev.edgewise.kubernetes.api.ApiServerClient;
import dev.edgewise.kubernetes.api.ApiUnavailableException;
import dev.edgewise.kubernetes.testing.ClusterIT;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LeaderElectionIT extends ClusterIT {
    /** The renew deadline of an election in which nothing may wait for it: longer than any wait of a test. */
    private static final Duration LONG = SOON.multipliedBy(4);
    /** The renew deadline of an election that a test waits for; a busy machine answers earlier. */
    private static final Duration SHORT = Duration.ofSeconds(5);

    private final AtomicInteger led = new AtomicInteger();
    private final AtomicInteger lost = new AtomicInteger();
    private final AtomicLong nanos = new AtomicLong();
    private final LeaderWriteGate fence = new LeaderWriteGate(Ticker.system(), Clock.systemUTC());

    @Test
    void theFirstLeadsAndLetsGoWhenItStops() {
        LeaderElection first = election("a", LONG);
        first.start();
        await().atMost(SOON).until(first::isLeader);
        LeaderElection second = election("b", LONG);
        second.start();
        await().during(Duration.ofMillis(500)).atMost(SOON).until(() -> !second.isLeader());
        first.stop();
        // Released, so the second need not wait for the Lease to run out.
        await().atMost(SOON).until(second::isLeader);
        assertThat(led).hasValue(2);
        assertThat(lost).hasValue(0);
        assertThat(lease().getSpec().getHolderIdentity()).isEqualTo("b");
        second.stop();
        assertThat(lease().getSpec().getHolderIdentity()).isEmpty();
    }

    @Test
    void aLeaderThatCannotRenewStepsDownAndLeadsAgainWhenItCan() {
        LeaderElection election = election("a");
        election.start();
        await().atMost(SOON).until(election::isLeader);
        assertThat(fence.isOpen()).isTrue();
        kubernetes.deny("update", "leases");
        await().atMost(SOON).until(() -> lost.get() == 1);
        assertThat(election.isLeader()).isFalse();
        assertThat(fence.isOpen()).isFalse();

        kubernetes.allow("update", "leases");
        await().atMost(SOON).until(election::isLeader);
        assertThat(led).hasValue(2);
        assertThat(fence.isOpen()).isTrue();
        election.stop();
        assertThat(lost).hasValue(1);
        assertThat(fence.isOpen()).isFalse();
    }

    @Test
    void aLeaderWhoseLeaseWasTakenStepsDownAtOnce() throws ApiUnavailableException {
        LeaderElection election = election("a", LONG);
        election.start();
        await().atMost(SOON).until(election::isLeader);
        var reply = api.patch(
                "/apis/coordination.k8s.io/v1/namespaces/default/leases/edgewise",
                ApiServerClient.MERGE_PATCH,
                "{\"spec\":{\"holderIdentity\":\"thief\",\"leaseDurationSeconds\":60}}");
        assertThat(reply.code()).as(reply.message()).isEqualTo(200);
        // Much earlier than for want of a renewal.
        await().atMost(SOON).until(() -> lost.get() == 1);
        assertThat(fence.isOpen()).isFalse();
        election.stop();
    }

    @Test
    void anErrorEndsTheLeadershipAloud() {
        CompletableFuture<Void> failed = new CompletableFuture<>();
        LeaderElection election = election(
                "a",
                LONG,
                new LeaderCallbacks() {
                    @Override
                    public void startedLeading() {
                        throw new NoClassDefFoundError("a defect of ours");
                    }

                    @Override
                    public void stoppedLeading() {}

                    @Override
                    public boolean drain() {
                        return true;
                    }
                },
                () -> failed.complete(null));
        election.start();
        assertThat(failed).succeedsWithin(SOON);
        assertThat(election.isLeader()).isFalse();
        assertThat(fence.isOpen()).isFalse();
        election.stop();
    }

    @Test
    void theFenceShutsWhileTheRenewingThreadIsHeldUp() {
        LeaderElection election = election("a");
        election.start();
        await().atMost(SOON).until(election::isLeader);
        // A renewal opens the fence until 5 s after its request: 1 s after its answer, while the next one comes after 4
        // s.
        kubernetes.latency(Duration.ofSeconds(4));
        await().atMost(SOON).until(() -> !fence.isOpen() && election.isLeader());
        kubernetes.latency(Duration.ZERO);
        election.stop();
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT-1H", "PT0S", "PT1H"})
    void clocksOfReplicasAreNotCompared(Duration difference) throws ApiUnavailableException {
        // Whatever time a writes, its Lease holds until b has seen nothing new for 15 s of its own watch.
        LeaseLock a = claim("a", difference);
        LeaseLock b = claim("b", Duration.ZERO);
        assertThat(a.take()).isTrue();
        assertThat(b.take()).isFalse();
        nanos.addAndGet(Duration.ofSeconds(14).toNanos());
        assertThat(b.take()).isFalse();
        assertThat(a.take()).isTrue();
        nanos.addAndGet(Duration.ofSeconds(14).toNanos());
        assertThat(b.take()).as("has just seen a renewal").isFalse();
    }

    @Test
    void takesOverALeaseThatIsNotRenewed() throws ApiUnavailableException {
        assertThat(claim("a", Duration.ZERO).take()).isTrue();
        LeaseLock b = claim("b", Duration.ZERO);
        assertThat(b.take()).isFalse();
        nanos.addAndGet(Duration.ofSeconds(15).toNanos());
        assertThat(b.take()).isTrue();
        assertThat(lease().getSpec().getLeaseTransitions()).isEqualTo(2);
    }

    @Test
    void whoHoldsTheLeaseRenewsItByOneRequestUnlessItIsNotWhatItWas() throws ApiUnavailableException {
        LeaseLock a = claim("a", Duration.ZERO);
        assertThat(a.take()).isTrue();
        kubernetes.deny("get", "leases");
        assertThat(a.take()).as("without reading it").isTrue();
        kubernetes.allow("get", "leases");

        LeaseLock elsewhere = claim("a", Duration.ZERO);
        assertThat(elsewhere.take()).isTrue();
        assertThat(a.take()).as("an answer was lost").isTrue();

        client.leases().inNamespace("default").withName("edgewise").delete();
        assertThat(a.take()).as("it was deleted").isTrue();
        assertThat(lease().getSpec().getHolderIdentity()).isEqualTo("a");
    }

    /**
     * Etcd was restored from a backup: the Lease has a version older than what the leader wrote last, and one that
     * stands by may have seen newer ones, too.
     */
    @Test
    void afterTheApiServerWentBackTheLeaderRenewsAndAnotherOneStillTakesOver() throws ApiUnavailableException {
        LeaseLock a = claim("a", Duration.ZERO);
        LeaseLock b = claim("b", Duration.ZERO);
        assertThat(a.take()).isTrue();
        Runnable restore = kubernetes.backup();
        String saved = lease().getMetadata().getResourceVersion();
        nanos.addAndGet(Duration.ofSeconds(5).toNanos());
        assertThat(a.take()).isTrue();
        assertThat(b.take()).isFalse();
        assertThat(lease().getMetadata().getResourceVersion()).isNotEqualTo(saved);

        restore.run();
        assertThat(lease().getMetadata().getResourceVersion()).isEqualTo(saved);
        assertThat(a.take()).as("it holds the Lease, in an older version").isTrue();
        assertThat(b.take()).isFalse();
        assertThat(lease().getSpec().getHolderIdentity()).isEqualTo("a");

        restore.run();
        assertThat(b.take()).as("it reads the Lease again first").isFalse();
        nanos.addAndGet(Duration.ofSeconds(15).toNanos());
        assertThat(b.take()).as("which was not renewed for 15 s").isTrue();
        assertThat(a.take()).isFalse();
    }

    /** @param ahead of b's clock */
    private LeaseLock claim(String identity, Duration ahead) {
        LeaseSettings settings = new LeaseSettings(
                "default", "edgewise", identity, Duration.ofSeconds(15), Duration.ofSeconds(10), Duration.ofSeconds(2));
        InstantSource ticking = () -> Instant.EPOCH.plus(ahead).plusNanos(nanos.get());
        return new LeaseLock(api, settings, ticking.withZone(ZoneOffset.UTC), nanos::get);
    }

    private LeaderElection election(String identity) {
        return election(identity, SHORT);
    }

    private LeaderElection election(String identity, Duration renewDeadline) {
        return election(identity, renewDeadline, new Counting(), () -> {
            throw new AssertionError("the election failed");
        });
    }

    private LeaderElection election(
            String identity, Duration renewDeadline, LeaderCallbacks callbacks, Runnable ended) {
        LeaseSettings settings = new LeaseSettings(
                "default", "edgewise", identity, renewDeadline.multipliedBy(3), renewDeadline, Duration.ofMillis(50));
        return new LeaderElection(
                new ApiServerClient(server, SHORT),
                settings,
                Clock.systemUTC(),
                new Random(1),
                fence,
                callbacks,
                ended);
    }

    private final class Counting implements LeaderCallbacks {
        @Override
        public void startedLeading() {
            led.incrementAndGet();
        }

        @Override
        public void stoppedLeading() {
            lost.incrementAndGet();
        }

        @Override
        public boolean drain() {
            return true;
        }
    }

    private Lease lease() {
        return client.leases().inNamespace("default").withName("edgewise").get();
    }
}
