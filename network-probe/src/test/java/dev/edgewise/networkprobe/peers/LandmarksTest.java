package dev.edgewise.networkprobe.peers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.networkprobe.estimation.NodePair;
import dev.edgewise.networkprobe.estimation.RttEstimator;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class LandmarksTest {
    private final RttEstimator estimator = new RttEstimator(0.85, Duration.ofHours(2), new Random(1));
    private final List<Prober> five = IntStream.range(0, 5)
            .mapToObj(node -> new Prober(estimator.id("node-" + node), 8))
            .toList();

    private static Prober at(double... profile) {
        Prober prober = new Prober(0, 8);
        System.arraycopy(profile, 0, prober.profile, 0, profile.length);
        return prober;
    }

    /** Differences 0.1, 0.3 and 2: the 2 of a bad landmark is dropped, (0.1 + 0.3) / 2. */
    @Test
    void oneBadLandmarkDoesNoHarm() {
        assertThat(Landmarks.distance(at(3, 4, 5), at(3.1, 4.3, 7))).isCloseTo(0.2, Offset.offset(1e-9));
    }

    /** Five nodes; nobody reaches the first landmark. Each of the other four tries twice, then another is chosen. */
    @Test
    void aLandmarkThatNobodyReachesIsReplaced() {
        Landmarks landmarks = new Landmarks(estimator, new Random(1));
        int unreachable = landmarks.missing(five).get(0).to();
        assertThat(landmarks.missing(five)).hasSize(4).allMatch(pair -> pair.to() == unreachable);

        List<NodePair> instead = landmarks.missing(five);

        assertThat(instead).hasSize(4).allMatch(pair -> pair.to() != unreachable);
        assertThat(landmarks.missing(five))
                .allMatch(pair -> pair.to() == instead.get(0).to());
    }

    /** Three of the four others reach it: it stays, and the next landmark's turn has come. */
    @Test
    void aLandmarkThatMostReachStays() {
        Landmarks landmarks = new Landmarks(estimator, new Random(1));
        int landmark = landmarks.missing(five).get(0).to();
        five.stream()
                .filter(prober -> prober.node != landmark)
                .limit(3)
                .forEach(prober -> estimator.report("node-" + prober.node, "node-" + landmark, 5_000, Instant.EPOCH));

        assertThat(landmarks.missing(five)).hasSize(1).allMatch(pair -> pair.to() == landmark);
        assertThat(landmarks.missing(five)).isNotEmpty().allMatch(pair -> pair.to() != landmark);
        assertThat(five).filteredOn(prober -> !Double.isNaN(prober.profile[0])).hasSize(4);
    }

    @Test
    void twoLandmarksAreNeeded() {
        assertThat(Landmarks.distance(at(3, Double.NaN, 5), at(3.1, 4.3, 5.3))).isCloseTo(0.2, Offset.offset(1e-9));
        assertThat(Landmarks.distance(at(3, Double.NaN, 5), at(Double.NaN, 4.3, 5.3)))
                .isInfinite();
    }
}
