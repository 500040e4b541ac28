package dev.edgewise.sandbox.run;

import java.io.PrintStream;
import java.util.Locale;

/** A line when a step is done, and one now and then while it is not: for logs and pipes. */
final class PlainProgress implements Progress {
    private static final long QUIET_NANOS = 5_000_000_000L;

    private final PrintStream out;
    private final long start = System.nanoTime();

    PlainProgress(PrintStream out) {
        this.out = out;
    }

    @Override
    public Step step(String name) {
        return new Step() {
            private long last = System.nanoTime();

            @Override
            public void update(String text) {
                if (System.nanoTime() - last > QUIET_NANOS) {
                    last = System.nanoTime();
                    print("...", name, text);
                }
            }

            @Override
            public void done(String text) {
                print("ok", name, text);
            }

            @Override
            public void failed(String text) {
                print("FAILED", name, text);
            }
        };
    }

    private synchronized void print(String mark, String name, String text) {
        double seconds = (System.nanoTime() - start) / 1e9;
        out.println(String.format(Locale.ROOT, "%6.1f s  %-6s %-18s %s", seconds, mark, name, text));
    }

    @Override
    public void close() {
        out.flush();
    }
}
