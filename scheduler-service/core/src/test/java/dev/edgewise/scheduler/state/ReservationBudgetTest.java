package dev.edgewise.scheduler.state;

import static dev.edgewise.scheduler.testing.TestNodes.node;
import static dev.edgewise.scheduler.testing.TestPods.pod;
import static dev.edgewise.scheduler.testing.TestReservations.reservation;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.testing.TestClock;
import dev.edgewise.scheduler.model.RemainingNamespaceQuota;
import dev.edgewise.scheduler.model.ReservationStatus;
import dev.edgewise.scheduler.model.ReservationStatus.Phase;
import dev.edgewise.scheduler.testing.TestReservations;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ReservationBudgetTest {
    private final ClusterState cluster = new ClusterState(new TestClock());

    @BeforeEach
    void tenCoresAndTenGibibytes() {
        cluster.putNode(node("n1").cpu("5").memory("5Gi").build());
        cluster.putNode(node("n2").cpu("5").memory("5Gi").build());
    }

    private void quota(Long milliCpu, Long memory) {
        cluster.reservations().putQuota(new RemainingNamespaceQuota("default", "compute", milliCpu, memory));
    }

    private ReservationStatus accept(TestReservations.Builder builder) {
        var built = builder.build();
        cluster.reservations().put(built);
        cluster.reservations().accept(100);
        return cluster.reservations().find(built.uid()).now();
    }

    @Test
    void theSecondOfTwoCoresIsBeyondAQuotaOfTwoCores() {
        quota(2000L, null);
        assertThat(accept(reservation("a").cpu(2000)).phase()).isEqualTo(Phase.ACTIVE);
        assertThat(accept(reservation("b").cpu(2000).createdAfter(1)))
                .isEqualTo(new ReservationStatus(
                        Phase.UNSCHEDULABLE,
                        "",
                        "NamespaceQuota",
                        "ResourceQuota compute leaves 2000m of cpu to namespace default, and its reservations would hold"
                                + " 4000m"));
        assertThat(accept(reservation("other").namespace("elsewhere").cpu(2000)).phase())
                .isEqualTo(Phase.ACTIVE);

        cluster.reservations().expire("uid-of-reservation-a");
        cluster.reservations().accept(100);
        assertThat(cluster.reservations().find("uid-of-reservation-b").now().phase())
                .isEqualTo(Phase.ACTIVE);
    }

    @Test
    void whatPodsUseIsNotLeft() {
        quota(1999L, null);
        assertThat(accept(reservation("a").cpu(2000)).reason()).isEqualTo("NamespaceQuota");
        quota(2000L, null);
        cluster.reservations().accept(100);
        assertThat(cluster.reservations().find("uid-of-reservation-a").now().phase())
                .isEqualTo(Phase.ACTIVE);
    }

    @Test
    void memoryIsLimitedAsWell() {
        quota(null, 1L << 30);
        assertThat(accept(reservation("a").cpu(100).memory((1L << 30) + 1)).message())
                .isEqualTo("ResourceQuota compute leaves 1073741824 of memory to namespace default, and its"
                        + " reservations would hold 1073741825");
    }

    /** The share is 20 % of 10 cores. */
    @Test
    void withoutAQuotaANamespaceMayReserveAShareOfTheCluster() {
        cluster.reservations().limitShare(0.2);
        assertThat(accept(reservation("a").cpu(1500)).phase()).isEqualTo(Phase.ACTIVE);
        assertThat(accept(reservation("b").cpu(501).createdAfter(1)).message())
                .isEqualTo("reservations of namespace default would hold 2001m of cpu, and may hold 2000m: 20.0 % of"
                        + " the cluster, as no ResourceQuota limits it");
        assertThat(accept(reservation("c").cpu(500).createdAfter(2)).phase())
                .as("a smaller one need not wait for it")
                .isEqualTo(Phase.ACTIVE);
        assertThat(accept(reservation("other").namespace("elsewhere").on("n2").cpu(2000))
                        .phase())
                .isEqualTo(Phase.ACTIVE);
    }

    /** A quota on memory says nothing of CPU. */
    @Test
    void theShareCountsForWhatNoQuotaLimits() {
        cluster.reservations().limitShare(0.2);
        quota(null, 5L << 30);
        assertThat(accept(reservation("a").cpu(2001)).reason()).isEqualTo("NamespaceShare");
        assertThat(accept(reservation("b").cpu(100).memory(4L << 30)).phase()).isEqualTo(Phase.ACTIVE);
    }

    /** A move, a restart: the quota counts the pod that is replaced, and its replacement once that is gone. */
    @Test
    void whatReplacesBoundPodsCountsOnlyBeyondThem() {
        quota(0L, null);
        cluster.putPod(pod("p1").cpu("1").controllerUid("rs-1").runningOn("n2").build());
        assertThat(accept(reservation("replaces").owner("rs-1").cpu(1000)).phase())
                .isEqualTo(Phase.ACTIVE);
        assertThat(accept(reservation("more").owner("rs-1").cpu(1000).createdAfter(1))
                        .message())
                .contains("leaves 0m of cpu", "would hold 1000m");
        assertThat(accept(reservation("others").owner("rs-2").cpu(1000).createdAfter(2))
                        .reason())
                .isEqualTo("NamespaceQuota");
        assertThat(cluster.reservations()
                        .find("uid-of-reservation-replaces")
                        .now()
                        .phase())
                .isEqualTo(Phase.ACTIVE);
    }

    /**
     * A client that may create pods can name a node, but no scheduler and no kubelet has written the condition
     * PodScheduled.
     */
    @Test
    void podsThatOnlyNameANodeDoNotCount() {
        quota(0L, null);
        cluster.putPod(pod("named")
                .cpu("1")
                .controllerUid("rs-1")
                .on("n2")
                .neverScheduled()
                .build());
        assertThat(accept(reservation("replaces").owner("rs-1").cpu(1000)).reason())
                .isEqualTo("NamespaceQuota");
    }

    @Test
    void podsOfANodeThatIsGoneDoNotCount() {
        quota(0L, null);
        cluster.putPod(
                pod("lost").cpu("1").controllerUid("rs-1").runningOn("gone").build());
        assertThat(accept(reservation("replaces").owner("rs-1").cpu(1000)).reason())
                .isEqualTo("NamespaceQuota");

        cluster.putNode(node("gone").cpu("1").build());
        cluster.reservations().accept(100);
        assertThat(cluster.reservations()
                        .find("uid-of-reservation-replaces")
                        .now()
                        .phase())
                .isEqualTo(Phase.ACTIVE);
    }

    /** Anybody may create pods that wait: they prove nothing. */
    @Test
    void podsThatWaitDoNotCount() {
        quota(0L, null);
        cluster.putPod(pod("p1").cpu("1").controllerUid("rs-1").build());
        assertThat(accept(reservation("replaces").owner("rs-1").cpu(1000)).reason())
                .isEqualTo("NamespaceQuota");
    }

    @Test
    void whatHoldsRoomKeepsItWhateverBecomesOfTheQuota() {
        assertThat(accept(reservation("a").cpu(2000)).phase()).isEqualTo(Phase.ACTIVE);
        quota(0L, null);
        cluster.reservations().accept(100);
        assertThat(cluster.reservations().find("uid-of-reservation-a").now().phase())
                .isEqualTo(Phase.ACTIVE);
    }

    @Test
    void restartsOfLostPodsAreNotAskedForAQuota() {
        quota(0L, null);
        cluster.reservations()
                .put(reservation("recovery-x").owner("rs-1").cpu(500).build());
        cluster.reservations().accept(Set.of("uid-of-reservation-recovery-x"));
        assertThat(cluster.reservations()
                        .find("uid-of-reservation-recovery-x")
                        .now()
                        .phase())
                .isEqualTo(Phase.ACTIVE);
    }

    @Test
    void aQuotaThatIsGoneLimitsNothing() {
        quota(0L, null);
        assertThat(accept(reservation("a").cpu(2000)).reason()).isEqualTo("NamespaceQuota");
        cluster.reservations().removeQuota("default", "compute");
        cluster.reservations().accept(100);
        assertThat(cluster.reservations().find("uid-of-reservation-a").now().phase())
                .isEqualTo(Phase.ACTIVE);
    }
}
