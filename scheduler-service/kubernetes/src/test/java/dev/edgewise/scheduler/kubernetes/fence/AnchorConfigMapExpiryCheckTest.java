package dev.edgewise.scheduler.kubernetes.fence;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class AnchorConfigMapExpiryCheckTest {
    private static final Instant NOON = Instant.parse("2026-11-29T12:00:00Z");
    private final AnchorConfigMapExpiryCheck renewals = new AnchorConfigMapExpiryCheck();

    private static FencedAnchorConfigMap anchor(String uid, String expires, @Nullable Duration fence) {
        return new FencedAnchorConfigMap("team-a", "edgewise-request-" + uid, uid, "1", expires, fence);
    }

    private List<String> expired(Instant now, long seconds, FencedAnchorConfigMap... anchors) {
        return renewals.expired("team-a", List.of(anchors), now, TimeUnit.SECONDS.toNanos(seconds)).stream()
                .map(FencedAnchorConfigMap::uid)
                .toList();
    }

    @Test
    void isOverAtItsMomentByTheClockOfThisCluster() {
        FencedAnchorConfigMap anchor = anchor("a", "2026-11-29T12:00:30Z", null);

        assertThat(expired(NOON.plusMillis(29_999), 0, anchor)).isEmpty();
        assertThat(expired(NOON.plusSeconds(30), 0, anchor)).containsExactly("a");
    }

    /** The clock of this cluster stands still, or is an hour behind: 30 s without another value are enough. */
    @Test
    void isOverWithoutARenewalForItsTimeWhateverTheClocksShow() {
        Duration fence = Duration.ofSeconds(30);
        FencedAnchorConfigMap first = anchor("a", "2026-11-29T13:00:30Z", fence);

        assertThat(expired(NOON, 100, first)).isEmpty();
        assertThat(expired(NOON, 129, first)).isEmpty();
        assertThat(expired(NOON, 130, first)).containsExactly("a");
    }

    @Test
    void aRenewalBeginsTheTimeAgain() {
        Duration fence = Duration.ofSeconds(30);

        expired(NOON, 100, anchor("a", "2026-11-29T13:00:30Z", fence));
        assertThat(expired(NOON, 129, anchor("a", "2026-11-29T13:00:59Z", fence)))
                .isEmpty();
        assertThat(expired(NOON, 158, anchor("a", "2026-11-29T13:00:59Z", fence)))
                .isEmpty();
        assertThat(expired(NOON, 159, anchor("a", "2026-11-29T13:00:59Z", fence)))
                .containsExactly("a");
    }

    /** A paused replica of the management cluster writes a value that was over before it arrived: it is no renewal. */
    @Test
    void aValueThatArrivesLateDoesNotLastLonger() {
        Duration fence = Duration.ofSeconds(30);
        expired(NOON, 100, anchor("a", "2026-11-29T12:00:10Z", fence));

        assertThat(expired(NOON.plusSeconds(20), 120, anchor("a", "2026-11-29T12:00:15Z", fence)))
                .containsExactly("a");
    }

    @Test
    void whatCannotBeReadIsNotRenewed() {
        assertThat(expired(NOON, 0, anchor("a", "never", Duration.ofHours(1)))).containsExactly("a");
    }

    /** A namespace whose list was not answered keeps what was observed: it is not asked about here. */
    @Test
    void namespacesAreObservedEachForThemselves() {
        Duration fence = Duration.ofSeconds(30);
        FencedAnchorConfigMap anchor = anchor("a", "2026-11-29T13:00:30Z", fence);
        expired(NOON, 100, anchor);

        renewals.expired("team-b", List.of(), NOON, TimeUnit.SECONDS.toNanos(110));

        assertThat(expired(NOON, 130, anchor)).containsExactly("a");
    }

    /** While another replica leads this one sees no renewals, so it begins to count again. */
    @Test
    void beginsToObserveAgainAfterAnotherHasLed() {
        Duration fence = Duration.ofSeconds(30);
        FencedAnchorConfigMap anchor = anchor("a", "2026-11-29T13:00:30Z", fence);
        expired(NOON, 100, anchor);

        renewals.clear();

        assertThat(expired(NOON, 200, anchor)).isEmpty();
        assertThat(expired(NOON, 230, anchor)).containsExactly("a");
    }
}
