package dev.edgewise.global.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.testing.ManualTicker;
import dev.edgewise.common.testing.TestClock;
import dev.edgewise.global.TestRequests;
import dev.edgewise.global.model.RequestPhase;
import dev.edgewise.global.model.RequestStatus;
import dev.edgewise.kubernetes.events.LostEvents;
import dev.edgewise.kubernetes.events.ObjectEventQueue;
import dev.edgewise.kubernetes.events.ObjectEventSender;
import dev.edgewise.kubernetes.lease.ReplicaIdentity;
import dev.edgewise.kubernetes.testing.ScriptedApi;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** The metrics and the log of events of requests that are not written. */
@ExtendWith(OutputCaptureExtension.class)
class RequestEventConfigurationIT {
    private final RequestEventConfiguration configuration = new RequestEventConfiguration();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final ManualTicker ticker = new ManualTicker();
    private final TestClock clock = new TestClock();
    private final LostEvents lost = configuration.lostRequestEvents(meters, ticker);
    private final ObjectEventQueue queue = configuration.requestEventQueue(lost, meters);
    private final RequestEvents events = configuration.requestEvents(queue, clock);

    private void fail(String request) {
        events.changed(
                TestRequests.of(request, "[edge]").request(),
                new RequestStatus(RequestPhase.FAILED, 1, 0, List.of(), null, clock.instant(), null, ""));
    }

    private double dropped(String cause) {
        return meters.get("edgewise.global.events.dropped")
                .tag("cause", cause)
                .counter()
                .count();
    }

    @Test
    void eventsOfRequestsThatAreNotWrittenAreCountedAndLogged(CapturedOutput output) throws Exception {
        fail("a");
        fail("b");
        assertThat(meters.get("edgewise.global.events.waiting").gauge().value()).isEqualTo(2);
        try (ScriptedApi api = new ScriptedApi()) {
            ObjectEventSender sender = configuration.requestEventSender(
                    queue, lost, api.requests, clock, ticker, new ReplicaIdentity("replica"));
            api.refusal(403, "no").refusal(503, "later");
            sender.stop();
        }

        assertThat(meters.get("edgewise.global.events.refused").counter().count())
                .isEqualTo(1);
        assertThat(dropped("stopped")).isEqualTo(1);
        assertThat(dropped("busy")).isZero();
        assertThat(dropped("late")).isZero();
        assertThat(meters.get("edgewise.global.events.waiting").gauge().value()).isZero();
        assertThat(output.getOut()).contains("Events of requests were not written; events={STOPPED=1, REFUSED=1}");
    }
}
