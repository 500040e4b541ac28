package dev.edgewise.benchmarks.throughput.figures;

import dev.edgewise.benchmarks.throughput.process.CpuUse;

/**
 * Times of one burst, in seconds since the scheduler was started or resumed.
 *
 * @param pods how many were bound
 * @param first until the first binding was seen
 * @param last until the last
 * @param events from the last binding until every pod had its event; 0 if they were there already
 * @param binding CPU time until the last binding
 * @param whole CPU time until the last event
 */
public record Burst(int pods, double first, double last, double events, CpuUse binding, CpuUse whole) {
    /** Throughput between first and last binding. */
    public double podsPerSecond() {
        return (pods - 1) / (last - first);
    }

    /** Throughput from the start, so that hesitating is no gain. */
    public double podsPerSecondFromStart() {
        return pods / last;
    }

    /** Throughput from the first binding until all events arrived: events that come after the bindings count here. */
    public double podsPerSecondWithEvents() {
        return (pods - 1) / (last + events - first);
    }

    /** CPU seconds until the last binding, which are milliseconds for one pod. */
    public CpuUse bindingCpuPer1000() {
        return binding.times(1000.0 / pods);
    }

    /** CPU seconds until the last event. */
    public CpuUse cpuPer1000() {
        return whole.times(1000.0 / pods);
    }
}
