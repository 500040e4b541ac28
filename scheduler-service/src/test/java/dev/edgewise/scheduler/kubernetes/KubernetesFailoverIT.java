package dev.edgewise.scheduler.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.scheduler.model.Pod;
import java.time.Clock;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KubernetesFailoverIT extends SchedulerClusterIT {
    private static final BooleanSupplier WANTED = () -> true;

    private KubernetesFailover failover;

    @BeforeEach
    void start() {
        failover = new KubernetesFailover(api, retries, new KubernetesReservations(api, retries), Clock.systemUTC());
    }

    /** By a webhook or a policy. */
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

    private boolean isThere(String pod) {
        return client.pods().inNamespace("default").withName(pod).get() != null;
    }
}
