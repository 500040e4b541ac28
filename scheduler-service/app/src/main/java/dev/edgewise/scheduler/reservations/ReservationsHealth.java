package dev.edgewise.scheduler.reservations;

import dev.edgewise.scheduler.state.ClusterState;
import dev.edgewise.scheduler.state.ReservationState;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/** Shows whether the cluster has reservations, and how many are in which phase. It is well without them, too. */
final class ReservationsHealth extends AbstractHealthIndicator {
    private final ClusterState state;

    ReservationsHealth(ClusterState state) {
        this.state = state;
    }

    @Override
    protected void doHealthCheck(Health.Builder builder) {
        boolean served = state.reservations().served();
        builder.up().withDetail("served", served);
        if (!served) {
            builder.withDetail("hint", "apply the CustomResourceDefinition reservations.edgewise.dev to use them");
        }
        List<ReservationState> all = state.reservations().states();
        Map<String, Integer> phases = new TreeMap<>();
        all.forEach(one -> phases.merge(one.now().phase().text(), 1, Integer::sum));
        phases.forEach(builder::withDetail);
    }
}
