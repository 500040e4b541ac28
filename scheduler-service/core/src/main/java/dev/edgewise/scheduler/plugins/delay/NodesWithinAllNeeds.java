package dev.edgewise.scheduler.plugins.delay;

import dev.edgewise.scheduler.signals.rtt.NodeNumbers;
import dev.edgewise.scheduler.signals.rtt.NodesWithinDelayBound;
import dev.edgewise.scheduler.state.NodeCursor;
import dev.edgewise.scheduler.state.NodeState;
import dev.edgewise.scheduler.state.Snapshot;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The nodes of a cluster that are within all needs, nearest to the tightest one's reference first. */
final class NodesWithinAllNeeds implements NodeCursor {
    private final DelayNeedCheck[] others;
    private final NodesWithinDelayBound within;
    private final NodeNumbers numbers;
    private final Snapshot snapshot;
    private int place;

    NodesWithinAllNeeds(List<DelayNeedCheck> needs, DelayNeedCheck tightest, Snapshot snapshot) {
        this.others = needs.stream().filter(need -> need != tightest).toArray(DelayNeedCheck[]::new);
        this.within = tightest.within();
        this.numbers = snapshot.nodeNumbers();
        this.snapshot = snapshot;
    }

    @Override
    public @Nullable NodeState next() {
        while (place < within.size()) {
            int number = within.get(place++);
            int position = numbers.positionOf(number);
            if (position != NodeNumbers.ABSENT && isWithinOthers(number)) {
                return snapshot.nodeAt(position);
            }
        }
        return null;
    }

    private boolean isWithinOthers(int node) {
        for (DelayNeedCheck other : others) {
            if (!other.isMet(node)) {
                return false;
            }
        }
        return true;
    }
}
