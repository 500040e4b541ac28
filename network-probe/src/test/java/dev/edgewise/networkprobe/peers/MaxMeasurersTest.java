package dev.edgewise.networkprobe.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Limits the echoes that all others together ask of one agent, in clusters where many join at once. */
class MaxMeasurersTest {
    /** Sites of five on a ring of 1,000, of 80 ms around; each other node has 0.4 ms to its mates. */
    private static long micros(String from, String to) {
        int first = Integer.parseInt(from) / 5;
        int second = Integer.parseInt(to) / 5;
        int apart = Math.abs(first - second);
        return first == second ? 400 : 2_000 + 80L * Math.min(apart, 1_000 - apart);
    }

    private static List<String> names(int count) {
        return IntStream.range(0, count).mapToObj(String::valueOf).toList();
    }

    private static long mostMeasurers(Map<String, List<String>> plan) {
        return plan.values().stream()
                .flatMap(List::stream)
                .collect(Collectors.groupingBy(peer -> peer, Collectors.counting()))
                .values()
                .stream()
                .max(Long::compare)
                .orElse(0L);
    }

    /** A tenth of 5,000 a second, in 10 s, by 5 each: 500 · 10 / 5. */
    @Test
    void followsWhatAnAgentAnswers() {
        assertThat(MaxMeasurers.of(Duration.ofSeconds(10), 5).nodes()).isEqualTo(1_000);
        assertThat(MaxMeasurers.of(Duration.ofSeconds(1), 5).nodes()).isEqualTo(100);
        assertThat(MaxMeasurers.of(Duration.ofSeconds(10), 10).nodes()).isEqualTo(500);
        assertThat(MaxMeasurers.of(Duration.ofMillis(100), 100).nodes()).isEqualTo(1);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new MaxMeasurers(0))
                .withMessage("nodes is 0: it must be 1 or more");
    }

    /**
     * 5,000 nodes that start together. The steps of the landmarks are 5 + 2, as each next one begins a step later; two
     * for mates; then all are in their site. 1,000 nodes measure a landmark at a time: 5 echoes of each in 10 s are 500
     * a second.
     */
    @Test
    void fiveThousandNodesThatJoinAskNoAgentTooMuch() {
        Simulation cluster = new Simulation(MaxMeasurersTest::micros, names(5_000), 48, 16, 1);
        long most = 0;
        int joined = 0;
        int rounds = 0;
        while (!cluster.planner.isWarm() && rounds < 40) {
            most = Math.max(most, mostMeasurers(cluster.round()));
            rounds++;
            if (joined == 0 && cluster.estimator.map().sites() == 1_000) {
                joined = rounds;
            }
        }

        long echoesPerSecond = most * Simulation.ECHOES / Simulation.ROUND.toSeconds();
        System.out.printf(
                "5000 nodes join: at most %d echoes/s to one agent; all have joined in round %d, warm in round %d%n",
                echoesPerSecond, joined, rounds);
        assertThat(echoesPerSecond).isEqualTo(500);
        assertThat(joined).isEqualTo(9);
        assertThat(rounds).isEqualTo(15);
    }

    /** 200 nodes of one site see the landmarks alike, so that each is as good a mate to all. */
    @Test
    void matesSeekOutManyNodesNotOne() {
        Simulation site = new Simulation((from, to) -> 400, names(200), 48, 16, new MaxMeasurers(10), 1);
        for (int round = 0; round < 120; round++) {
            assertThat(mostMeasurers(site.round())).isLessThanOrEqualTo(20);
        }
        assertThat(site.planner.isWarm()).isTrue();
        assertThat(site.estimator.map().sites()).isLessThanOrEqualTo(20);
    }

    /**
     * 120 nodes, of which the first is near all others: ten may measure it for their landmark, ten more for other
     * reasons.
     */
    @Test
    void aNodeThatIsNearAllIsMeasuredByFewAtATime() {
        Simulation star = new Simulation(
                (from, to) -> from.equals("0") || to.equals("0") ? 5_000 : 30_000,
                names(120),
                48,
                16,
                new MaxMeasurers(10),
                1);
        for (int round = 0; round < 240; round++) {
            assertThat(mostMeasurers(star.round())).isLessThanOrEqualTo(20);
        }
        assertThat(star.planner.isWarm()).isTrue();
    }
}
