package dev.edgewise.scheduler.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.Names;
import dev.edgewise.scheduler.cycle.EventDetails;
import dev.edgewise.scheduler.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KubernetesFailoverWriterIT extends SchedulerClusterIT {
    private static final BooleanSupplier WANTED = () -> true;

    private KubernetesEventRecorder recorder;
    private KubernetesFailoverWriter failover;

    @BeforeEach
    void start() {
        recorder = new KubernetesEventRecorder(
                api,
                retries,
                new BindingsInFlight(),
                "replica-1",
                EventDetails.NONE,
                Clock.systemUTC(),
                new SimpleMeterRegistry());
        failover = new KubernetesFailoverWriter(
                api, retries, new KubernetesReservations(api, retries), recorder, Clock.systemUTC());
    }

    @AfterEach
    void stop() {
        recorder.stop(Duration.ZERO);
    }

    @Test
    void anEventNamesTheNodeThatFailed() {
        assertThat(failover.delete(created("p").assignedTo("n1"), true, WANTED)).isTrue();
        recorder.stop(SOON);

        assertThat(client.v1().events().inNamespace("default").list().getItems())
                .singleElement()
                .satisfies(event -> {
                    assertThat(event.getReason()).isEqualTo("NodeFailed");
                    assertThat(event.getMessage())
                            .isEqualTo("Node n1 failed: deleted, so that a pod on another node replaces it");
                });
    }

    /** A webhook or a policy refuses the mark. */
    @ParameterizedTest
    @ValueSource(ints = {400, 403, 422})
    void aPodRestartsAlthoughItsMarkIsRefused(int code) {
        Pod lost = created("p");
        kubernetes.failNext("PATCH", "/status", code, 1);

        assertThat(failover.delete(lost, true, WANTED)).isTrue();
        assertThat(isThere("p")).isFalse();
    }

    @Test
    void whereTheApiServerCannotMarkItThePodIsLeftForTheNextTime() {
        Pod lost = created("p");
        kubernetes.failNext("PATCH", "/status", 500, 100);

        assertThat(failover.delete(lost, true, WANTED)).isFalse();
        assertThat(isThere("p")).isTrue();
    }

    /** The API server answers the mark only the third time; by then the node is back. */
    @Test
    void aPodOfANodeThatIsBackIsNotDeleted() {
        Pod lost = created("p");
        kubernetes.failNext("PATCH", "/status", 503, 2);
        AtomicInteger asked = new AtomicInteger();

        assertThat(failover.delete(lost, true, () -> asked.incrementAndGet() <= 3))
                .isFalse();

        assertThat(asked).hasValue(4);
        assertThat(isThere("p")).isTrue();
    }

    @Test
    void theConditionOfAPodThatIsNotToBeProtectedIsTakenBack() {
        Pod pod = created("p");
        failover.annotate(pod, null, "no other node is within its needs");
        assertThat(conditions()).contains(Names.PROTECTED_CONDITION);

        failover.withdraw(pod);
        assertThat(conditions()).doesNotContain(Names.PROTECTED_CONDITION);
    }

    private List<String> conditions() {
        return client.pods().inNamespace("default").withName("p").get().getStatus().getConditions().stream()
                .map(PodCondition::getType)
                .toList();
    }

    private boolean isThere(String pod) {
        return client.pods().inNamespace("default").withName(pod).get() != null;
    }
}
