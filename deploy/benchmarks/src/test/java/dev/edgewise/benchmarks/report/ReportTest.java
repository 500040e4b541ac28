package dev.edgewise.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ReportTest {
    @Test
    void isOneLineOfJsonInTheOrderTold() {
        Report report = new Report("example")
                .figure("nodes", 490)
                .figure("mean_ms", 12.345678)
                .bar("mean_ms", 50, 12.345678)
                .bar("lost", 0, 1);

        assertThat(report.toJson())
                .isEqualTo("{\"name\":\"example\",\"figures\":{\"nodes\":490,\"mean_ms\":12.35},\"bars\":{"
                        + "\"mean_ms\":{\"value\":12.35,\"atMost\":50.0,\"met\":true},"
                        + "\"lost\":{\"value\":1.0,\"atMost\":0.0,\"met\":false}}}");
    }

    /** 50.001 rounds to 50, yet is more than 50. */
    @Test
    void barsJudgeTheValueBeforeRounding() {
        assertThat(new Report("example").bar("ms", 50, 50.001).toJson())
                .contains("{\"value\":50.0,\"atMost\":50.0,\"met\":false}");
    }

    @Test
    void whatWasNotMeasuredIsNotMet() {
        assertThat(new Report("example").bar("ms", 50, Double.NaN).toJson())
                .contains("\"value\":null", "\"met\":false");
    }

    @Test
    void refusesToSayAFigureTwice() {
        Report report = new Report("example").figure("nodes", 490);

        assertThatThrownBy(() -> report.figure("nodes", 500)).hasMessage("figure nodes is reported twice");
    }
}
