package dev.edgewise.benchmarks.throughput.bare;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Round robin of the nodes. For many threads. */
final class NodeRoundRobin {
    private final List<String> names;
    private final AtomicInteger turn = new AtomicInteger();

    NodeRoundRobin(List<String> names) {
        this.names = List.copyOf(names);
    }

    String next() {
        return names.get(Math.floorMod(turn.getAndIncrement(), names.size()));
    }
}
