package dev.edgewise.scheduler.delay;

import dev.edgewise.scheduler.cluster.NodeState;
import dev.edgewise.scheduler.cluster.Snapshot;
import dev.edgewise.scheduler.pipeline.Candidates;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/** The nodes within reach of a need, nearest first, read off the index without walking the cluster. */
final class Radius {
    private Radius() {}

    static Candidates of(DelayNeed need, Reference reference, Snapshot snapshot) {
        if (reference.origins().size() == 1) {
            return around(reference.origins().get(0), need, snapshot);
        }
        return aroundAny(need, reference, snapshot);
    }

    /** The origin and its sorted row: a view, of which only what the search asks for is looked up. */
    private static Candidates around(Reference.Origin origin, DelayNeed need, Snapshot snapshot) {
        List<String> near = near(origin, need);
        return new Candidates(
                near.size() + 1, () -> nodes(Stream.concat(Stream.of(origin.node()), near.stream()), snapshot));
    }

    private static Iterator<NodeState> nodes(Stream<String> names, Snapshot snapshot) {
        return names.map(snapshot::node)
                .filter(Objects::nonNull)
                .map(Objects::requireNonNull)
                .iterator();
    }

    private static Candidates aroundAny(DelayNeed need, Reference reference, Snapshot snapshot) {
        Set<String> names = new LinkedHashSet<>();
        for (Reference.Origin origin : reference.origins()) {
            names.add(origin.node());
            names.addAll(near(origin, need));
        }
        List<String> sorted = new ArrayList<>(names);
        sorted.sort(Comparator.comparingLong(name -> reference.micros(name, need.percentile())));
        return new Candidates(sorted.size(), () -> nodes(sorted.stream(), snapshot));
    }

    private static List<String> near(Reference.Origin origin, DelayNeed need) {
        return origin.row() == null ? List.of() : origin.row().within(need.micros(), need.percentile());
    }
}
