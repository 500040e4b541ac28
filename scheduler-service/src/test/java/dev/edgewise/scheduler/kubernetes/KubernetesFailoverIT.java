package dev.edgewise.scheduler.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.scheduler.model.Pod;
import java.time.Clock;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KubernetesFailoverIT extends SchedulerClusterIT {
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

        assertThat(failover.delete(lost, true)).isTrue();
        assertThat(isThere("p")).isFalse();
    }

    @Test
    void whereTheApiServerCannotMarkItThePodIsLeftForTheNextTime() {
        Pod lost = created("p");
        kubernetes.failNext("PATCH", "/status", 500, 100);

        assertThat(failover.delete(lost, true)).isFalse();
        assertThat(isThere("p")).isTrue();
    }

    private boolean isThere(String pod) {
        return client.pods().inNamespace("default").withName(pod).get() != null;
    }
}
