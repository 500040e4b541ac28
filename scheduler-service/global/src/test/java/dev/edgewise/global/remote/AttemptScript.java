package dev.edgewise.global.remote;

import dev.edgewise.global.TestRequests;
import dev.edgewise.global.model.Attempt;
import dev.edgewise.global.model.AttemptPhase;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;

/**
 * Attempt 1 in the cluster {@code own} of member edge, which is being deleted; its manifests are not there any more.
 */
record AttemptScript(MemberHandle member) {
    private static final Instant NOW = Instant.EPOCH;
    static final Attempt ATTEMPT = new Attempt(1, 0, 0, "edge", "own", AttemptPhase.CLEANING, NOW, NOW, NOW, "");

    AttemptWork work() throws MemberUnreachableException {
        return new AttemptWork(
                member,
                TestRequests.of("a", "[edge]").request(),
                ATTEMPT,
                PreparedRequestManifests.broken("spec.manifests.configMapRef.name is gone"),
                (request, one) -> AttemptPhase.CLEANING,
                Duration.ofMinutes(1),
                Clock.fixed(NOW, ZoneOffset.UTC));
    }
}
