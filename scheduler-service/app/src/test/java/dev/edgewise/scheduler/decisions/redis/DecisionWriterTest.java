package dev.edgewise.scheduler.decisions.redis;

import static dev.edgewise.scheduler.testing.TestPods.pod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.common.InterruptibleRetryBackoff;
import dev.edgewise.scheduler.decisions.DecisionHistory;
import dev.edgewise.scheduler.decisions.DecisionRecord;
import dev.edgewise.scheduler.framework.Decision;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.lang.reflect.Proxy;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.RedisConnectionFailureException;
import org.springframework.data.redis.RedisSystemException;
import org.springframework.data.redis.connection.RedisConnectionFactory;

class DecisionWriterTest {
    private static final SharedDecisions.Limits LIMITS = new SharedDecisions.Limits(1000, 1_000_000);

    private final AtomicInteger attempts = new AtomicInteger();
    private final MeterRegistry meters = new SimpleMeterRegistry();

    @Test
    void doesNotAskForEachDecisionAgainWhetherRedisIsBack() throws InterruptedException {
        DecisionWriter writer = new DecisionWriter(
                away(), new InterruptibleRetryBackoff(Duration.ofDays(1), Duration.ofDays(2)), LIMITS, meters);
        Thread writing = new Thread(writer);
        writing.start();
        writer.offer(decision());
        await().untilAsserted(() -> assertThat(dropped()).isEqualTo(1));

        for (int i = 0; i < 600; i++) {
            writer.offer(decision());
        }
        assertThat(attempts).hasValue(1);

        // Two last batches, of 500 and 100.
        writer.finish();
        writing.join();
        assertThat(attempts).hasValue(3);
        assertThat(dropped()).isEqualTo(601);
    }

    @Test
    void aRedisThatIsAwayIsNotFull() throws InterruptedException {
        AtomicReference<RuntimeException> problem = new AtomicReference<>(
                new RedisSystemException("refused", new IllegalStateException("OOM command not allowed")));
        DecisionWriter writer = new DecisionWriter(
                failing(problem),
                new InterruptibleRetryBackoff(Duration.ofMillis(1), Duration.ofMillis(2)),
                LIMITS,
                meters);
        Thread writing = new Thread(writer);
        writing.start();
        writer.offer(decision());
        await().untilAsserted(() -> assertThat(full()).isEqualTo(1));

        problem.set(new RedisConnectionFailureException("away"));
        await().untilAsserted(() -> assertThat(full()).isZero());
        assertThat(writer.trouble()).contains("away");
        writer.finish();
        writing.join();
    }

    private double full() {
        return meters.get("edgewise.redis.full").gauge().value();
    }

    private double dropped() {
        return meters.counter("edgewise.decisions.dropped").count();
    }

    private RedisConnectionFactory away() {
        return failing(new AtomicReference<>(new RedisConnectionFailureException("away")));
    }

    private RedisConnectionFactory failing(AtomicReference<RuntimeException> problem) {
        return (RedisConnectionFactory) Proxy.newProxyInstance(
                RedisConnectionFactory.class.getClassLoader(),
                new Class<?>[] {RedisConnectionFactory.class},
                (proxy, method, arguments) -> {
                    attempts.incrementAndGet();
                    throw problem.get();
                });
    }

    private static DecisionRecord decision() {
        return new DecisionHistory(1, "a", Clock.systemUTC())
                .record(new Decision(
                        pod("p").build(),
                        "edgewise",
                        Instant.EPOCH,
                        "n1",
                        "Successfully assigned default/p to n1",
                        1,
                        1,
                        Map.of(),
                        Set.of(),
                        List.of(),
                        List.of()));
    }
}
