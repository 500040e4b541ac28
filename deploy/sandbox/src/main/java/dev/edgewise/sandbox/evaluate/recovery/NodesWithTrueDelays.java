package dev.edgewise.sandbox.evaluate.recovery;

import dev.edgewise.common.Names;
import dev.edgewise.scheduler.model.Node;
import dev.edgewise.scheduler.model.Resources;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/** Nodes, and the true delays between them. */
record NodesWithTrueDelays(List<Node> nodes, Delays delays) {
    static final long GIB = 1L << 30;

    private static final long CORES_MILLIS = 64_000;
    private static final long DISK = 100 * GIB;
    /** The kubelet's default. */
    private static final long MOST_PODS = 110;

    NodesWithTrueDelays {
        nodes = List.copyOf(nodes);
    }

    /** Nodes n0, n1, … of 64 GiB, one for each row. */
    static NodesWithTrueDelays of(double[][] ms) {
        List<String> names =
                IntStream.range(0, ms.length).mapToObj(row -> "n" + row).toList();
        List<Node> nodes =
                names.stream().map(name -> node(name, 64 * GIB, false)).toList();
        return new NodesWithTrueDelays(nodes, new Delays(names, ms));
    }

    /** A node of 64 cores for 110 pods. */
    static Node node(String name, long memory, boolean cloud) {
        return new Node(
                name,
                cloud ? Map.of(Names.NODE_ROLE_LABEL, Names.CLOUD_ROLE) : Map.of(),
                false,
                List.of(),
                new Resources(CORES_MILLIS, memory, DISK, Map.of()),
                MOST_PODS,
                Map.of(),
                Set.of());
    }
}
