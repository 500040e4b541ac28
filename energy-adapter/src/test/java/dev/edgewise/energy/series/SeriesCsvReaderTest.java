package dev.edgewise.energy.series;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SeriesCsvReaderTest {
    private static NodeTimeSeries parse(String... lines) throws InvalidSeriesException {
        return SeriesCsvReader.parse("trace.csv", List.of(lines), 100, "a percentage in 0..100");
    }

    @Test
    void aLineHoldsUntilTheNextAndTheFirstFollowsTheLast() throws Exception {
        NodeTimeSeries series = parse("# percent", "time,a,b", "0,90,10", "", "30,80,20.5", "60, 70, 30");

        assertThat(series.nodes()).containsExactlyInAnyOrder("a", "b");
        assertThat(series.value("a", 29.9)).contains(90.0);
        assertThat(series.value("b", 30)).contains(20.5);
        assertThat(series.value("a", 89))
                .as("the last lasts as long as the one before")
                .contains(70.0);
        assertThat(series.value("a", 90)).contains(90.0);
        assertThat(series.value("c", 0)).isEmpty();
    }

    @Test
    void slotsOfMinutesAreAmountsOrPercentages() throws Exception {
        NodeTimeSeries series = parse("slot,minute_from,minute_to,w1", "0,0,10,60", "1,10,20,0");

        assertThat(series.value("w1", 599)).contains(60.0);
        assertThat(series.perHour("w1", 0)).as("60 in 10 minutes").isEqualTo(360);
        assertThat(series.perHour("w1", 600)).isZero();
        assertThat(series.perHour("w1", 1_200)).isEqualTo(360);
        assertThat(series.perHour("w2", 0)).isZero();
        assertThat(NodeTimeSeries.of(Duration.ofMinutes(10), Map.of("w1", List.of(60.0, 0.0)))
                        .perHour("w1", 1_199))
                .isZero();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "time,a|0,1|5,x; trace.csv:3: column a is \"x\": it must be a percentage in 0..100",
                "time,a|0,1|5,NaN; trace.csv:3: column a is \"NaN\"",
                "time,a|0,101; trace.csv:2: column a is \"101\"",
                "time,a|0,-1; trace.csv:2: column a is \"-1\"",
                "time,a|0,1e306; trace.csv:2: column a is \"1e306\": it must be a percentage in 0..100",
                "time,a|0,1|1e-300,2; trace.csv:3: column time is \"1e-300\": it must be 0 in the first line, then ascending by a microsecond",
                "time,a|0,1|1e10,2; trace.csv:3: column time is \"1e10\": it must be a number of seconds up to 1e9",
                "slot,minute_from,minute_to,a|0,0,1e308,5; trace.csv:2: column minute_to is \"1e308\": it must be a number of minutes up to 1e7",
                "time,a|0,; trace.csv:2: column a is \"\"",
                "time,a|0,1,2; trace.csv:2: the line has 3 values: it must have 2, as the header",
                "time,a|1,1; trace.csv:2: column time is \"1\": it must be 0 in the first line, then ascending",
                "time,a|0,1|0,2; trace.csv:3: column time is \"0\": it must be 0 in the first line, then ascending",
                "time,a,a|0,1,1; trace.csv:1: the header names a node twice",
                "node,a|0,1; trace.csv:1: the header is \"node,a\": it must be time, or slot,minute_from,minute_to",
                "time|0; trace.csv:1: the header is \"time\"",
                "time,a; trace.csv:1: there are no values",
                "slot,minute_from,minute_to,a|1,0,10,5; trace.csv:2: column slot is \"1\": it must be 0",
                "slot,minute_from,minute_to,a|0,0,10,5|1,11,20,5; trace.csv:3: column minute_from is \"11\"",
                "slot,minute_from,minute_to,a|0,0,0,5; trace.csv:2: column minute_to is \"0\": it must be above",
            })
    void namesLineColumnValueAndWhatIsAllowed(String lines, String problem) {
        assertThatThrownBy(() -> parse(lines.split("\\|")))
                .isInstanceOf(InvalidSeriesException.class)
                .hasMessageContaining(problem);
    }
}
