package dev.edgewise.networkprobe.goldpinger;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CheckAllParserTest {
    private static final String DOCUMENT =
            """
            {
              "OK": false, "hosts-number": 3, "hosts-healthy": 2,
              "hosts": [{"hostIP": "192.168.0.1", "podIP": "10.0.0.1", "podName": "gp-a"}],
              "responses": {
                "gp-a": {
                  "HostIP": "192.168.0.1", "OK": true, "PodIP": "10.0.0.1", "status-code": 200,
                  "response": {
                    "dnsResults": {"example.org": {"response-time-ms": 3}},
                    "podResults": {
                      "gp-a": {"HostIP": "192.168.0.1", "OK": true, "PodIP": "10.0.0.1",
                               "response": {"boot_time": "2026-11-21T08:00:00.000Z"}, "status-code": 200},
                      "gp-b": {"OK": true, "response-time-ms": 7, "status-code": 200,
                               "response": {"received": {"ping": 4}}},
                      "gp-c": {"OK": false, "error": "timeout", "response-time-ms": 300, "status-code": 504}
                    }
                  }
                },
                "gp-b": {"OK": false, "error": "context deadline exceeded", "status-code": 504},
                "gp-c": {"OK": true, "response": {"podResults": {
                  "gp-a": {"OK": "yes", "response-time-ms": 1},
                  "gp-b": {"OK": true, "response-time-ms": -4},
                  "10.0.0.1": {"OK": true, "response-time-ms": 12}
                }}},
                "gp-d": null
              }
            }""";

    private final List<String> heard = new ArrayList<>();
    private final CheckAllListener listener = new CheckAllListener() {
        @Override
        public void ping(String from, String to, boolean ok, long millis) {
            heard.add(from + ">" + to + (ok ? "=" + millis : " failed"));
        }

        @Override
        public void failed(String from) {
            heard.add(from + " reported nothing");
        }
    };

    private void parse(String json) throws IOException {
        CheckAllParser.parse(new ByteArrayInputStream(json.getBytes(UTF_8)), listener);
    }

    @Test
    void readsEachResultAndLeavesOutWhatIsNone() throws IOException {
        parse(DOCUMENT);

        assertThat(heard)
                .containsExactly(
                        "gp-a>gp-a=0",
                        "gp-a>gp-b=7",
                        "gp-a>gp-c failed",
                        "gp-b reported nothing",
                        "gp-c>10.0.0.1=12",
                        "gp-d reported nothing");
    }

    @Test
    void tellsWhatIsNoDocument() {
        assertThatThrownBy(() -> parse("<html>")).hasMessageContaining("it is not the JSON of /check_all");
        assertThatThrownBy(() -> parse("{\"OK\":true}")).hasMessage("it has no object \"responses\"");
        assertThatThrownBy(() -> parse(DOCUMENT.substring(0, 700))).isInstanceOf(IOException.class);
    }

    @Test
    void resultsBelongToNodesWithTheirDirection() throws IOException {
        GoldpingerResults refresh =
                new GoldpingerResults(Map.of("gp-a", "a", "10.0.0.1", "a", "gp-b", "b", "gp-c", "c"));

        CheckAllParser.parse(new ByteArrayInputStream(DOCUMENT.getBytes(UTF_8)), refresh);

        assertThat(refresh.results()).containsOnlyKeys("a", "c");
        assertThat(refresh.results().get("a").get("b").rttMicros()).containsExactly(7_000);
        assertThat(refresh.results().get("a").get("c").lost()).isEqualTo(1);
        assertThat(refresh.results().get("c").get("a").rttMicros()).containsExactly(12_000);
        assertThat(refresh.failed()).containsExactlyInAnyOrder("gp-b", "gp-d");
    }

    @Test
    void podsOfUnknownNodesAreLeftOutAndBelowOneMillisecondIsNotZero() {
        GoldpingerResults refresh = new GoldpingerResults(Map.of("x", "a", "y", "b"));

        refresh.ping("x", "gone", true, 5);
        refresh.ping("x", "y", true, 0);
        refresh.ping("y", "x", true, 60_001);

        assertThat(refresh.unknown()).containsExactly("gone");
        assertThat(refresh.results().get("a").get("b").rttMicros()).containsExactly(500);
        assertThat(refresh.results()).doesNotContainKey("b");
    }
}
