package dev.edgewise.networkprobe.agent.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.networkprobe.agent.probe.RoundResult;
import java.time.Clock;
import java.util.List;
import org.junit.jupiter.api.Test;

class OutboxTest {
    private final Outbox outbox = new Outbox(Clock.systemUTC());

    private void add(int rounds) {
        for (int i = 0; i < rounds; i++) {
            outbox.add(new RoundResult(0, List.of()));
        }
    }

    @Test
    void keepsTheNewestTwo() throws InterruptedException {
        add(5);
        Report fourth = outbox.first(0);
        assertThat(fourth.round()).isEqualTo(4);
        assertThat(outbox.first(0)).isEqualTo(fourth);
        outbox.remove(fourth);
        assertThat(outbox.first(0).round()).isEqualTo(5);
    }

    @Test
    void whatIsGoneAlreadyMayBeRemoved() throws InterruptedException {
        add(1);
        Report first = outbox.first(0);
        add(2);
        outbox.remove(first);
        assertThat(outbox.first(0).round()).isEqualTo(2);
    }

    @Test
    void anEmptyOneHasNone() throws InterruptedException {
        assertThat(outbox.first(1)).isNull();
    }
}
