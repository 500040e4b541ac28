package dev.edgewise.scheduler.decisions.redis;

import dev.edgewise.common.InterruptibleRetryBackoff;
import dev.edgewise.scheduler.decisions.DecisionRecord;
import java.time.Duration;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/** Reads the stream from its beginning, then follows it: other replicas' decisions, and those before a restart. */
final class DecisionReader implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(DecisionReader.class);
    private static final Duration BLOCK = Duration.ofSeconds(1);

    private final RedisConnectionFactory connections;
    private final Consumer<DecisionRecord> listener;
    private final InterruptibleRetryBackoff pauses;
    private String last = "0-0";

    DecisionReader(
            RedisConnectionFactory connections, Consumer<DecisionRecord> listener, InterruptibleRetryBackoff pauses) {
        this.connections = connections;
        this.pauses = pauses;
        this.listener = listener;
    }

    @Override
    public void run() {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                follow();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void follow() throws InterruptedException {
        try (RedisConnection connection = connections.getConnection()) {
            while (!Thread.currentThread().isInterrupted()) {
                DecisionStream.after(connection, last, BLOCK).forEach(this::hear);
                pauses.reset();
            }
        } catch (DataAccessException e) {
            LOG.debug("Decisions of other replicas cannot be read", e);
            pauses.pause();
        }
    }

    private void hear(DecisionStream.Entry entry) {
        last = entry.id();
        DecisionRecord decision = DecisionJsonCodec.decode(entry.decision());
        if (decision != null) {
            listener.accept(decision);
        }
    }
}
