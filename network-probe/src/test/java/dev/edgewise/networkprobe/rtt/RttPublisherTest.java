package dev.edgewise.networkprobe.rtt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.signal.ObservationMetadata;
import dev.edgewise.common.signal.RoundTripTime;
import dev.edgewise.common.signal.RowListener;
import dev.edgewise.common.signal.SignalStore;
import dev.edgewise.common.signal.SignalStoreFullException;
import dev.edgewise.common.signal.SignalStoreUnavailableException;
import dev.edgewise.common.signal.SignalSubscription;
import dev.edgewise.common.signal.WriterLock;
import dev.edgewise.common.signal.publish.LockedWriterElection;
import dev.edgewise.common.signal.publish.SignalPublisher;
import dev.edgewise.common.signal.publish.SignalWriteMetrics;
import dev.edgewise.common.testing.ManualTicker;
import dev.edgewise.common.time.SteadyTime;
import dev.edgewise.networkprobe.pairs.PairTable;
import dev.edgewise.networkprobe.pairs.PublishRule;
import dev.edgewise.networkprobe.protocol.PeerResult;
import dev.edgewise.networkprobe.sources.EffectiveRttMerger;
import dev.edgewise.networkprobe.sources.ManualRttSource;
import dev.edgewise.networkprobe.sources.RttSource;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
class RttPublisherTest {
    private static final Instant T0 = Instant.parse("2026-11-21T08:00:00Z");
    private static final RoundTripTime VALUE =
            RoundTripTime.ofMicros(5, new ObservationMetadata(T0, "manual", Duration.ofHours(1)));
    private static final RoundTripTime OTHER_VALUE =
            RoundTripTime.ofMicros(2, new ObservationMetadata(T0, "manual", Duration.ofHours(1)));

    private final FakeStore store = new FakeStore();
    private final FakeLock lock = new FakeLock();
    private final ManualTicker ticker = new ManualTicker();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final ManualRttSource manual =
            new ManualRttSource(Duration.ofHours(1), name -> true, Clock.fixed(T0, ZoneOffset.UTC));
    private final List<String> adopted = new ArrayList<>();
    private final PairTable pairs = new PairTable(
            new PublishRule("agents", 0.05, 200, 0.02, Duration.ofMinutes(10), Duration.ofMinutes(30)),
            Duration.ofMinutes(5),
            Duration.ofSeconds(10),
            5,
            3,
            UnaryOperator.identity());
    private final RttSource agents = pairs;
    private final SignalPublisher<RoundTripTime> publisher = new SignalPublisher<>(
            "rtt",
            new EffectiveRttMerger(List.of(manual, agents), Clock.fixed(T0, ZoneOffset.UTC)),
            store,
            new LockedWriterElection("rtt", lock, "self/1", new SteadyTime(ticker, Clock.fixed(T0, ZoneOffset.UTC))),
            new SignalPublisher.Adoption<>() {
                @Override
                public void adopt(String from, Map<String, RoundTripTime> published) {
                    adopted.add(from);
                    agents.adopt(from, published, T0);
                    manual.adopt(from, published, T0);
                }

                @Override
                public Set<String> adopted() {
                    return Set.of();
                }

                @Override
                public void forget() {
                    agents.reset();
                    manual.reset();
                }
            },
            new SignalWriteMetrics(meters, "rtt"));

    private final class FakeLock implements WriterLock {
        private final List<Duration> askedAt = new ArrayList<>();
        private String holder = "";

        @Override
        public String hold(String identity, Duration time) {
            askedAt.add(ticker.since(0));
            holder = holder.isEmpty() ? identity : holder;
            return holder;
        }

        @Override
        public Optional<String> holder() {
            return Optional.of(holder).filter(name -> !name.isEmpty());
        }

        @Override
        public void release(String identity) {
            holder = holder.equals(identity) ? "" : holder;
        }
    }

    /** Rows that are read one by one; fails as a test sets. */
    private final class FakeStore implements SignalStore<RoundTripTime> {
        private final Map<String, Map<String, RoundTripTime>> rows = new TreeMap<>();
        private @Nullable SignalStoreUnavailableException problem;
        private int readable = Integer.MAX_VALUE;
        private int announcedAll;
        private Duration slowness = Duration.ZERO;
        private Runnable eachRead = () -> {};
        private Runnable eachWrite = () -> {};

        @Override
        public void read(RowListener<RoundTripTime> each) {
            int handedOver = 0;
            for (Map.Entry<String, Map<String, RoundTripTime>> row : rows.entrySet()) {
                if (handedOver++ == readable) {
                    throw new SignalStoreUnavailableException("broken off", new IllegalStateException());
                }
                ticker.advance(slowness);
                eachRead.run();
                each.changed(row.getKey(), row.getValue());
                assertThat(adopted).as("no row waits for the next").endsWith(row.getKey());
            }
        }

        @Override
        public void publish(String row, Map<String, RoundTripTime> values) {
            replace(row, values);
        }

        @Override
        public void replace(String row, Map<String, RoundTripTime> values) {
            if (problem != null) {
                throw problem;
            }
            rows.put(row, values);
            rows.values().removeIf(Map::isEmpty);
            ticker.advance(slowness);
            eachWrite.run();
        }

        @Override
        public void dropNodes(Set<String> nodes) {}

        @Override
        public void announceAll() {
            if (problem != null) {
                throw problem;
            }
            announcedAll++;
        }

        @Override
        public SignalSubscription follow(RowListener<RoundTripTime> listener) {
            throw new UnsupportedOperationException();
        }
    }

    @Test
    void whatWasPublishedBeforeIsTakenOverRowByRow() {
        store.rows.put("a", Map.of("b", VALUE));
        store.rows.put("b", Map.of("a", VALUE));

        publisher.adoptIfReached();

        assertThat(adopted).containsExactly("a", "b");
        assertThat(manual.row("b")).containsEntry("a", VALUE);
    }

    @Test
    void whoStandsByWritesNothingAndTakesOverWhatTheOtherWrote(CapturedOutput output) {
        put("a", "b");
        assertThat(publisher.publish()).isTrue();

        lock.holder = "other/1";
        ticker.advance(Duration.ofSeconds(5));
        put("c", "d");
        assertThat(publisher.publish()).isFalse();
        ticker.advance(Duration.ofSeconds(5));
        assertThat(publisher.publish()).isFalse();
        assertThat(store.rows).containsOnlyKeys("a");
        assertThat(output.getAll().lines().filter(line -> line.contains("writer=other/1")))
                .hasSize(1);

        store.rows.put("x", Map.of("y", VALUE));
        lock.holder = "";
        // The standby waits for 5 s after it saw that no process writes.
        ticker.advance(Duration.ofSeconds(4));
        assertThat(publisher.publish()).isFalse();
        ticker.advance(Duration.ofSeconds(5));
        assertThat(publisher.publish()).isTrue();
        assertThat(adopted).contains("x");
        assertThat(store.announcedAll)
                .as("the other may have ended before it said what it wrote")
                .isEqualTo(2);
        assertThat(store.rows)
                .as("what was taken while the other wrote is void")
                .containsOnlyKeys("a", "x");
    }

    @Test
    void whoWritesAgainTakesOverWhatWasPutAtTheOther() {
        put("a", "b");
        publisher.publish();

        theOtherWrites(() -> store.rows.put("a", Map.of("b", OTHER_VALUE)));

        assertThat(publisher.publish()).isTrue();
        assertThat(manual.row("a")).containsEntry("b", OTHER_VALUE);
        assertThat(store.rows).isEqualTo(Map.of("a", Map.of("b", OTHER_VALUE)));
    }

    @Test
    void whoWritesAgainDoesNotBringBackWhatWasDeletedAtTheOther() {
        put("a", "b");
        publisher.publish();

        theOtherWrites(() -> store.rows.remove("a"));

        assertThat(publisher.publish()).isTrue();
        assertThat(manual.senders()).isEmpty();
        assertThat(store.rows).isEmpty();
    }

    @Test
    void whoWritesAgainTakesOverWhatAgentsReportedToTheOther() {
        pairs.record("a", List.of(new PeerResult("b", 1, 700), new PeerResult("c", 1, 700)), T0);
        publisher.changed(agents.poll(T0));
        publisher.publish();

        RoundTripTime newer = RoundTripTime.ofMicros(9_000, new ObservationMetadata(T0, "agents", Duration.ofHours(1)));
        theOtherWrites(() -> store.rows.put("a", Map.of("b", newer)));

        assertThat(publisher.publish()).isTrue();
        assertThat(pairs.row("a")).isEqualTo(Map.of("b", newer));
        assertThat(store.rows).isEqualTo(Map.of("a", Map.of("b", newer)));
    }

    private void put(String from, String to) {
        manual.put(from, to, VALUE);
        publisher.changed(manual.poll(T0));
    }

    private void theOtherWrites(Runnable change) {
        lock.holder = "other/1";
        ticker.advance(Duration.ofSeconds(5));
        assertThat(publisher.publish()).isFalse();
        change.run();
        lock.holder = "";
        // The standby waits for 5 s after it saw that no process writes.
        ticker.advance(Duration.ofSeconds(4));
        assertThat(publisher.publish()).isFalse();
        ticker.advance(Duration.ofSeconds(5));
    }

    @Test
    void theLockIsRenewedWhileManyRowsAreReadAndWritten() {
        fortyRows().forEach(row -> store.rows.put(row, Map.of("x", VALUE)));
        store.slowness = Duration.ofSeconds(1);

        assertThat(publisher.publish()).isTrue();

        // 40 s of reading, 40 s of writing; it is held for 15 s.
        assertThat(ticker.since(0)).isEqualTo(Duration.ofSeconds(80));
        assertThat(lock.askedAt)
                .containsExactlyElementsOf(IntStream.range(0, 20)
                        .mapToObj(each -> Duration.ofSeconds(4L * each))
                        .toList());
    }

    @Test
    void whoLosesTheLockAmidItsRowsWritesNoMoreOfThem() {
        fortyRows().forEach(row -> put(row, "x"));
        store.slowness = Duration.ofSeconds(1);
        store.eachWrite = () -> lock.holder = store.rows.size() == 6 ? "other/1" : lock.holder;

        assertThat(publisher.publish()).isFalse();

        // Asked at 0 s, 4 s and 8 s; the other has it since 6 s.
        assertThat(store.rows).hasSize(8);
    }

    @Test
    void whoLosesTheLockAmidThePairsOfSomeRowsWritesNoMoreOfThem() {
        assertThat(publisher.publish()).isTrue();
        fortyRows().forEach(row -> manual.put(row, "x", VALUE));
        fortyRows().forEach(row -> publisher.changed(Map.of(row, Set.of("x"))));
        store.slowness = Duration.ofSeconds(1);
        store.eachWrite = () -> lock.holder = "other/1";

        assertThat(publisher.publish()).isFalse();

        assertThat(store.rows).hasSize(4);
    }

    @Test
    void whoLosesTheLockAmidReadingTakesOverNoMore() {
        fortyRows().forEach(row -> store.rows.put(row, Map.of("x", VALUE)));
        store.slowness = Duration.ofSeconds(1);
        store.eachRead = () -> lock.holder = "other/1";

        publisher.adoptIfReached();

        // Asked again at 4 s, when the fourth row was read.
        assertThat(adopted).hasSize(3);
        assertThat(manual.senders()).isEmpty();
    }

    private static List<String> fortyRows() {
        return IntStream.range(10, 50).mapToObj(each -> "n" + each).toList();
    }

    @Test
    void aReadThatBreaksOffIsBegunAgain() {
        store.rows.put("a", Map.of("b", VALUE));
        store.rows.put("b", Map.of("a", VALUE));
        store.readable = 1;
        publisher.adoptIfReached();
        assertThat(manual.senders()).containsExactly("a");

        store.readable = Integer.MAX_VALUE;
        publisher.adoptIfReached();
        assertThat(manual.senders()).containsExactlyInAnyOrder("a", "b");
    }

    @Test
    void aStoreThatIsFullIsNamedOnceAndThatItIsWellAgain(CapturedOutput output) {
        put("a", "b");
        store.problem = new SignalStoreFullException("Redis is full", new IllegalStateException());

        assertThat(publisher.publish()).isFalse();
        assertThat(publisher.publish()).isFalse();
        assertThat(lines(output, "WARN")).containsExactly("cause=Redis is full");
        assertThat(publisher.trouble()).contains("Redis is full");
        assertThat(full()).isEqualTo(1);

        store.problem = null;
        assertThat(publisher.publish()).isTrue();
        assertThat(lines(output, "INFO")).hasSize(1);
        assertThat(publisher.trouble()).isEmpty();
        assertThat(full()).isZero();
    }

    @Test
    void aStoreThatIsAwayAndThenFullIsNamedForBoth(CapturedOutput output) {
        store.problem = new SignalStoreUnavailableException("Redis is away", new IllegalStateException());
        put("a", "b");
        publisher.publish();
        store.problem = new SignalStoreFullException("Redis is full", new IllegalStateException());
        publisher.publish();

        assertThat(lines(output, "WARN")).containsExactly("cause=Redis is away", "cause=Redis is full");
    }

    private double full() {
        return meters.get("edgewise.redis.full").tag("content", "rtt").gauge().value();
    }

    private static List<String> lines(CapturedOutput output, String level) {
        return output.getAll()
                .lines()
                .filter(line -> line.contains(level) && line.contains("SignalPublisher"))
                .map(line -> line.substring(Math.max(0, line.indexOf("cause="))))
                .toList();
    }
}
