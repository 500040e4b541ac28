package dev.edgewise.sandbox.run;

import dev.edgewise.sandbox.topology.EdgeTopology;
import dev.edgewise.sandbox.topology.MatrixFiles;
import dev.edgewise.sandbox.topology.MatrixTopology;
import dev.edgewise.sandbox.topology.Topology;
import java.io.IOException;

/** Makes the topology that the user asked for. */
final class Topologies {
    private static final int DEFAULT_NODES = 31;

    private Topologies() {}

    static Topology of(Settings settings) {
        Integer nodes = settings.nodes();
        if (settings.rtt() == null) {
            return EdgeTopology.generate(nodes == null ? DEFAULT_NODES : nodes, settings.seed());
        }
        try {
            double[][] matrix = MatrixFiles.read(settings.rtt());
            return MatrixTopology.of(matrix, nodes == null ? matrix.length : nodes, settings.seed());
        } catch (IOException e) {
            throw SandboxException.input("--rtt " + settings.rtt() + ": it cannot be read: " + e);
        } catch (IllegalArgumentException e) {
            throw SandboxException.input("--rtt " + e.getMessage());
        }
    }
}
