package dev.edgewise.benchmarks.throughput.api;

import java.io.IOException;

/** Thrown when the API server ended a watch, as it does with slow readers; another one can continue where it was. */
public final class WatchEndedException extends IOException {
    private static final long serialVersionUID = 1;

    WatchEndedException() {
        super("the API server ended the watch");
    }
}
