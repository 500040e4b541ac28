package dev.edgewise.benchmarks.planetlab;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Three nodes: from a it is 10 ms to b and 30 to c; back from b to a it is 50. Each takes two pods of a core. */
class VerifierTest {
    private static final NodeOrPodCapacity NODE = new NodeOrPodCapacity(2000, 4096, 2);
    private static final NodeOrPodCapacity POD = new NodeOrPodCapacity(1000, 1024, 1);

    private final Verifier verifier = new Verifier(
            new Delays(new double[][] {{0, 10, 30}, {50, 0, 20}, {30, 20, 0}}),
            List.of("a", "b", "c"),
            Map.of("a", NODE, "b", NODE, "c", NODE));

    @Test
    void acceptsWhatIsNearEnough() {
        assertThat(verify(bound("a", 10, "b"), bound("a", 5, "a"))).isEqualTo(new Verifier.Verdict(2, 0, 0, 0, 0, 0));
    }

    @Test
    void readsTheMatrixFromTheReferenceToTheNode() {
        assertThat(verify(bound("b", 20, "a")).violated()).isEqualTo(1);
        assertThat(verify(bound("a", 20, "b")).violated()).isZero();
    }

    @Test
    void countsPodsThatAreTooFarOrSomewhereElse() {
        assertThat(verify(bound("a", 20, "c"), bound("a", 80, "elsewhere")).violated())
                .isEqualTo(2);
    }

    /** a and b are within 10 ms of a; two pods fill each of them. */
    @Test
    void believesThatAPodFitsNowhereOnlyIfItDoesNot() {
        assertThat(verify(rejected("a", 10), bound("a", 10, "a"), bound("a", 10, "a"), bound("a", 10, "b"))
                        .untruthful())
                .isEqualTo(1);
        assertThat(verify(
                        rejected("a", 10),
                        bound("a", 10, "a"),
                        bound("a", 10, "a"),
                        bound("a", 10, "b"),
                        bound("a", 10, "b")))
                .isEqualTo(new Verifier.Verdict(4, 1, 0, 0, 0, 0));
    }

    @Test
    void countsNodesThatGaveMoreThanTheyHave() {
        assertThat(verify(bound("a", 10, "a"), bound("a", 10, "a"), bound("a", 10, "a"))
                        .overcommitted())
                .isEqualTo(1);
    }

    @Test
    void countsPodsThatWereToldNothing() {
        assertThat(verify(new VerifiedPodPlacement("p", "a", 10, POD, null, false))
                        .undecided())
                .isEqualTo(1);
    }

    private Verifier.Verdict verify(VerifiedPodPlacement... placements) {
        return verifier.verify(List.of(placements));
    }

    private static VerifiedPodPlacement bound(String reference, double need, @Nullable String node) {
        return new VerifiedPodPlacement("p", reference, need, POD, node, false);
    }

    private static VerifiedPodPlacement rejected(String reference, double need) {
        return new VerifiedPodPlacement("p", reference, need, POD, null, true);
    }
}
