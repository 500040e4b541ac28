package dev.edgewise.offloader.rounds.execution;

import dev.edgewise.offloader.moves.Evictions;
import dev.edgewise.offloader.moves.MoveFailedException;
import dev.edgewise.offloader.rounds.pause.Pause;
import dev.edgewise.offloader.rounds.pause.PauseState;
import dev.edgewise.offloader.rounds.pause.PauseUnavailableException;
import dev.edgewise.offloader.rounds.view.ClusterView;
import dev.edgewise.offloader.safety.MovablePod;
import java.util.Optional;

/** Looks once more before a pod is evicted: seconds, or a surge's minutes, have passed since its move was planned. */
public final class RecheckingEvictions implements Evictions {
    private final Evictions evictions;
    private final ClusterView clusterView;
    private final PauseState pauses;
    private final boolean dryRun;

    /** @param dryRun whether no pod is evicted: what a leader before began must not be ended by an eviction either */
    public RecheckingEvictions(Evictions evictions, ClusterView clusterView, PauseState pauses, boolean dryRun) {
        this.evictions = evictions;
        this.clusterView = clusterView;
        this.pauses = pauses;
        this.dryRun = dryRun;
    }

    @Override
    public void check(MovablePod pod) throws MoveFailedException {
        if (dryRun) {
            throw new MoveFailedException("it is not evicted: edgewise.function-offloader.dry-run is true");
        }
        require(clusterView.stays(pod));
    }

    @Override
    public Answer evict(MovablePod pod) throws MoveFailedException {
        check(pod);
        require(paused());
        return evictions.evict(pod);
    }

    private static void require(Optional<String> why) throws MoveFailedException {
        if (why.isPresent()) {
            throw new MoveFailedException("it is not evicted: " + why.get());
        }
    }

    private Optional<String> paused() {
        try {
            return pauses.read().map(Pause::why);
        } catch (PauseUnavailableException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }
}
