package dev.edgewise.networkprobe.protocol;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ReportParserTest {
    private static final String GOOD =
            """
            {"session":"00000000000000ff","list":"\\"1f-2\\"","round":17,"sentAtMillis":1795255200000,"stalls":1,"newer":{"x":[1]},
             "results":[{"to":"b","via":"udp","sent":5,"rttMicros":[812,799],"discarded":1,"untimed":1},
                        {"to":"c","via":"tcp","sent":5,"rttMicros":[],"newer":null}]}""";

    private static Report parse(String json) {
        return ReportParser.parse(json.getBytes(UTF_8));
    }

    private static void refused(String json, String message) {
        assertThatThrownBy(() -> parse(json))
                .isInstanceOf(InvalidMessageException.class)
                .hasMessageContaining(message);
    }

    @Test
    void readsAReport() {
        Report report = parse(GOOD);

        assertThat(report.session()).isEqualTo(255);
        assertThat(report.list()).isEqualTo("\"1f-2\"");
        assertThat(parse(GOOD.replace("\"list\"", "\"other\"")).list()).isNull();
        assertThat(report.round()).isEqualTo(17);
        assertThat(report.stalls()).isEqualTo(1);
        assertThat(report.discarded()).isEqualTo(1);
        // Of the five to b one was answered at a time that is not known.
        assertThat(report.results())
                .containsExactly(
                        new PeerResult("b", Transport.UDP, 5, 1, 1, new long[] {812, 799}),
                        new PeerResult("c", Transport.TCP, 5, 0));
        assertThat(report.results()).extracting(PeerResult::lost).containsExactly(2, 5);
        assertThat(report.results()).extracting(PeerResult::known).containsExactly(5, 5);
    }

    /** One from before that field. */
    @Test
    void withoutWordOfThemNothingIsKnownOfTheDiscarded() {
        assertThat(parse(GOOD.replace(",\"untimed\":1", "")).results())
                .extracting(PeerResult::known)
                .containsExactly(4, 5);
    }

    @Test
    void namesTheFieldThatIsWrong() {
        refused("", "report is null: it must be a JSON object");
        refused("[]", "report is START_ARRAY: it must be a JSON object");
        refused("{", "report is no valid JSON");
        refused(GOOD + "{}", "report is followed by more");
        refused("{}", "session is missing");
        refused(GOOD.replace("00ff", "00FG"), "session is 00000000000000FG: it must be 16 hexadecimal digits");
        refused(GOOD.replace("1f-2", "1".repeat(63)), "list is \"1111");
        refused(GOOD.replace(":17", ":-1"), "round is -1: it must be a whole number in 0..");
        refused(GOOD.replace(":17", ":1.5"), "round is 1.5");
        refused(GOOD.replace(":17", ":99999999999999999999"), "round is 99999999999999999999");
        refused(GOOD.replace("812", "0"), "results[0].rttMicros[0] is 0: it must be a whole number in 1..60000000");
        refused(GOOD.replace("799", "60000001"), "results[0].rttMicros[1] is 60000001");
        refused(GOOD.replace("799", "-5"), "results[0].rttMicros[1] is -5");
        refused(GOOD.replace("799", "NaN"), "report is no valid JSON");
        refused(GOOD.replace("799", "1e9999"), "results[0].rttMicros[1] is 1e9999");
        refused(GOOD.replace("799", "\"799\""), "results[0].rttMicros[1] is 799");
        refused(
                GOOD.replace("\"sent\":5,\"rttMicros\":[812", "\"sent\":2,\"rttMicros\":[812"),
                "at most sent - discarded, 1");
        refused(GOOD.replace("\"sent\":5,\"rttMicros\":[]", "\"sent\":201,\"rttMicros\":[]"), "results[1].sent is 201");
        refused(GOOD.replace("untimed\":1", "untimed\":2"), "results[0].untimed is 2: it must be at most discarded, 1");
        refused(GOOD.replace("untimed\":1", "untimed\":-1"), "results[0].untimed is -1");
        refused(GOOD.replace("tcp", "icmp"), "results[1].via is icmp: it must be udp or tcp");
        refused(GOOD.replace("\"c\"", "\"b\""), "results[1].to is b: it must be a node that is not yet in the report");
        refused(GOOD.replace("\"to\":\"c\",", ""), "results[1].to is missing");
        refused(GOOD.replace("\"round\":17", "\"round\":17,\"round\":18"), "no valid JSON");
    }

    @Test
    void aReportHasAnEnd() {
        StringBuilder many = new StringBuilder("{\"to\":\"n0\",\"sent\":1,\"rttMicros\":[1]}");
        for (int i = 1; i <= 256; i++) {
            many.append(",{\"to\":\"n").append(i).append("\",\"sent\":1,\"rttMicros\":[1]}");
        }
        refused(
                "{\"session\":\"00000000000000ff\",\"round\":1,\"sentAtMillis\":1,\"results\":[" + many + "]}",
                "results[256] is one too many: it must be at most 256 entries");
    }
}
