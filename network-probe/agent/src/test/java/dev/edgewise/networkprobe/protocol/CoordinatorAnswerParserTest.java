package dev.edgewise.networkprobe.protocol;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CoordinatorAnswerParserTest {
    private static PeerList peers(String json) {
        return CoordinatorAnswerParser.peerList(json.getBytes(UTF_8));
    }

    private static ReportReply reply(String json) {
        return CoordinatorAnswerParser.reply(json.getBytes(UTF_8));
    }

    @Test
    void readsPeersAndSkipsWhatItDoesNotKnow() {
        assertThat(
                        peers(
                                """
                        {"node": "a", "more": {"echoes": 9}, "roundMillis": 10000, "echoes": 5, "validMillis": 120000, "echoKey": "00112233445566778899aabbccddeeff", "peers": [
                          {"node": "b", "address": "10.1.2.3", "port": 6970, "zone": ["x"]},
                          {"port": 7000, "address": "2001:db8::7", "node": "c"}]}"""))
                .isEqualTo(new PeerList(
                        "a",
                        10_000,
                        5,
                        1,
                        120_000,
                        "00112233445566778899aabbccddeeff",
                        List.of(new PeerAddress("b", "10.1.2.3", 6970), new PeerAddress("c", "2001:db8::7", 7000))));
    }

    @Test
    void readsHowOftenToReportAndToAsk() {
        String json = "{\"roundMillis\":1000,\"echoes\":5,\"roundsPerReport\":3,\"validMillis\":600000,\"peers\":[]}";
        assertThat(peers(json)).isEqualTo(new PeerList("", 1_000, 5, 3, 600_000, "", List.of()));
        assertThat(peers("{\"roundMillis\":1000,\"echoes\":5,\"peers\":[]}").validMillis())
                .isEqualTo(60_000);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"roundMillis\":1000,\"echoes\":5,\"roundsPerReport\":0,\"peers\":[]}|roundsPerReport is 0: it must be a whole number in 1..60",
                "{\"roundMillis\":1000,\"echoes\":5,\"validMillis\":0,\"peers\":[]}|validMillis is 0: it must be a whole number in 1..604800000",
                "{\"roundMillis\":1000,\"echoes\":5,\"validMillis\":9223372036854775807,\"peers\":[]}|in 1..604800000",
                "{\"roundMillis\":1000,\"echoes\":5,\"echoKey\":\"0123\",\"peers\":[]}|echoKey is no key: it must be 32 hexadecimal digits, or empty",
                "{\"roundMillis\":99,\"echoes\":5,\"peers\":[]}|roundMillis is 99: it must be a whole number in 100..3600000",
                "{\"roundMillis\":3600001,\"echoes\":5,\"peers\":[]}|roundMillis is 3600001",
                "{\"roundMillis\":1000,\"echoes\":0,\"peers\":[]}|echoes is 0: it must be a whole number in 1..100",
                "{\"roundMillis\":1000,\"echoes\":101,\"peers\":[]}|echoes is 101",
                "{\"roundMillis\":1000,\"peers\":[]}|echoes is 0",
                "{\"roundMillis\":1e30,\"echoes\":5,\"peers\":[]}|roundMillis is 1e30",
                "{\"roundMillis\":\"x\",\"echoes\":5,\"peers\":[]}|roundMillis is x",
                "{\"roundMillis\":1000,\"echoes\":5,\"peers\":7}|peers is VALUE_NUMBER_INT: it must be a JSON array",
                "{\"roundMillis\":1000,\"echoes\":5,\"peers\":[7]}|peers[0] is VALUE_NUMBER_INT: it must be a JSON object",
                "{\"roundMillis\":1000,\"echoes\":5,\"peers\":[{\"node\":\"b\",\"port\":1}]}|address \"\"",
                "{\"roundMillis\":1000,\"echoes\":5,\"peers\":[{\"node\":\"b\",\"address\":\"c\",\"port\":65536}]}|port 65536",
                "{\"roundMillis\":1000,\"echoes\":5|list of peers is no valid JSON",
                "[]|list of peers is START_ARRAY: it must be a JSON object",
                "x|list of peers is no valid JSON",
            })
    void saysWhatIsWrong(String json, String message) {
        assertThatThrownBy(() -> peers(json))
                .isInstanceOf(InvalidMessageException.class)
                .hasMessageContaining(message);
    }

    @Test
    void thereAreNeverMorePeersThanAReportHasRoomFor() {
        String peer = "{\"node\":\"b\",\"address\":\"10.0.0.1\",\"port\":1}";
        String peers = (peer + ",").repeat(256) + peer;
        assertThatThrownBy(() -> peers("{\"roundMillis\":1000,\"echoes\":5,\"peers\":[" + peers + "]}"))
                .hasMessageContaining("peers[256] is one too many: it must be at most 256 entries");
    }

    @Test
    void readsReplies() {
        assertThat(reply("")).isEqualTo(ReportReply.NOTHING);
        assertThat(reply("{}")).isEqualTo(ReportReply.NOTHING);
        assertThat(reply("{\"peersChanged\":true}")).isEqualTo(new ReportReply(true, List.of(), 0));
        assertThat(reply("{\"probeNow\":[{\"node\":\"c\",\"address\":\"10.0.0.1\",\"port\":9}],\"probeEchoes\":120}"))
                .isEqualTo(new ReportReply(false, List.of(new PeerAddress("c", "10.0.0.1", 9)), 120));
        assertThatThrownBy(() -> reply("{\"peersChanged\":1}"))
                .hasMessage("peersChanged is VALUE_NUMBER_INT: it must be true or false");
    }

    @Property(tries = 2000, seed = "11")
    void anyReplyIsReadOrRefused(@ForAll String tail) {
        assertThat(readable("{\"peersChanged\":true,\"probeNow\":" + tail)).isIn(true, false);
    }

    private static boolean readable(String json) {
        try {
            reply(json);
            return true;
        } catch (InvalidMessageException e) {
            return false;
        }
    }
}
