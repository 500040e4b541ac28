package dev.edgewise.common.prometheus;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.slf4j.LoggerFactory;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
class QueryProblemsTest {
    private final QueryProblems trouble =
            new QueryProblems(LoggerFactory.getLogger(QueryProblemsTest.class), "Prometheus: what is known stays");

    @Test
    void whatOnlyHasOtherNumbersIsLoggedOnce(CapturedOutput log) {
        trouble.report("observedAt is 12:00:06: it must be before 12:00:05");
        trouble.report("observedAt is 12:00:16: it must be before 12:00:15");
        assertThat(trouble.now()).contains("12:00:15");
        trouble.report("status 503");
        trouble.report("");
        trouble.report("");
        assertThat(log.toString().lines().filter(line -> line.contains("Prometheus")))
                .hasSize(3)
                .element(2)
                .asString()
                .contains("Prometheus answers all queries again");
    }

    @Test
    void whatAServerSaysWritesNoLinesOfItsOwnAndHasAnEnd(CapturedOutput log) {
        trouble.report("status 500: a\nERROR all is lost\r\n" + "e".repeat(5_000));
        assertThat(trouble.now()).hasSizeLessThan(1_002).contains("a ERROR all");
        assertThat(log.toString().lines().filter(line -> line.startsWith("ERROR")))
                .isEmpty();
    }
}
