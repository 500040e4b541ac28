package dev.edgewise.sandbox.run;

import dev.edgewise.sandbox.topology.DelayMatrix;
import dev.edgewise.sandbox.topology.MatrixFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/** The delays of a run, in the file that network-probe follows. */
final class LinkDelays {
    private final Path file;
    private DelayMatrix delays;

    LinkDelays(DelayMatrix delays, Path file) {
        this.delays = delays;
        this.file = file;
        write();
    }

    /** Returns the round-trip time in ms. */
    double between(String from, String to) {
        return delays.between(from, to).orElseThrow();
    }

    /** Sets the round-trip time of a link in both directions, in ms. */
    void slow(String from, String to, double ms) {
        delays = delays.with(from, to, ms).with(to, from, ms);
        write();
    }

    private void write() {
        try {
            MatrixFiles.writeMatrix(delays, file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
