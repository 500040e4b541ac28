package dev.edgewise.scheduler.slots.decide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.scheduler.slots.decide.ProtocolModel.Loss;
import org.junit.jupiter.api.Test;

/** Everything that can happen, with the decisions of production. */
class ProtocolModelTest {
    @Test
    void nothingIsClaimedTwiceHeldInPartOrLost() {
        ProtocolSearch search = new ProtocolSearch(new ProtocolModel(true, true, Loss.NEVER)).all();

        // A number that changes says that the protocol has changed: read why before it is corrected.
        assertThat(search)
                .hasToString(
                        "1740571 states of 65353 clusters: 0 double claims, 0 partial holds, 0 pods of old epochs, "
                                + "0 leaks, 0 left over, 0 repetitions");
    }

    /** The ledger is lost at any moment, once, with whatever statuses are written at that time. */
    @Test
    void nothingIsClaimedTwiceHeldInPartLostOrRepeatedWhenTheLedgerIsLost() {
        ProtocolSearch search = new ProtocolSearch(new ProtocolModel(true, true, Loss.ONCE)).all();
        assertThat(search)
                .hasToString("128924 states of 56176 clusters: 0 double claims, 0 partial holds, 0 pods of old epochs, "
                        + "0 leaks, 0 left over, 0 repetitions");
    }

    /** The statuses are lost with the ledger, so what was done runs again: the search must find it. */
    @Test
    void theSearchFindsTheRepetitionOfAProtocolThatReadsNoStatuses() {
        ProtocolSearch search = new ProtocolSearch(new ProtocolModel(true, true, Loss.WITH_STATUSES));
        assertThat(search.until(() -> search.repetitions > 0).repetitions).isPositive();
    }

    /** A late claim of a Scheduling that is gone is never released without the sweep: the search must find it. */
    @Test
    void theSearchFindsTheLeakOfAProtocolWithoutSweep() {
        ProtocolSearch search = new ProtocolSearch(new ProtocolModel(false, true, Loss.NEVER));
        assertThat(search.until(() -> search.leaks > 0).leaks).isPositive();
    }

    /**
     * A late application brings a pod of an old epoch into a slot unless it is refused there: the search must find it.
     */
    @Test
    void theSearchFindsTheOldPodOfAProtocolWithoutFence() {
        ProtocolSearch search = new ProtocolSearch(new ProtocolModel(true, false, Loss.NEVER));
        assertThat(search.until(() -> search.oldPods > 0).oldPods).isPositive();
    }
}
