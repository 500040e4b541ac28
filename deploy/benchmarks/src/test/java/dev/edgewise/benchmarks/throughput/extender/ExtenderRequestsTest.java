package dev.edgewise.benchmarks.throughput.extender;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class ExtenderRequestsTest {
    private static final String METRICS =
            """
            # TYPE edgewise_extender_answers_seconds summary
            edgewise_extender_answers_seconds{application="s",outcome="judged",verb="filter",quantile="0.5"} 0.001
            edgewise_extender_answers_seconds{application="s",outcome="late",verb="filter",quantile="0.99"} 3.0
            edgewise_extender_answers_seconds{application="s",outcome="judged",verb="filter",quantile="0.99"} 0.0025
            edgewise_extender_answers_seconds_count{application="s",outcome="judged",verb="filter"} 7
            """;

    @Test
    void readsTheTimeOfAVerb() throws IOException {
        assertThat(ExtenderRequests.p99Seconds(METRICS, "filter")).isEqualTo(0.0025);
    }

    @Test
    void aVerbThatWasNotAskedIsNoTime() {
        assertThatThrownBy(() -> ExtenderRequests.p99Seconds(METRICS, "prioritize"))
                .isInstanceOf(IOException.class)
                .hasMessage("the metrics have no time of prioritize");
    }
}
