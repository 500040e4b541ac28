package dev.edgewise.rewards.learning;

import dev.edgewise.common.signal.reward.RewardState;

/** Quarantined types of a node that is bad for several take turns in trying it, and wait after each failure. */
final class Trials {
    /** A type that nobody starts for so long, in ms, blocks no other type's trial. */
    private static final long MUST_BEGIN = 60_000;

    private final long pause;

    Trials(QuarantineSettings settings) {
        this.pause = settings.longest().toMillis() / 2;
    }

    /** Types of a namespace take turns: nobody waits for what others do or leave undone. */
    boolean mayTry(Cell cell, long now) {
        for (Cell other : cell.node.cells) {
            // It healed for one type: the others need not wait for each other.
            boolean waits =
                    other.triedInVain > 0 && cell.node.healed <= other.triedInVain && now - other.triedInVain < pause;
            if (other.type.namespace.equals(cell.type.namespace) && (waits || isTrying(other, now))) {
                return false;
            }
        }
        return true;
    }

    private static boolean isTrying(Cell cell, long now) {
        Standing standing = cell.standing;
        return standing.state() == RewardState.PROBATION
                && (now - standing.sinceMillis() < MUST_BEGIN
                        || cell.pods.stream().anyMatch(pod -> pod.seen >= standing.sinceMillis()));
    }
}
