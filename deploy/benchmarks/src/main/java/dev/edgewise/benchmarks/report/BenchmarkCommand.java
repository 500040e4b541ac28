package dev.edgewise.benchmarks.report;

import java.io.PrintStream;
import java.util.concurrent.Callable;

/** A benchmark as a command: says its progress on stderr and its report, one line, on stdout. */
public abstract class BenchmarkCommand implements Callable<Integer> {
    /** Where progress goes; stdout is for the report alone. */
    protected final PrintStream progress = System.err;

    /** Measures. Throws if it could not run; a missed bar is a result like any other. */
    protected abstract Report measure() throws Exception;

    @Override
    public final Integer call() throws Exception {
        String line = measure().toJson();
        System.out.println(line);
        return 0;
    }
}
