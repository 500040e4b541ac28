package dev.edgewise.scheduler.decisions.redis;

import dev.edgewise.common.InterruptibleRetryBackoff;
import dev.edgewise.scheduler.cycle.DecisionLog;
import dev.edgewise.scheduler.decisions.DecisionHistory;
import dev.edgewise.scheduler.framework.Decision;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/** A history that all replicas share. Without Redis each keeps its own. */
final class SharedDecisions implements DecisionLog, AutoCloseable {
    private static final Duration LAST_WRITES = Duration.ofSeconds(3);
    private static final Duration FIRST_PAUSE = Duration.ofMillis(200);
    private static final Duration LAST_PAUSE = Duration.ofSeconds(5);

    private final DecisionHistory history;
    private final DecisionWriter writer;
    private final DecisionReader reader;
    private @Nullable Thread writing;
    private @Nullable Thread reading;

    /**
     * The bounds of what the stream keeps.
     *
     * @param decisions about how many, ≥ 1
     * @param bytes about how large they are together
     */
    public record Limits(int decisions, long bytes) {}

    public SharedDecisions(
            DecisionHistory history, RedisConnectionFactory connections, Limits limits, MeterRegistry meters) {
        this.history = history;
        this.writer = new DecisionWriter(connections, pauses(), limits, meters);
        this.reader = new DecisionReader(connections, history::add, pauses());
    }

    @Override
    public void record(Decision decision) {
        writer.offer(history.record(decision));
    }

    /** Why decisions are not shared now; null if they are, as far as is known. */
    public @Nullable String trouble() {
        return writer.trouble();
    }

    /** Begins to share; may be repeated. */
    public synchronized void start() {
        if (writing == null) {
            writing = started("decision-writer", writer);
            reading = started("decision-reader", reader);
        }
    }

    /** Writes the waiting decisions, for a few seconds at most, and ends; it cannot be started again. */
    @Override
    public synchronized void close() {
        writer.finish();
        end(reading, Duration.ZERO);
        end(writing, LAST_WRITES);
    }

    private static InterruptibleRetryBackoff pauses() {
        return new InterruptibleRetryBackoff(FIRST_PAUSE, LAST_PAUSE);
    }

    private static void end(@Nullable Thread thread, Duration patience) {
        if (thread == null) {
            return;
        }
        try {
            if (!patience.isZero()) {
                thread.join(patience.toMillis());
            }
            thread.interrupt();
            thread.join(LAST_WRITES.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static Thread started(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }
}
