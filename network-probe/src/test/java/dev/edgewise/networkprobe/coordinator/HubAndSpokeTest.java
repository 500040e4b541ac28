package dev.edgewise.networkprobe.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.signal.RoundTripTime;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * 60 nodes: a hub of four and 14 sites of four, which reach the hub and not each other. Agents are played, planner and
 * estimator are the real ones.
 */
class HubAndSpokeTest {
    private static final int ROUNDS = 200;
    /** Longest need, in µs. */
    private static final long LONGEST_NEED = 10_000_000;

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
    void fromTheThirdRoundOnNoNeedIsMetOverAPairThatDoesNotAnswer(int seed) {
        HubAndSpoke network = new HubAndSpoke(15, 4);
        PlayedCluster cluster = new PlayedCluster(network.names(), network, seed);
        List<String> met = new ArrayList<>();
        for (int round = 1; round <= ROUNDS; round++) {
            cluster.round();
            if (round >= 3) {
                for (String from : network.names()) {
                    for (String to : network.names()) {
                        RoundTripTime value = cluster.published(from, to);
                        if (network.micros(from, to) < 0 && isNear(value)) {
                            met.add("round " + round + ": " + from + " to " + to + " is " + value);
                        }
                    }
                }
            }
        }

        assertThat(met).isEmpty();
        assertThat(cluster.published("site-03-1", "site-07-2"))
                .satisfiesAnyOf(
                        value -> assertThat(value).isNull(),
                        value -> assertThat(value.loss()).isEqualTo(1),
                        value -> assertThat(value.estimate().upperMicros()).isEqualTo(60_000_000));
        assertThat(shareOfReachableThatIsNear(network, cluster)).isGreaterThan(0.97);
    }

    private static boolean isNear(RoundTripTime value) {
        return value != null
                && value.loss() < 1
                && (value.estimate() == null
                                ? value.p99Micros()
                                : value.estimate().upperMicros())
                        < LONGEST_NEED;
    }

    /** So that the above is not met by publishing nothing. */
    private static double shareOfReachableThatIsNear(HubAndSpoke network, PlayedCluster cluster) {
        int near = 0;
        int all = 0;
        for (String from : network.names()) {
            for (String to : network.names()) {
                if (!from.equals(to) && network.micros(from, to) >= 0) {
                    all++;
                    near += isNear(cluster.published(from, to)) ? 1 : 0;
                }
            }
        }
        return near / (double) all;
    }
}
