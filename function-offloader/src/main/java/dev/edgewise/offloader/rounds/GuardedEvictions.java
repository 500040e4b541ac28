package dev.edgewise.offloader.rounds;

import dev.edgewise.offloader.moves.Evictions;
import dev.edgewise.offloader.moves.MoveFailedException;
import dev.edgewise.offloader.safety.MovablePod;
import java.util.Optional;

/** Looks once more before a pod is evicted: seconds, or a surge's minutes, have passed since its move was planned. */
final class GuardedEvictions implements Evictions {
    private final Evictions evictions;
    private final Sight sight;

    GuardedEvictions(Evictions evictions, Sight sight) {
        this.evictions = evictions;
        this.sight = sight;
    }

    @Override
    public Answer evict(MovablePod pod) throws MoveFailedException {
        Optional<String> why = sight.stays(pod);
        if (why.isPresent()) {
            throw new MoveFailedException("it is not evicted: " + why.get());
        }
        return evictions.evict(pod);
    }
}
