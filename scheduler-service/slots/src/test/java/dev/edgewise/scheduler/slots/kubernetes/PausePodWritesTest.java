package dev.edgewise.scheduler.slots.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.scheduler.slots.decide.SlotAction;
import dev.edgewise.scheduler.slots.decide.SlotPausePod;
import dev.edgewise.scheduler.slots.model.ObjectKey;
import dev.edgewise.scheduler.slots.model.SlotPlace;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Pause pods come before the pods that take their slots, and are not made again and again where they cannot be. */
class PausePodWritesTest extends ReconcilerFixture {
    private static final String PAUSE_PODS = "POST /api/v1/namespaces/edgewise/pods";
    private static final String JOBS = "POST /apis/batch/v1/namespaces/a/jobs";

    private static SlotPausePod ended(String uid) {
        return pausePod(uid, "uid-a-tb", true);
    }

    private static SlotPausePod pausePod(String uid, String testbed, boolean isFinished) {
        return new SlotPausePod(
                new ObjectKey("edgewise", uid), uid, testbed, new SlotPlace("n1", 0, 0), SLOT, false, isFinished);
    }

    @Test
    void pausePodsAreMadeBeforeTheApplicationWhosePodsTakeTheirSlots() {
        wanted.put("a", List.of(create("a", "job"), pausePod("a", "n1")));

        step(Duration.ofSeconds(1));

        assertThat(requests).containsSubsequence(PAUSE_PODS, JOBS);
    }

    /** The API server of this test answers with the object that was sent. */
    @Test
    void whatWasMadeIsSeenByTheNextDecision() {
        wanted.put("a", List.of(create("a", "job"), pausePod("a", "n1")));
        step(Duration.ofSeconds(1));
        wanted.clear();

        step(Duration.ofMillis(50));

        assertThat(decided).hasSize(2);
        assertThat(inputs.get("a").pausePods())
                .extracting(pausePod -> pausePod.place().node())
                .containsExactly("n1");
        assertThat(inputs.get("a").applications())
                .extracting(application -> application.key().name())
                .containsExactly("pi");
    }

    /** A kubelet that takes no further pod ends it: the next one is made after 1 min, then after 2 min. */
    @Test
    void aPausePodThatHasEndedIsMadeAgainAfterAPauseThatGrows() {
        SlotAction create = pausePod("a", "n1");
        wanted.put("a", List.of(new SlotAction.DeletePausePod(ended("g1")), create));
        step(Duration.ofSeconds(1));
        wanted.put("a", List.of(create));
        cache.change(List.of("a"));
        step(Duration.ofSeconds(59));
        assertThat(count(PAUSE_PODS)).isZero();
        step(Duration.ofSeconds(1));
        assertThat(count(PAUSE_PODS)).isEqualTo(1);

        wanted.put("a", List.of(new SlotAction.DeletePausePod(ended("g2")), create));
        cache.change(List.of("a"));
        step(Duration.ofSeconds(1));
        wanted.put("a", List.of(create));
        step(Duration.ofSeconds(119));
        assertThat(count(PAUSE_PODS)).isEqualTo(1);
        step(Duration.ofSeconds(1));
        assertThat(count(PAUSE_PODS)).isEqualTo(2);
    }

    @Test
    void aPausePodWithoutTestbedIsDeletedWithPauses() {
        String delete = "DELETE /api/v1/namespaces/edgewise/pods/g";
        refusals.put(delete, 403);
        cache.put(pausePod("g", "uid-gone", false), "1");
        for (int millis = 0; millis < 10_000; millis += 50) {
            step(Duration.ofMillis(50));
        }
        // At 0, 1, 3 and 7 s.
        assertThat(count(delete)).isEqualTo(4);
    }

    @Test
    void aLeaderThatComesAgainDeletesAtOnce() {
        String delete = "DELETE /api/v1/namespaces/edgewise/pods/g";
        cache.put(pausePod("g", "uid-gone", false), "1");
        step(Duration.ofSeconds(1));
        decisions.active = false;
        step(Duration.ofMillis(50));
        decisions.active = true;
        step(Duration.ofMillis(50));

        assertThat(count(delete)).isEqualTo(2);
    }
}
