package dev.edgewise.kubernetes.autoconfigure;

import dev.edgewise.kubernetes.watch.ClusterWatch;
import java.time.Duration;
import java.util.Map;
import java.util.function.Supplier;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.Status;

/**
 * Shows whether the cluster has been read completely once. From then on it stays ready: an outage only makes the view
 * older, and is shown in the details. Credentials that are refused for minutes do end it: only a person can help.
 */
final class ClusterSyncHealthIndicator extends AbstractHealthIndicator {
    private static final Status DEGRADED = new Status("DEGRADED", "Decisions use what was last read of the cluster");
    /** Outage that counts as one: longer than a restart of the API server. */
    private static final Duration OUTAGE = Duration.ofSeconds(60);

    /** Credentials that are refused for longer are not about to be renewed. */
    private static final Duration REFUSED = Duration.ofMinutes(2);

    private final ClusterWatch watch;
    private final Supplier<Duration> refused;

    /** @param refused how long the API server has refused the credentials of this service */
    ClusterSyncHealthIndicator(ClusterWatch watch, Supplier<Duration> refused) {
        this.watch = watch;
        this.refused = refused;
    }

    @Override
    protected void doHealthCheck(Health.Builder builder) {
        boolean synced = watch.isSynced();
        Map<String, Duration> outages = watch.outages();
        boolean stale = outages.values().stream().anyMatch(lasts -> lasts.compareTo(OUTAGE) > 0);
        Duration refusal = refused.get();
        boolean isRefused = refusal.compareTo(REFUSED) > 0;
        builder.status(synced && !isRefused ? stale ? DEGRADED : Status.UP : Status.OUT_OF_SERVICE)
                .withDetail("synced", synced);
        if (!refusal.isZero()) {
            builder.withDetail("credentialsRefusedFor", refusal.toSeconds() + " s");
        }
        if (!synced) {
            builder.withDetail("notReadYet", watch.unread());
        }
        outages.forEach((kind, lasts) -> builder.withDetail("cannotWatch." + kind, lasts.toSeconds() + " s"));
    }
}
