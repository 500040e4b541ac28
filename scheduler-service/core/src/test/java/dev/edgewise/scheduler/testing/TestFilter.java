package dev.edgewise.scheduler.testing;

import dev.edgewise.scheduler.framework.ClusterEvent;
import dev.edgewise.scheduler.framework.Filter;
import dev.edgewise.scheduler.framework.PreparedNodeFilter;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.state.Snapshot;
import java.util.Set;

/** A filter with the same check for each pod. */
public record TestFilter(PreparedNodeFilter check) implements Filter {
    @Override
    public String name() {
        return "Test";
    }

    @Override
    public PreparedNodeFilter prepare(Pod pod, Snapshot snapshot) {
        return check;
    }

    @Override
    public Set<ClusterEvent> eventsToRegister() {
        return Set.of();
    }
}
