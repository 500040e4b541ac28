package dev.edgewise.kubernetes.events;

import static dev.edgewise.kubernetes.events.TestEvents.event;
import static dev.edgewise.kubernetes.events.TestEvents.normal;
import static dev.edgewise.kubernetes.events.TestEvents.warning;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.testing.ManualTicker;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** A queue for three events. */
@ExtendWith(OutputCaptureExtension.class)
class ObjectEventQueueTest {
    private static final Instant START = TestEvents.START;

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final LostEvents lost = TestEvents.lost(meters, new ManualTicker());
    private final ObjectEventQueue queue = new ObjectEventQueue(3, lost);

    /** Removes all events, and returns each as {@code web.Failed 1}. */
    private List<String> all() {
        List<String> all = new ArrayList<>();
        for (ObjectEvent event = queue.poll(); event != null; event = queue.poll()) {
            all.add(event.name() + " " + event.count());
        }
        return all;
    }

    private double dropped() {
        return dropped("busy");
    }

    private double dropped(String cause) {
        return meters.get("crontabs.lost").tag("cause", cause).counter().count();
    }

    @Test
    void eventsLeaveInTheOrderInWhichTheyCame() {
        queue.add(normal("a", "Completed"));
        queue.add(warning("b", "Failed"));
        queue.add(normal("c", "Completed"));

        assertThat(all()).containsExactly("a.Completed 1", "b.Failed 1", "c.Completed 1");
    }

    @Test
    void anEventCountsForTheOneOfItsObjectReasonAndDetailThatWaits() {
        queue.add(event("a", true, "Cleaning", "edge", START));
        queue.add(warning("b", "Failed"));
        queue.add(event("a", true, "Cleaning", "edge", START.plusSeconds(5)));

        assertThat(queue.size()).isEqualTo(2);
        ObjectEvent both = queue.poll();
        assertThat(both).isNotNull();
        assertThat(both.count()).isEqualTo(2);
        assertThat(both.first()).isEqualTo(START);
        assertThat(both.last()).isEqualTo(START.plusSeconds(5));
        assertThat(all()).containsExactly("b.Failed 1");
        assertThat(dropped()).isZero();
    }

    @Test
    void eventsOfOtherDetailsReasonsAndObjectsWaitBeside() {
        queue.add(event("a", true, "Cleaning", "edge", START));
        queue.add(event("a", true, "Cleaning", "core", START));
        queue.add(event("a", true, "Abandoned", "edge", START));

        assertThat(all()).containsExactly("a.Cleaning 1", "a.Cleaning 1", "a.Abandoned 1");
    }

    /** A thousand completions in a row once displaced the failure that an operator needs to see. */
    @Test
    void warningsAreKeptBeforeOthers() {
        queue.add(normal("a", "Completed"));
        queue.add(warning("b", "Failed"));
        queue.add(normal("c", "Completed"));
        queue.add(warning("d", "Failed"));
        queue.add(normal("e", "Completed"));

        assertThat(dropped()).isEqualTo(2);
        assertThat(all()).containsExactly("b.Failed 1", "d.Failed 1", "e.Completed 1");
    }

    @Test
    void whereThereAreOnlyWarningsTheNewestAreKept() {
        List.of("a", "b", "c", "d").forEach(request -> queue.add(warning(request, "Failed")));
        queue.add(normal("e", "Completed"));

        assertThat(dropped()).isEqualTo(2);
        assertThat(all()).containsExactly("b.Failed 1", "c.Failed 1", "d.Failed 1");
    }

    @Test
    void anEventThatIsPutBackIsTheLastOneUnlessANewerOneCountsForIt() {
        queue.add(warning("a", "Failed"));
        queue.add(warning("b", "Failed"));
        ObjectEvent first = queue.poll();
        assertThat(first).isNotNull();

        queue.putBack(first);
        ObjectEvent second = queue.poll();
        assertThat(second).isNotNull().extracting(ObjectEvent::name).isEqualTo("b.Failed");
        queue.add(event("b", true, "Failed", "", START.plusSeconds(5)));
        queue.putBack(second);

        assertThat(all()).containsExactly("a.Failed 1", "b.Failed 2");
    }

    /**
     * Decisions may be under way at the end of the process, and an event on its way to the API server: four are
     * counted, as one was put back for two.
     */
    @Test
    void noEventWaitsOnceTheQueueIsClosed() {
        queue.add(warning("a", "Failed"));
        queue.close();
        assertThat(dropped("stopped")).isEqualTo(1);

        queue.add(normal("b", "Completed"));
        queue.putBack(warning("c", "Failed").after(warning("c", "Failed")));

        assertThat(dropped("stopped")).isEqualTo(4);
        assertThat(dropped()).isZero();
        assertThat(queue.size()).isZero();
    }

    @Test
    void theLogSaysHowManyWereDroppedAndOneOfThem(CapturedOutput output) {
        List.of("a", "b", "c", "d", "e").forEach(request -> queue.add(normal(request, "Completed")));

        lost.log();
        lost.log();

        assertThat(output.getOut())
                .containsOnlyOnce("Events of crontabs were not written; events={BUSY=2}"
                        + " cause=shop/b Completed: 3 others wait");
    }
}
