package dev.edgewise.scheduler.slots.web.events;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.scheduler.slots.view.SlotObjectListener.Action;
import dev.edgewise.scheduler.slots.web.SlotFixtures;
import org.junit.jupiter.api.Test;

/** The latest changes, and clients that are behind. */
class SlotEventLogTest {
    private final SlotEventLog log = new SlotEventLog("r", 2);

    private void add(int changes) {
        for (int i = 0; i < changes; i++) {
            log.changed(Action.MODIFIED, SlotFixtures.testbed("tb"));
        }
    }

    @Test
    void aClientContinuesAfterTheLastEventThatItHasSeen() throws InterruptedException {
        add(2);

        assertThat(log.position("r-1")).isEqualTo(1);
        assertThat(log.after(1, 0)).extracting(SlotEvent::number).containsExactly(2L);
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
