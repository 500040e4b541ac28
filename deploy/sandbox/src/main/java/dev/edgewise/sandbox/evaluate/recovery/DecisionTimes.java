package dev.edgewise.sandbox.evaluate.recovery;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.BooleanSupplier;

/** Times of decisions, by the clock and by the CPU: the latter is not affected by a busy machine. */
final class DecisionTimes {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final List<Long> wall = new ArrayList<>();
    private final List<Long> processor = new ArrayList<>();

    /** Runs and measures one decision. */
    boolean measure(BooleanSupplier decision) {
        long ran = THREADS.getCurrentThreadCpuTime();
        long begun = System.nanoTime();
        boolean result = decision.getAsBoolean();
        wall.add(System.nanoTime() - begun);
        processor.add(THREADS.getCurrentThreadCpuTime() - ran);
        return result;
    }

    void add(DecisionTimes others) {
        wall.addAll(others.wall);
        processor.addAll(others.processor);
    }

    /** The 99th percentile in ms. */
    double p99Ms() {
        return p99Ms(wall);
    }

    /** The 99th percentile of the thread's CPU time in ms. */
    double processorP99Ms() {
        return p99Ms(processor);
    }

    private static double p99Ms(List<Long> nanos) {
        List<Long> sorted = new ArrayList<>(nanos);
        Collections.sort(sorted);
        return sorted.isEmpty() ? Double.NaN : sorted.get(sorted.size() * 99 / 100) / 1e6;
    }
}
