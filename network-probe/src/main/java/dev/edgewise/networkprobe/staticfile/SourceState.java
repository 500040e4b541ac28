package dev.edgewise.networkprobe.staticfile;

import java.time.Instant;
import java.util.Optional;

/**
 * How the source is doing.
 *
 * @param lastGoodLoad when the matrix in force was read, if one was
 * @param nodes nodes of the matrix in force
 * @param error what is wrong with the files as they are now, if something is
 */
public record SourceState(Optional<Instant> lastGoodLoad, int nodes, Optional<String> error) {
    static final SourceState NEW = new SourceState(Optional.empty(), 0, Optional.empty());

    static SourceState loaded(Instant at, int nodes) {
        return new SourceState(Optional.of(at), nodes, Optional.empty());
    }

    SourceState failed(String problem) {
        return new SourceState(lastGoodLoad, nodes, Optional.of(problem));
    }
}
