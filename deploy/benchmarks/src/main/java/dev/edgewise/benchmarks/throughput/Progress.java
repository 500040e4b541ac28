package dev.edgewise.benchmarks.throughput;

import java.io.PrintStream;
import java.util.Locale;

/** Reports events with their time. */
final class Progress {
    private final PrintStream out;
    private final long start = System.nanoTime();

    Progress(PrintStream out) {
        this.out = out;
    }

    void say(String what, Object... values) {
        out.printf("[%4d s] ", (System.nanoTime() - start) / 1_000_000_000);
        out.printf(Locale.ROOT, what + "%n", values);
    }
}
