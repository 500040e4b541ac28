package dev.edgewise.networkprobe.rtt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.signal.EstimatedRange;
import dev.edgewise.common.signal.Observed;
import dev.edgewise.common.signal.Percentile;
import dev.edgewise.common.signal.RoundTripTime;
import dev.edgewise.networkprobe.matrix.MatrixParser;
import java.io.StringWriter;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class EffectiveRttTest {
    private static final Instant NOW = Instant.parse("2026-11-21T08:00:00Z");
    private static final Duration VALID = Duration.ofMinutes(10);

    private final ManualSource manual = new ManualSource(VALID, name -> true, Clock.fixed(NOW, ZoneOffset.UTC));
    private final Fixed agents = new Fixed();
    private final Fixed estimates = new Fixed();
    private final Fixed goldpinger = new Fixed();
    private final EffectiveRtt rtt =
            new EffectiveRtt(List.of(manual, estimates, agents, goldpinger), Clock.fixed(NOW, ZoneOffset.UTC));

    private static final class Fixed implements RttSource {
        final Map<String, Map<String, RoundTripTime>> rows = new HashMap<>();

        void put(String from, String to, RoundTripTime value) {
            rows.computeIfAbsent(from, name -> new HashMap<>()).put(to, value);
        }

        @Override
        public Map<String, Set<String>> poll(Instant now) {
            return Map.of();
        }

        @Override
        public void adopt(String from, Map<String, RoundTripTime> published, Instant now) {}

        @Override
        public void reset() {}

        @Override
        public Set<String> senders() {
            return rows.keySet();
        }

        @Override
        public int size() {
            return rows.size();
        }

        @Override
        public Map<String, RoundTripTime> row(String from) {
            return rows.getOrDefault(from, Map.of());
        }

        @Override
        public RoundTripTime find(String from, String to) {
            return row(from).get(to);
        }
    }

    private static Observed minutesAgo(int minutes) {
        return new Observed(NOW.minus(Duration.ofMinutes(minutes)), "x", VALID);
    }

    private static RoundTripTime measured(long micros, int minutesAgo) {
        return RoundTripTime.ofMicros(micros, minutesAgo(minutesAgo));
    }

    private static RoundTripTime lost(long micros) {
        return new RoundTripTime(micros, micros, micros, 1, 0, 1, minutesAgo(11));
    }

    private static RoundTripTime estimated(long micros) {
        return RoundTripTime.estimated(micros, new EstimatedRange(micros / 2, micros * 2, 85), minutesAgo(1));
    }

    private void holds(long micros) {
        assertThat(rtt.find("a", "b").orElseThrow().p50Micros()).isEqualTo(micros);
        assertThat(rtt.row("a").get("b").p50Micros()).isEqualTo(micros);
    }

    @Test
    void ofWhatWasMeasuredAndHoldsTheNewerHolds() {
        agents.put("a", "b", measured(1_000, 5));
        goldpinger.put("a", "b", measured(2_000, 2));

        holds(2_000);
        agents.put("a", "b", measured(1_000, 1));
        holds(1_000);
    }

    @Test
    void anEstimateIsBetterThanWhatIsTooOldAndWorseThanWhatHolds() {
        estimates.put("a", "b", estimated(3_000));
        holds(3_000);
        agents.put("a", "b", measured(1_000, 11));
        holds(3_000);
        goldpinger.put("a", "b", measured(2_000, 9));
        holds(2_000);
    }

    @Test
    void whatDoesNotAnswerIsNotEstimated() {
        estimates.put("a", "b", estimated(3_000));
        agents.put("a", "b", lost(1_000));

        holds(1_000);
    }

    @Test
    void whatWasPutByHandHolds() {
        agents.put("a", "b", measured(1_000, 0));
        manual.put("a", "b", RoundTripTime.ofMicros(9_000, new Observed(NOW, Observed.MANUAL, VALID)));

        holds(9_000);
        assertThat(rtt.names()).containsExactly("a");
    }

    @Test
    void theMatrixReadsBackAndSaysADayOfPairsThatAreNotKnown() throws Exception {
        agents.put("a", "b", measured(1_250, 0));
        estimates.put("b", "c", estimated(80_000));
        StringWriter out = new StringWriter();

        new RttExport(rtt).matrix(out, new TreeSet<>(Set.of("a", "b", "c")), Percentile.P50);

        assertThat(out).hasToString("0 1.25 86400000\n86400000 0 160\n86400000 86400000 0\n");
        assertThat(MatrixParser.parse("m", out.toString().getBytes()).micros(0, 1))
                .isEqualTo(1_250);
    }

    @Test
    void theTableTellsBoundsOfEstimatesOnly() throws Exception {
        agents.put("a", "b", measured(1_250, 1));
        estimates.put("b", "c", estimated(80_000));
        StringWriter out = new StringWriter();

        new RttExport(rtt).csv(out, NOW);

        assertThat(out.toString().lines().skip(1))
                .containsExactly(
                        "a,b,1.25,1.25,1.25,0.0,0,1,x,2026-11-21T07:59:00Z,60,false,,,",
                        "b,c,80,80,80,0.0,0,0,x,2026-11-21T07:59:00Z,60,false,40,160,85");
    }

    @Test
    void theGridIsOrderedByZone() {
        agents.put("a", "b", measured(1_000, 0));
        agents.put("a", "c", lost(2_000));
        agents.put("b", "c", measured(2_000, 11));
        estimates.put("c", "a", estimated(3_000));
        GridMaker grids = new GridMaker(rtt, node -> node.equals("a") ? "z" : "y");

        Grid grid = grids.make(NOW);
        assertThat(grid.names()).containsExactly("b", "c", "a");
        assertThat(grid.states()).containsExactly(".s.", "..e", "ml.");
        assertThat(grid.micros()[1]).containsExactly(-1, -1, 3_000);

        Grid zones = grids.ofZones(rtt.nodes(), NOW);
        assertThat(zones.names()).containsExactly("y", "z");
        assertThat(zones.states()).containsExactly("se", "m.");
        assertThat(zones.micros()[1]).containsExactly(1_000, -1);
    }

    @Test
    void nodesAndZonesAreInNaturalOrder() {
        agents.put("edge-10", "edge-9", measured(1_000, 0));
        agents.put("edge-2", "edge-10", measured(1_000, 0));

        assertThat(rtt.names()).containsExactly("edge-2", "edge-10");
        assertThat(rtt.nodes()).containsExactly("edge-2", "edge-9", "edge-10");
        assertThat(new GridMaker(rtt, node -> "").make(NOW).names()).containsExactly("edge-2", "edge-9", "edge-10");
        GridMaker zones = new GridMaker(rtt, node -> node.equals("edge-2") ? "site-10" : "site-9");
        assertThat(zones.make(NOW).names()).containsExactly("edge-9", "edge-10", "edge-2");
        assertThat(zones.ofZones(rtt.nodes(), NOW).names()).containsExactly("site-9", "site-10");
    }
}
