package dev.edgewise.networkprobe.peers;

import static org.assertj.core.api.Assertions.assertThat;

import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class LandmarksTest {
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

    @Test
    void twoLandmarksAreNeeded() {
        assertThat(Landmarks.distance(at(3, Double.NaN, 5), at(3.1, 4.3, 5.3))).isCloseTo(0.2, Offset.offset(1e-9));
        assertThat(Landmarks.distance(at(3, Double.NaN, 5), at(Double.NaN, 4.3, 5.3)))
                .isInfinite();
    }
}
