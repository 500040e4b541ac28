package dev.edgewise.scheduler.delay;

import dev.edgewise.scheduler.cluster.NodeState;
import dev.edgewise.scheduler.cluster.Snapshot;
import dev.edgewise.scheduler.rtt.NodeNumbers;
import dev.edgewise.scheduler.rtt.NodesWithin;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/** The nodes of a cluster that are within all needs, nearest to the tightest one's reference first; read only as far as asked. */
final class WithinAll implements Iterator<NodeState> {
    private final NeedCheck[] others;
    private final NodesWithin within;
    private final NodeNumbers numbers;
    private final Snapshot snapshot;
    private int place;
    private @Nullable NodeState next;

    WithinAll(List<NeedCheck> needs, NeedCheck tightest, Snapshot snapshot) {
        this.others = needs.stream().filter(need -> need != tightest).toArray(NeedCheck[]::new);
        this.within = tightest.within();
        this.numbers = snapshot.nodeNumbers();
        this.snapshot = snapshot;
        this.next = find();
    }

    @Override
    public boolean hasNext() {
        return next != null;
    }

    @Override
    public NodeState next() {
        NodeState found = next;
        if (found == null) {
            throw new NoSuchElementException();
        }
        next = find();
        return found;
    }

    private @Nullable NodeState find() {
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
        for (NeedCheck other : others) {
            if (!other.isMet(node)) {
                return false;
            }
        }
        return true;
    }
}
