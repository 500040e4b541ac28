package dev.edgewise.scheduler.violations;

import dev.edgewise.scheduler.plugins.reward.RewardPlugin;
import dev.edgewise.scheduler.violations.PodsOnQuarantinedNodes.Quarantined;
import java.time.Instant;

/**
 * A bound pod on a node that is in quarantine for its type.
 *
 * @param pod as {@code namespace/name}
 * @param node that it is on
 * @param reason for people
 * @param severity how far the reward of the type on that node is from 1, the best: 0..1
 * @param since when the quarantine began
 */
record QuarantinedPodResponse(String pod, String uid, String node, String reason, double severity, Instant since) {
    static QuarantinedPodResponse of(Quarantined found) {
        return new QuarantinedPodResponse(
                found.pod().key().toString(),
                found.pod().uid(),
                String.valueOf(found.pod().spec().nodeName()),
                RewardPlugin.IN_QUARANTINE,
                found.severity(),
                found.reward().since());
    }
}
