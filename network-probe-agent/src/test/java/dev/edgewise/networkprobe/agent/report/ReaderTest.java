package dev.edgewise.networkprobe.agent.report;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.networkprobe.agent.probe.Assignment;
import dev.edgewise.networkprobe.agent.probe.Peer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReaderTest {
    private final List<String> faults = new ArrayList<>();
    private final Addresses addresses = new Addresses(
            name -> {
                throw new UnknownHostException(name);
            },
            () -> 0,
            faults::add);

    private Peers peers(String json) throws IOException {
        return AssignmentReader.read(json.getBytes(UTF_8), "tag", addresses);
    }

    private Assignment assignment(String json) throws IOException {
        return peers(json).assignment();
    }

    private Answer answer(String json) throws IOException {
        return AnswerReader.read(json.getBytes(UTF_8), addresses);
    }

    @Test
    void readsPeersAndSkipsWhatItDoesNotKnow() throws IOException {
        assertThat(
                        assignment(
                                """
                        {"node": "a", "more": {"echoes": 9}, "roundMillis": 10000, "echoes": 5, "validMillis": 120000, "peers": [
                          {"node": "b", "address": "10.1.2.3", "port": 6970, "zone": ["x"]},
                          {"port": 7000, "address": "2001:db8::7", "node": "c"}]}"""))
                .isEqualTo(new Assignment(
                        Duration.ofSeconds(10),
                        5,
                        1,
                        List.of(
                                new Peer("b", new InetSocketAddress("10.1.2.3", 6970)),
                                new Peer("c", new InetSocketAddress("2001:db8::7", 7000)))));
    }

    @Test
    void readsHowOftenToReportAndToAsk() throws IOException {
        String json = "{\"roundMillis\":1000,\"echoes\":5,\"roundsPerReport\":3,\"validMillis\":600000,\"peers\":[]}";
        assertThat(peers(json))
                .isEqualTo(new Peers(
                        new Assignment(Duration.ofSeconds(1), 5, 3, List.of()), Duration.ofMinutes(10), "tag"));
        assertThat(peers("{\"roundMillis\":1000,\"echoes\":5,\"peers\":[]}").validFor())
                .isEqualTo(Duration.ofMinutes(1));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"roundMillis\":1000,\"echoes\":5,\"roundsPerReport\":0,\"peers\":[]}|roundsPerReport is 0: allowed are 1 to 60",
                "{\"roundMillis\":1000,\"echoes\":5,\"validMillis\":0,\"peers\":[]}|validMillis is 0: allowed are 1 to 604800000",
                "{\"roundMillis\":1000,\"echoes\":5,\"validMillis\":9223372036854775807,\"peers\":[]}|allowed are 1 to 604800000",
                "{\"roundMillis\":99,\"echoes\":5,\"peers\":[]}|round is 99 ms: allowed are 100 to 3600000",
                "{\"roundMillis\":3600001,\"echoes\":5,\"peers\":[]}|round is 3600001 ms",
                "{\"roundMillis\":1000,\"echoes\":0,\"peers\":[]}|echoes is 0: allowed are 1 to 100",
                "{\"roundMillis\":1000,\"echoes\":101,\"peers\":[]}|echoes is 101",
                "{\"roundMillis\":1000,\"peers\":[]}|echoes is 0",
                "{\"roundMillis\":1e30,\"echoes\":5,\"peers\":[]}|no JSON that an agent understands",
                "{\"roundMillis\":\"x\",\"echoes\":5,\"peers\":[]}|no JSON that an agent understands",
                "{\"roundMillis\":1000,\"echoes\":5,\"peers\":7}|VALUE_NUMBER_INT where a list of peers is expected",
                "{\"roundMillis\":1000,\"echoes\":5,\"peers\":[7]}|VALUE_NUMBER_INT where an object is expected",
                "{\"roundMillis\":1000,\"echoes\":5,\"peers\":[{\"node\":\"b\",\"port\":1}]}|address \"null\"",
                "{\"roundMillis\":1000,\"echoes\":5|no JSON that an agent understands",
                "[]|START_ARRAY where an object is expected",
                "x|no JSON that an agent understands",
            })
    void saysWhatIsWrong(String json, String message) {
        assertThatThrownBy(() -> assignment(json))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(message);
    }

    @Test
    void aPeerWithAnUnknownAddressIsLeftOutAndNamed() throws IOException {
        String json =
                """
                {"roundMillis":1000,"echoes":5,"peers":[{"node":"b","address":":::","port":1},\
                {"node":"c","address":"10.0.0.1","port":1}]}""";
        assertThat(assignment(json).peers()).containsExactly(new Peer("c", new InetSocketAddress("10.0.0.1", 1)));
        assertThat(faults).containsExactly("\":::\" is no IP address: the peer is left out");
    }

    @Test
    void thereAreNeverMorePeersThanAReportHasRoomFor() {
        String peer = "{\"node\":\"b\",\"address\":\"10.0.0.1\",\"port\":1}";
        String peers = (peer + ",").repeat(256) + peer;
        assertThatThrownBy(() -> assignment("{\"roundMillis\":1000,\"echoes\":5,\"peers\":[" + peers + "]}"))
                .hasMessageContaining("more than 256 peers");
    }

    @Test
    void readsAnswers() throws IOException {
        assertThat(answer("")).isEqualTo(new Answer(false, List.of(), 0));
        assertThat(answer("{}")).isEqualTo(new Answer(false, List.of(), 0));
        assertThat(answer("{\"peersChanged\":true}")).isEqualTo(new Answer(true, List.of(), 0));
        assertThat(answer("{\"probeNow\":[{\"node\":\"c\",\"address\":\"10.0.0.1\",\"port\":9}],\"probeEchoes\":120}"))
                .isEqualTo(new Answer(false, List.of(new Peer("c", new InetSocketAddress("10.0.0.1", 9))), 120));
    }

    @Property(tries = 2000, seed = "11")
    void anyAnswerIsReadOrRefused(@ForAll String tail) {
        assertThat(readable("{\"peersChanged\":true,\"probeNow\":" + tail)).isIn(true, false);
    }

    private boolean readable(String json) {
        try {
            answer(json);
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
