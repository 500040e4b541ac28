package dev.edgewise.networkprobe.figures;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.networkprobe.nodes.NodeDirectory;
import dev.edgewise.networkprobe.protocol.PeerResult;
import dev.edgewise.networkprobe.protocol.Transport;
import dev.edgewise.networkprobe.sources.RttSourceKind;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import org.junit.jupiter.api.Test;

class SourceMetricsTest {
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();

    /** The share of lost echoes would otherwise not be the loss while an agent is busy. */
    @Test
    void anAnswerAtATimeThatIsNotKnownIsAnAnswer() {
        SourceMetrics figures = new SourceMetrics(meters, new NodeDirectory(), RttSourceKind.AGENTS);
        figures.measured("a", List.of(new PeerResult("b", Transport.UDP, 10, 6, 6, new long[] {1_000, 1_000})));
        assertThat(probes("answered")).isEqualTo(8);
        assertThat(probes("lost")).isEqualTo(2);
    }

    private double probes(String result) {
        return meters.get("edgewise.rtt.probes").tag("result", result).counter().count();
    }
}
