package dev.edgewise.scheduler.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.edgewise.kubernetes.watch.InvalidObjectException;
import dev.edgewise.scheduler.cycle.PreemptionWriter;
import dev.edgewise.scheduler.kubernetes.watch.ReservationConverter;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.ReservationKey;
import dev.edgewise.scheduler.model.ReservationStatus;
import dev.edgewise.scheduler.model.ReservationStatus.Phase;
import dev.edgewise.scheduler.testing.TestPods;
import dev.edgewise.testkit.RepositoryFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KubernetesMoverIT extends SchedulerClusterIT {
    private final Pod pod = TestPods.pod("p")
            .cpu("500m")
            .memory("1Gi")
            .controllerUid("owner")
            .on("n1")
            .build();
    private final ReservationKey room = PreemptionWriter.reservationFor(pod);
    private KubernetesReservations reservations;

    @BeforeEach
    void start() throws IOException {
        client.load(RepositoryFiles.file("deploy/kubernetes/base/scheduler-service/reservations.yaml")
                        .toUri()
                        .toURL()
                        .openStream())
                .create();
        reservations = new KubernetesReservations(api, retries);
    }

    /** After a 5xx the pod may be leaving: its replacement is to find the room, which ends by itself. */
    @ParameterizedTest
    @CsvSource({"429, false", "403, false", "500, true", "502, true"})
    void roomIsGivenBackOnlyIfThePodStays(int answer, boolean kept) throws Exception {
        kubernetes.failNext("POST", "/eviction", answer, 1);
        KubernetesMover mover = new KubernetesMover(api, reservations, this::schedulerAccepts);

        assertThat(mover.move(pod, "n2", () -> true)).isFalse();

        assertThat(reservations.get(room).isSuccess()).isEqualTo(kept);
    }

    private void schedulerAccepts(Duration pause) {
        try {
            String uid =
                    ReservationConverter.convert(reservations.get(room).json()).uid();
            ArrayNode operations = KubernetesReservations.operationsOn(uid);
            KubernetesReservations.put(new ReservationStatus(Phase.ACTIVE, "", "", ""), "x", operations);
            reservations.patchStatus(room, operations);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InvalidObjectException e) {
            throw new IllegalStateException(e);
        }
    }
}
