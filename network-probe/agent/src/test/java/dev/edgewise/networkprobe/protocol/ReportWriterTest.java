package dev.edgewise.networkprobe.protocol;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ReportWriterTest {
    private final Report report = new Report(
            255,
            "\"1f-2\"",
            17,
            1_700_000_000_123L,
            2,
            List.of(
                    new PeerResult("b", Transport.UDP, 5, 1, 1, new long[] {812, 799}),
                    new PeerResult("c", Transport.TCP, 5, 0)));

    @Test
    void writesJson() {
        assertThat(new String(ReportWriter.write(report), UTF_8))
                .isEqualTo(
                        """
                        {"session":"00000000000000ff","list":"\\"1f-2\\"","round":17,"sentAtMillis":1700000000123,"stalls":2,"results":[\
                        {"to":"b","via":"udp","sent":5,"rttMicros":[812,799],"discarded":1,"untimed":1},\
                        {"to":"c","via":"tcp","sent":5,"rttMicros":[],"discarded":0,"untimed":0}]}""");
    }

    @Test
    void whatIsWrittenIsRead() {
        assertThat(ReportParser.parse(ReportWriter.write(report))).isEqualTo(report);
        assertThat(ReportParser.parse(ReportWriter.write(report.withList(null))))
                .isEqualTo(report.withList(null));
    }
}
