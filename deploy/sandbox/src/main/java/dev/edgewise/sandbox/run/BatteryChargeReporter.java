package dev.edgewise.sandbox.run;

import dev.edgewise.sandbox.topology.SimulatedNode;
import dev.edgewise.sandbox.topology.Topology;
import java.net.URI;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** The charge of each node, reported to energy-adapter as devices do it. */
final class BatteryChargeReporter implements AutoCloseable {
    private static final double FULL = 90;
    private static final int REPORT_EVERY_SECONDS = 2;

    private final Map<String, Double> percents = new ConcurrentHashMap<>();
    private final ScheduledExecutorService reporter = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "batteries");
        thread.setDaemon(true);
        return thread;
    });

    /** All nodes begin with 90 % of their charge. */
    BatteryChargeReporter(Topology topology) {
        topology.nodes().stream().map(SimulatedNode::name).forEach(node -> percents.put(node, FULL));
    }

    /** Begins to report. */
    void reportTo(URI adapter) {
        reporter.scheduleWithFixedDelay(() -> report(adapter), 0, REPORT_EVERY_SECONDS, TimeUnit.SECONDS);
    }

    double percent(String node) {
        return percents.getOrDefault(node, FULL);
    }

    void set(String node, double percent) {
        percents.put(node, percent);
    }

    private void report(URI adapter) {
        try {
            for (Map.Entry<String, Double> node : percents.entrySet()) {
                ServiceHttpClient.put(
                        adapter.resolve("/api/v1/energy/" + node.getKey()),
                        String.format(Locale.ROOT, "{\"percent\": %.1f}", node.getValue()));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        reporter.shutdownNow();
    }
}
