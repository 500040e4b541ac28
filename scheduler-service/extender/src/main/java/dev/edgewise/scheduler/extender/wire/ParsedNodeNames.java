package dev.edgewise.scheduler.extender.wire;

import dev.edgewise.scheduler.extender.buffer.ByteRange;
import dev.edgewise.scheduler.state.NodeState;
import dev.edgewise.scheduler.state.Snapshot;
import java.util.ArrayList;
import java.util.List;

/** The node names that a parser read, with their positions in the body, in whatever way they are written. */
final class ParsedNodeNames implements NodeNames {
    private final List<Name> names = new ArrayList<>();

    /** @param part of the body, with its quotes */
    record Name(String text, ByteRange part) {}

    void add(Name name) {
        names.add(name);
    }

    @Override
    public int size() {
        return names.size();
    }

    @Override
    public int begin(int place) {
        return names.get(place).part().from();
    }

    @Override
    public int end(int place) {
        return names.get(place).part().to();
    }

    @Override
    public NodeState node(int place, Snapshot snapshot) {
        return snapshot.nodeOrUnknown(names.get(place).text());
    }
}
