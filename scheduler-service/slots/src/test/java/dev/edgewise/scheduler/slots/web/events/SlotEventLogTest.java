package dev.edgewise.scheduler.slots.web.events;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.scheduler.slots.view.SlotObjectListener.Action;
import dev.edgewise.scheduler.slots.web.SlotFixtures;
import org.junit.jupiter.api.Test;

/** The latest changes, and clients that are behind. */
class SlotEventLogTest {
    private final SlotEventLog log = new SlotEventLog("r", 2, 1_000_000);

    private void add(int changes) {
        for (int i = 0; i < changes; i++) {
            log.changed(Action.MODIFIED, SlotFixtures.testbed("tb"));
        }
    }

    @Test
    void aClientContinuesAfterTheLastEventThatItHasSeen() throws InterruptedException {
        add(2);

        assertThat(log.position("r-1")).isEqualTo(1);
        assertThat(log.after(1, 0)).extracting(SlotObjectChange::number).containsExactly(2L);
        assertThat(log.after(2, 0)).isEmpty();
    }

    @Test
    void aClientThatIsTooFarBehindHasToListAgain() throws InterruptedException {
        add(4);

        // 3 and 4 are kept: after 2 nothing is missing, after 1 event 2 is.
        assertThat(log.position("r-2")).isEqualTo(2);
        assertThat(log.position("r-1")).isNegative();
        assertThat(log.after(1, 0)).isNull();
    }

    @Test
    void heavyEventsPushOthersOut() throws InterruptedException {
        // A testbed with two slots weighs 1,000 + 2 * 300 bytes: two fit into 3,200, and none beside the third into
        // 3,199.
        SlotEventLog fits = new SlotEventLog("r", 100, 3_200);
        SlotEventLog tight = new SlotEventLog("r", 100, 3_199);
        for (int i = 0; i < 3; i++) {
            fits.changed(Action.MODIFIED, SlotFixtures.testbed("tb"));
            tight.changed(Action.MODIFIED, SlotFixtures.testbed("tb"));
        }

        assertThat(fits.after(1, 0)).extracting(SlotObjectChange::number).containsExactly(2L, 3L);
        assertThat(tight.after(1, 0)).isNull();
        assertThat(tight.after(2, 0)).extracting(SlotObjectChange::number).containsExactly(3L);
    }

    @Test
    void textsSlotsAndRunsWeigh() {
        // 1,000 for the object; a run is 300 + 20 for its slot; data: profiler is 300 + 2 * 8 characters, its row 300,
        // and wc with 24 (16) 300 + 2 * 9.
        assertThat(EventSizeEstimate.of(SlotFixtures.job("pi"))).isEqualTo(2_254);
    }

    @Test
    void idsOfOthersAreUnknown() {
        add(1);

        assertThat(log.position("q-1")).isNegative();
        assertThat(log.position("r-x")).isNegative();
        assertThat(log.position("r-2")).isNegative();
    }

    @Test
    void aWaitEndsWhenTheLogIsClosed() throws InterruptedException {
        log.close();

        assertThat(log.after(0, Long.MAX_VALUE)).isEmpty();
        assertThat(log.isClosed()).isTrue();
    }
}
