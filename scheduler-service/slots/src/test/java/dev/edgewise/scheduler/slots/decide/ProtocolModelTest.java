package dev.edgewise.scheduler.slots.decide;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Everything that can happen, with the decisions of production. */
class ProtocolModelTest {
    @Test
    void nothingIsClaimedTwiceHeldInPartOrLost() {
        ProtocolSearch search = new ProtocolSearch(new ProtocolModel(true, true)).all();

        // A number that changes says that the protocol has changed: read why before it is corrected.
        assertThat(search)
                .hasToString(
                        "1740571 states of 65353 clusters: 0 double claims, 0 partial holds, 0 pods of old epochs, "
                                + "0 leaks, 0 left over");
    }

    /** A late claim of a Scheduling that is gone is never released without the sweep: the search must find it. */
    @Test
    void theSearchFindsTheLeakOfAProtocolWithoutSweep() {
        ProtocolSearch search = new ProtocolSearch(new ProtocolModel(false, true));
        assertThat(search.until(() -> search.leaks > 0).leaks).isPositive();
    }

    /** A late application brings a pod of an old epoch into a slot unless it is refused there: the search must find it. */
    @Test
    void theSearchFindsTheOldPodOfAProtocolWithoutFence() {
        ProtocolSearch search = new ProtocolSearch(new ProtocolModel(true, false));
        assertThat(search.until(() -> search.oldPods > 0).oldPods).isPositive();
    }
}
