package dev.edgewise.energy.refresh;

import static dev.edgewise.energy.TestNodes.labelled;
import static dev.edgewise.energy.TestNodes.node;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.Names;
import dev.edgewise.common.signal.SignalStores;
import dev.edgewise.common.signal.energy.EnergyLevel;
import dev.edgewise.common.signal.memory.InMemorySignalStores;
import dev.edgewise.common.testing.ManualTicker;
import dev.edgewise.common.testing.TestClock;
import dev.edgewise.common.time.SteadyTime;
import dev.edgewise.energy.history.EnergyHistory;
import dev.edgewise.energy.levels.LevelSettings;
import dev.edgewise.energy.nodes.EnergyNode;
import dev.edgewise.energy.nodes.NodeDirectory;
import dev.edgewise.energy.readings.EnergyBoard;
import dev.edgewise.energy.readings.EnergySource;
import dev.edgewise.energy.readings.Measurement;
import dev.edgewise.energy.sources.Source;
import dev.edgewise.energy.sources.SourceAssignment;
import dev.edgewise.energy.sources.SourceRule;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class EnergyServiceTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final NodeDirectory nodes = new NodeDirectory();
    private final EnergyBoard board = new EnergyBoard(LevelSettings.DEFAULT);
    private final EnergyHistory history = new EnergyHistory();
    private final ManualTicker ticker = new ManualTicker();
    private final TestClock clock = new TestClock();
    private final SteadyTime time = new SteadyTime(ticker, clock);
    private final Told push = new Told(Source.PUSH);
    private final Told trace = new Told(Source.TRACE);
    private final EnergyService service = service(new InMemorySignalStores());
    private boolean leads = true;

    /** Says what it was given. */
    private static final class Told implements EnergySource {
        final Map<String, Measurement> measured = new HashMap<>();
        final Source source;
        boolean fails;

        Told(Source source) {
            this.source = source;
        }

        @Override
        public Source source() {
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
    }

    private EnergyService service(SignalStores stores) {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        SourceAssignment assignment = new SourceAssignment(List.of(
                new SourceRule(Source.PUSH, "", List.of("a", "b")), new SourceRule(Source.TRACE, "", List.of("t"))));
        return new EnergyService(
                nodes,
                assignment,
                List.of(push, trace),
                board,
                history,
                stores,
                () -> leads,
                time,
                clock,
                registry,
                new EnergyMeters(registry, false));
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
        push.fails = false;
        service.step();
        assertThat(service.problems()).isEmpty();
    }
}
