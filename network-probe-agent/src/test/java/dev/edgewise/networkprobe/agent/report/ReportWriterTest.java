package dev.edgewise.networkprobe.agent.report;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.networkprobe.agent.probe.PeerResult;
import dev.edgewise.networkprobe.agent.probe.RoundResult;
import dev.edgewise.networkprobe.agent.probe.Via;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReportWriterTest {
    @Test
    void writesTheCoordinatorsWords() {
        RoundResult result = new RoundResult(
                2,
                List.of(
                        new PeerResult("b", Via.UDP, 5, List.of(812, 799), 1),
                        new PeerResult("c", Via.TCP, 5, List.of(), 0)),
                false);
        byte[] json =
                ReportWriter.write(255, "\"1f-2\"", new Report(17, Instant.ofEpochMilli(1_700_000_000_123L), result));
        assertThat(new String(json, UTF_8))
                .isEqualTo(
                        """
                        {"session":"00000000000000ff","list":"\\"1f-2\\"","round":17,"sentAtMillis":1700000000123,"stalls":2,"results":[\
                        {"to":"b","via":"udp","sent":5,"rttMicros":[812,799],"discarded":1},\
                        {"to":"c","via":"tcp","sent":5,"rttMicros":[],"discarded":0}]}""");
    }
}
