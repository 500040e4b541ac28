package dev.edgewise.sandbox.run;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;

/** Looks for reservations that hold room longer than they may. */
final class OverdueReservations {
    /** Time for the controller that ends reservations to come back. */
    private static final Duration GRACE = Duration.ofSeconds(15);

    private final KubernetesClient client;
    private final Set<String> overdue = new HashSet<>();

    OverdueReservations(KubernetesClient client) {
        this.client = client;
    }

    void look() {
        Instant now = Instant.now();
        client.genericKubernetesResources(ServiceKills.RESERVATIONS).inAnyNamespace().list().getItems().stream()
                .filter(reservation ->
                        holdsRoom(reservation) && end(reservation).isBefore(now))
                .forEach(reservation -> overdue.add(reservation.getMetadata().getUid()));
    }

    /** Number of overdue reservations so far. */
    int overdue() {
        return overdue.size();
    }

    private static boolean holdsRoom(GenericKubernetesResource reservation) {
        Object phase = reservation.get("status", "phase");
        return phase == null || phase.equals("Active") || phase.equals("Pending");
    }

    private static Instant end(GenericKubernetesResource reservation) {
        Object seconds = reservation.get("spec", "ttlSeconds");
        long timeToLive = seconds instanceof Number number ? number.longValue() : 300;
        return Instant.parse(reservation.getMetadata().getCreationTimestamp())
                .plusSeconds(timeToLive)
                .plus(GRACE);
    }
}
