package dev.edgewise.scheduler.decisions.redis;

import dev.edgewise.common.InterruptibleRetryBackoff;
import dev.edgewise.common.signal.redis.RedisFailureDescription;
import dev.edgewise.scheduler.decisions.DecisionRecord;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.RedisConnectionFailureException;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/**
 * Writes decisions in batches, on its own thread. Where Redis is away or slow they are dropped and counted: a decision
 * never waits for its record.
 */
final class DecisionWriter implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(DecisionWriter.class);
    private static final int BATCH = 500;
    private static final int WAITING = 4096;
    /** How late an idle writer notices that it shall finish. */
    private static final long IDLE_MILLIS = 100;

    private final RedisConnectionFactory connections;
    private final InterruptibleRetryBackoff pauses;
    private final DecisionStreamRetentionCounter size;
    private final Counter dropped;
    private volatile @Nullable String trouble;
    private volatile boolean full;
    /** Whether a probe shows the end of the failure: after a refused entry only the next entry does. */
    private boolean passes;

    private final BlockingQueue<DecisionRecord> waiting = new ArrayBlockingQueue<>(WAITING);

    DecisionWriter(
            RedisConnectionFactory connections,
            InterruptibleRetryBackoff pauses,
            SharedDecisions.Limits limits,
            MeterRegistry meters) {
        this.connections = connections;
        this.pauses = pauses;
        this.size = new DecisionStreamRetentionCounter(limits);
        this.dropped = Counter.builder("edgewise.decisions.dropped")
                .description("Decisions that could not be shared through Redis")
                .register(meters);
        Gauge.builder("edgewise.redis.full", () -> full ? 1 : 0)
                .description("1 while Redis refuses to hold more")
                .tag("content", "decisions")
                .register(meters);
    }

    /** Why decisions are not shared now; null if they are, as far as is known. */
    @Nullable
    String trouble() {
        return trouble;
    }

    /** Takes the decision on if there is room; does not block. */
    void offer(DecisionRecord decision) {
        if (!waiting.offer(decision)) {
            dropped.increment();
        }
    }

    /** Lets {@link #run} write the waiting decisions and then end; a write is never interrupted half way. */
    void finish() {
        pauses.end();
    }

    @Override
    public void run() {
        try {
            while (hasWork()) {
                writeUntilItFails();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean hasWork() {
        return !pauses.isOver() || !waiting.isEmpty();
    }

    /** Writes batches on one connection, as Spring opens a connection for each batching writer. */
    private void writeUntilItFails() throws InterruptedException {
        List<DecisionRecord> batch = new ArrayList<>(BATCH);
        await(batch);
        if (batch.isEmpty() && !passes) {
            return;
        }
        try (RedisConnection connection = connections.getConnection()) {
            if (batch.isEmpty()) {
                // There may be no decision any more: another replica leads, or the cluster is quiet.
                DecisionStream.probe(connection);
                succeeded();
            }
            while (hasWork() || !batch.isEmpty()) {
                write(connection, batch);
                await(batch);
            }
        } catch (RedisConnectionFailureException away) {
            // Who follows the signals says so, once.
            failed(away, false, true);
            lost(batch);
        } catch (DataAccessException e) {
            refused(e, batch);
            lost(batch);
        }
    }

    private void refused(DataAccessException problem, List<DecisionRecord> batch) {
        if (pauses.isFirst()) {
            LOG.warn(
                    "Decisions are not shared, as Redis refuses them; cause={}",
                    RedisFailureDescription.describe(problem));
        }
        boolean isFull = RedisFailureDescription.isFull(problem);
        failed(problem, isFull, isFull);
        if (isFull && !batch.isEmpty()) {
            makeRoom();
        }
    }

    private void failed(DataAccessException problem, boolean isFull, boolean mayPass) {
        trouble = RedisFailureDescription.describe(problem);
        full = isFull;
        passes = mayPass;
    }

    /** An entry trims the stream when it is accepted only: without this a Redis that is full would stay so. */
    private void makeRoom() {
        try (RedisConnection connection = connections.getConnection()) {
            DecisionStream.halve(connection);
        } catch (DataAccessException e) {
            LOG.debug("Old decisions could not be removed", e);
        }
    }

    /** Takes what waits, after a while at most: it may be nothing. */
    private void await(List<DecisionRecord> batch) throws InterruptedException {
        DecisionRecord first = waiting.poll(IDLE_MILLIS, TimeUnit.MILLISECONDS);
        if (first != null) {
            batch.add(first);
            waiting.drainTo(batch, BATCH - 1);
        }
    }

    private void write(RedisConnection connection, List<DecisionRecord> batch) {
        if (!batch.isEmpty()) {
            DecisionStream.append(connection, batch, size);
            batch.clear();
            succeeded();
        }
    }

    private void succeeded() {
        if (trouble != null) {
            LOG.info("Decisions are shared again");
        }
        trouble = null;
        full = false;
        passes = false;
        pauses.reset();
    }

    private void lost(List<DecisionRecord> batch) throws InterruptedException {
        dropped.increment(batch.size());
        pauses.pause();
    }
}
