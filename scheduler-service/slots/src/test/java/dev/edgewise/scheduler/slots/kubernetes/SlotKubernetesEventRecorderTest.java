package dev.edgewise.scheduler.slots.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.scheduler.slots.decide.SlotAction;
import dev.edgewise.scheduler.slots.model.ObjectKind;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Events of slots while the API server does not take them. */
class SlotKubernetesEventRecorderTest extends ReconcilerFixture {
    private static final String EVENTS = "POST /api/v1/namespaces/a/events";

    private void decide(String... messages) {
        List<SlotAction> events = Arrays.stream(messages)
                .<SlotAction>map(message -> new SlotAction.RecordEvent(
                        ObjectKind.TESTBED, testbed("a").metadata(), true, "Invalid", message))
                .toList();
        wanted.put("a", events);
        step(Duration.ofSeconds(1));
        wanted.clear();
    }

    private long sent() {
        return count(EVENTS + " Invalid");
    }

    private double dropped(String cause) {
        return meters.get("edgewise.slots.events.dropped")
                .tag("cause", cause)
                .counter()
                .count();
    }

    @Test
    void anEventIsWrittenAfterTheApiServerRefusedItWith503First() {
        refusals.put(EVENTS, 503);
        decide("no node matches");
        assertThat(sent()).isEqualTo(1);

        refusals.clear();
        step(Duration.ofSeconds(1));
        assertThat(sent()).as("again after a pause").isEqualTo(2);

        step(Duration.ofSeconds(30));
        assertThat(sent()).as("once it is written").isEqualTo(2);
    }

    @Test
    void theSameWarningIsNotSaidTwiceInARow() {
        decide("no node matches", "no node matches");
        decide("no node matches");
        assertThat(sent()).isEqualTo(1);

        decide("one node matches");
        decide("no node matches");
        assertThat(sent()).isEqualTo(3);
    }

    /** Messages differ where reasons do not: each is an event, and the one that happened twice counts. */
    @Test
    void equalEventsAreOneWhileTheyWait() {
        decide("no node matches", "one node matches", "no node matches");
        assertThat(sent()).isEqualTo(2);
    }

    @Test
    void whatTheApiServerDoesNotTakeIsCounted() {
        refusals.put(EVENTS, REFUSED);
        decide("no node matches");
        assertThat(dropped("refused")).isEqualTo(1);

        refusals.put(EVENTS, 503);
        decide("one node matches");
        eventSender.stop();
        assertThat(dropped("stopped")).isEqualTo(1);
        assertThat(dropped("busy")).isZero();
        assertThat(dropped("late")).isZero();
    }
}
