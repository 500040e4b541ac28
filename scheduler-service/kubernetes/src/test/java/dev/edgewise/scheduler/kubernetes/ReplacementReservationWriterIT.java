package dev.edgewise.scheduler.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.Reservation;
import dev.edgewise.scheduler.model.ReservationKey;
import dev.edgewise.scheduler.model.ReservationStatus;
import dev.edgewise.scheduler.model.ReservationStatus.Phase;
import dev.edgewise.scheduler.plugins.recovery.FailoverWriter;
import dev.edgewise.scheduler.state.reservations.ReservationRefusedException;
import dev.edgewise.scheduler.testing.TestPods;
import dev.edgewise.testkit.RepositoryFiles;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ReplacementReservationWriterIT extends SchedulerClusterIT {
    private static final Duration TTL = FailoverWriter.TIME_TO_LIVE;
    private static final ReservationKey KEY = new ReservationKey("default", "recovery-u");

    private final Pod lost = TestPods.pod("p")
            .cpu("500m")
            .memory("1Gi")
            .controllerUid("owner")
            .on("n1")
            .build();
    private KubernetesReservations reservations;
    private ReplacementReservationWriter rooms;

    @BeforeEach
    void start() throws Exception {
        client.load(RepositoryFiles.file("deploy/kubernetes/base/scheduler-service/reservations.yaml")
                        .toUri()
                        .toURL()
                        .openStream())
                .create();
        reservations = new KubernetesReservations(api, retries);
        rooms = new ReplacementReservationWriter(reservations);
    }

    private @Nullable Reservation keep() throws ReservationRefusedException {
        return rooms.keep(lost, "n2", KEY, "node n1 failed", TTL, true);
    }

    private void forged(String memory, int ttl) throws Exception {
        reservations.create(
                "default",
                """
                {"apiVersion": "edgewise.dev/v1alpha1", "kind": "Reservation", "metadata": {"namespace": "default", "name": "recovery-u"},
                 "spec": {"node": "n2", "ttlSeconds": %d, "resources": {"cpu": "500m", "memory": "%s"},
                          "for": {"ownerReference": {"kind": "ReplicaSet", "name": "x", "uid": "owner"}}}}
                """
                        .formatted(ttl, memory));
    }

    @Test
    void theSameIsFoundAgain() throws Exception {
        Reservation first = keep();
        assertThat(first).isNotNull();
        assertThat(keep().uid()).isEqualTo(first.uid());
    }

    /** A user with the right to create reservations in the namespace could otherwise get the capacity of others. */
    @Test
    void anotherOfItsNameIsReplacedAndNeverTakenForOurs() throws Exception {
        forged("100Gi", 600);
        Reservation ours = keep();
        assertThat(ours.requests()).isEqualTo(lost.spec().requests().needed());

        reservations.delete(ours);
        forged("1Gi", 86_400);
        assertThat(keep().timeToLive()).isEqualTo(TTL);
    }

    /**
     * The reservation is taken by the replacement of another pod of its controller, as the previous leader reserved for
     * both.
     */
    @Test
    void oneThatWasTakenIsLeft() throws Exception {
        Reservation ours = keep();
        reservations.patchStatus(ours.key(), taken(ours.uid()));
        assertThat(keep()).isNull();
        assertThat(keep()).isNull();
        assertThat(reservations.get(KEY).isSuccess()).isTrue();
    }

    private static ArrayNode taken(String uid) {
        ArrayNode operations = KubernetesReservations.operationsOn(uid);
        KubernetesReservations.put(new ReservationStatus(Phase.TAKEN, "default/q", "", ""), "x", operations);
        return operations;
    }

    @Test
    void aRefusalIsNoReasonToAskAgain() {
        kubernetes.deny("create", "reservations");
        assertThatThrownBy(this::keep).isInstanceOf(ReservationRefusedException.class);
    }
}
