package dev.edgewise.energy.refresh;

import static dev.edgewise.energy.TestNodes.labelled;
import static dev.edgewise.energy.TestNodes.node;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.Names;
import dev.edgewise.common.signal.ObservationMetadata;
import dev.edgewise.common.signal.SignalKind;
import dev.edgewise.common.signal.SignalStore;
import dev.edgewise.common.signal.SignalStoreUnavailableException;
import dev.edgewise.common.signal.SignalStores;
import dev.edgewise.common.signal.WriterLock;
import dev.edgewise.common.signal.energy.EnergyLevel;
import dev.edgewise.common.signal.energy.EnergyReading;
import dev.edgewise.common.signal.json.EnergyReadingJsonCodec;
import dev.edgewise.common.signal.memory.InMemorySignalStores;
import dev.edgewise.common.testing.ManualTicker;
import dev.edgewise.common.testing.TestClock;
import dev.edgewise.common.time.SteadyTime;
import dev.edgewise.energy.history.EnergyHistory;
import dev.edgewise.energy.levels.LevelSettings;
import dev.edgewise.energy.nodes.EnergyNode;
import dev.edgewise.energy.nodes.NodeDirectory;
import dev.edgewise.energy.readings.CurrentReadings;
import dev.edgewise.energy.readings.EnergySource;
import dev.edgewise.energy.readings.Measurement;
import dev.edgewise.energy.sources.EnergySourceKind;
import dev.edgewise.energy.sources.NodeEnergySourceResolver;
import dev.edgewise.energy.sources.SourceRule;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class EnergyReadingsRefresherTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final NodeDirectory nodes = new NodeDirectory();
    private final CurrentReadings board = new CurrentReadings(LevelSettings.DEFAULT);
    private final EnergyHistory history = new EnergyHistory();
    private final ManualTicker ticker = new ManualTicker();
    private final TestClock clock = new TestClock();
    private final SteadyTime time = new SteadyTime(ticker, clock);
    private final PlayedSource push = new PlayedSource(EnergySourceKind.PUSH);
    private final PlayedSource trace = new PlayedSource(EnergySourceKind.TRACE);
    private final StoreThatLeaves store = new StoreThatLeaves();
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final EnergyReadingsRefresher service = service(store);
    private boolean leads = true;

    /** Stores in memory that can become unreachable. */
    private static final class StoreThatLeaves implements SignalStores {
        private final InMemorySignalStores stores = new InMemorySignalStores();
        boolean away;

        @Override
        @SuppressWarnings("unchecked")
        public <V> SignalStore<V> of(SignalKind<V> kind) {
            return (SignalStore<V>) Proxy.newProxyInstance(
                    getClass().getClassLoader(), new Class<?>[] {SignalStore.class}, (proxy, method, arguments) -> {
                        if (away) {
                            throw new SignalStoreUnavailableException("the store is away", new IOException());
                        }
                        return method.invoke(stores.of(kind), arguments);
                    });
        }

        @Override
        public WriterLock writerOf(SignalKind<?> kind) {
            return stores.writerOf(kind);
        }

        void publish(Map<String, EnergyReading> readings) {
            stores.of(EnergyReadingJsonCodec.KIND).replace(EnergyReadingJsonCodec.ROW, readings);
        }
    }

    /** Says what it was given. */
    private static final class PlayedSource implements EnergySource {
        final Map<String, Measurement> measured = new HashMap<>();
        final EnergySourceKind source;
        boolean fails;
        boolean forgot;

        PlayedSource(EnergySourceKind source) {
            this.source = source;
        }

        @Override
        public EnergySourceKind source() {
            return source;
        }

        @Override
        public Duration validFor() {
            return MINUTE;
        }

        @Override
        public Map<String, Measurement> read(Collection<EnergyNode> served, Instant moment) {
            if (fails) {
                throw new IllegalStateException("out of order");
            }
            return Map.copyOf(measured);
        }

        @Override
        public void forget() {
            forgot = true;
        }
    }

    private EnergyReadingsRefresher service(SignalStores stores) {
        NodeEnergySourceResolver assignment = new NodeEnergySourceResolver(List.of(
                new SourceRule(EnergySourceKind.PUSH, "", Set.of("a", "b")),
                new SourceRule(EnergySourceKind.PUSH, "power=grid", Set.of()),
                new SourceRule(EnergySourceKind.TRACE, "", Set.of("t"))));
        return new EnergyReadingsRefresher(
                nodes,
                new SourcePoller(List.of(push, trace), assignment, board, clock),
                board,
                history,
                stores,
                () -> leads,
                time,
                clock,
                registry,
                new EnergyMetrics(registry, false));
    }

    private void nodes(EnergyNode... all) {
        List.of(all).forEach(nodes::put);
        nodes.complete();
    }

    private Measurement percent(double percent) {
        return new Measurement(percent, clock.instant(), MINUTE);
    }

    private Optional<EnergyLevel> level(String node) {
        return board.known(time.now()).get(node).level();
    }

    @Test
    void whoTakesOverGoesByLabelsAsLongAsASourceMayKnowMore() {
        nodes(labelled("a", Map.of(Names.ENERGY_LABEL, "powerless")), node("b"));
        assertThat(board.isComplete()).isFalse();
        service.step();

        assertThat(board.isComplete()).isTrue();
        assertThat(level("a")).contains(EnergyLevel.POWERLESS);
        assertThat(board.known(time.now())).containsOnlyKeys("a");
        assertThat(service.readings()).as("a label is no reading").isEmpty();
        ticker.advance(MINUTE.plusSeconds(1));
        service.step();
        assertThat(level("a")).isEmpty();
        push.measured.put("a", percent(16));
        service.step();
        assertThat(level("a")).as("within the hysteresis").contains(EnergyLevel.POWERLESS);
        leads = false;
        service.step();
        assertThat(board.isComplete()).isFalse();
    }

    private EnergyReading published(double percent) {
        return new EnergyReading(
                EnergyLevel.VULNERABLE, percent, new ObservationMetadata(clock.instant(), "push", MINUTE));
    }

    @Test
    void whatAStandbyReadSurvivesTheStoreAndIsTakenOver() {
        nodes(node("a"), node("b"));
        leads = false;
        store.publish(Map.of("a", published(50), "b", published(60)));
        service.step();
        store.publish(Map.of("b", published(61)));
        service.step();
        assertThat(service.readings()).as("the store lost it").containsOnlyKeys("a", "b");
        assertThat(service.readings().get("b").percent()).isEqualTo(61);
        assertThat(service.problems()).isEmpty();
        store.away = true;
        service.step();
        assertThat(service.problems().get("store")).contains("the store is away");
        assertThat(push.forgot).as("another leads").isTrue();

        leads = true;
        service.step();
        assertThat(service.readings()).containsOnlyKeys("a", "b");
        assertThat(level("a")).contains(EnergyLevel.VULNERABLE);
        assertThat(history.day("a")).hasSize(1);
        leads = false;
        nodes.remove("a");
        store.away = false;
        store.publish(Map.of());
        service.step();
        assertThat(service.readings()).as("the node is gone").containsOnlyKeys("b");
        assertThat(service.problems()).isEmpty();
    }

    /** The store was unreachable, or there was no leader, for longer than a reading is valid. */
    @Test
    void aStaleReadingOfTheStoreIsNoLevel() {
        nodes(
                labelled("a", Map.of(Names.ENERGY_LABEL, "powerless")),
                labelled("b", Map.of(Names.ENERGY_LABEL, "low-powered")));
        store.publish(Map.of("a", published(50), "b", published(45)));
        clock.advance(MINUTE.plusSeconds(1));
        service.step();
        assertThat(level("a")).contains(EnergyLevel.POWERLESS);
        assertThat(service.readings().get("a").percent())
                .as("it is shown, as a stale one")
                .isEqualTo(50);
        push.measured.put("b", percent(41));
        service.step();
        assertThat(level("b")).as("within the hysteresis of its label").contains(EnergyLevel.LOW_POWERED);
    }

    @Test
    void aStoreThatIsBackTakesNoLevelAway() {
        nodes(labelled("a", Map.of(Names.ENERGY_LABEL, "powerless")));
        store.publish(Map.of("a", published(50)));
        clock.advance(MINUTE.plusSeconds(1));
        store.away = true;
        service.step();
        assertThat(level("a")).contains(EnergyLevel.POWERLESS);
        store.away = false;
        service.step();
        assertThat(level("a")).contains(EnergyLevel.POWERLESS);
    }

    @Test
    void whatTheStoreSaysIsTakenOverBeforeWhatWasReadOfIt() {
        nodes(node("a"));
        leads = false;
        store.publish(Map.of("a", published(50)));
        service.step();
        store.publish(Map.of("a", published(51)));
        leads = true;
        service.step();
        assertThat(service.readings().get("a").percent()).isEqualTo(51);
    }

    @Test
    void aNodeThatLostItsSourceIsForgotten() {
        nodes(labelled("g", Map.of("power", "grid")), node("a"));
        push.measured.put("g", percent(50));
        push.measured.put("a", percent(50));
        service.step();
        assertThat(service.readings()).containsOnlyKeys("a", "g");
        nodes.put(node("g"));
        service.step();
        assertThat(service.readings()).containsOnlyKeys("a");
    }

    @Test
    void aSourceThatFailsIsNamedAndDoesNotStopTheOthers() {
        nodes(node("a"), node("t"));
        push.fails = true;
        trace.measured.put("t", percent(80));
        service.step();

        assertThat(service.readings()).containsOnlyKeys("t");
        assertThat(service.problems())
                .containsOnlyKeys("push")
                .extractingByKey("push")
                .asString()
                .contains("out of order");
        leads = false;
        service.step();
        assertThat(service.problems()).as("another leads").isEmpty();
        leads = true;
        service.step();
        assertThat(service.problems()).containsOnlyKeys("push");
        push.fails = false;
        service.step();
        assertThat(service.problems()).isEmpty();
    }

    private double nodesOf(String level) {
        return registry.get("edgewise.energy.nodes").tag("level", level).gauge().value();
    }

    @Test
    void nodesOfASourceThatNeverSaidAnythingAreCounted() {
        nodes(node("a"), node("b"), node("t"), node("of-no-source"));
        push.measured.put("a", percent(80));
        service.step();
        assertThat(nodesOf("unknown")).as("b and t").isEqualTo(2);
        assertThat(nodesOf("well-powered")).isEqualTo(1);
        assertThat(service.idleRules())
                .containsOnlyKeys("edgewise.energy-adapter.sources[1]")
                .containsValue("no node: none matches, or earlier rules serve them");

        trace.measured.put("t", percent(80));
        service.step();
        assertThat(nodesOf("unknown")).isEqualTo(1);
        leads = false;
        service.step();
        assertThat(nodesOf("unknown")).as("a standby counts, too").isEqualTo(1);
    }
}
