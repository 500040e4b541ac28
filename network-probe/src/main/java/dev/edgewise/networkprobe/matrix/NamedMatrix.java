package dev.edgewise.networkprobe.matrix;

import java.util.List;

/**
 * A delay matrix whose nodes are known by name.
 *
 * @param names the node of each row, all different
 * @param delays as many rows as names
 */
public record NamedMatrix(List<String> names, DelayMatrix delays) {
    public NamedMatrix {
        names = List.copyOf(names);
        if (names.size() != delays.size()) {
            throw new IllegalArgumentException(
                    names.size() + " names for " + delays.size() + " rows: there must be one for each");
        }
    }
}
