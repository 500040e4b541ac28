package dev.edgewise.benchmarks.report;

import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.util.concurrent.Callable;

/**
 * A benchmark as a command: prints progress on stderr and its report, one line, on stdout. The report shows how busy
 * the machine was before, as times depend on that.
 */
public abstract class BenchmarkCommand implements Callable<Integer> {
    /** Stream for progress; stdout is for the report alone. */
    protected final PrintStream progress = System.err;

    /** Measures. Throws if it could not run; a missed bar is a result like any other. */
    protected abstract Report measure() throws Exception;

    @Override
    public final Integer call() throws Exception {
        double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
        String line = measure()
                .figure("processors", Runtime.getRuntime().availableProcessors())
                .figure("load_average", load)
                .toJson();
        System.out.println(line);
        return 0;
    }
}
