package dev.edgewise.sandbox.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StartFailureTest {
    @Test
    void saysWhatSpringBootPrints() {
        String log =
                """
                2026-11-29T13:00:00 ERROR o.s.b.d.LoggingFailureAnalysisReporter   :

                ***************************
                APPLICATION FAILED TO START
                ***************************

                Description:

                Failed to bind properties under 'edgewise.scheduler.bind.concurrency' to int:

                    Property: edgewise.scheduler.bind.concurrency
                    Value: "many"

                Action:

                Update your application's configuration

                """;

        assertThat(StartFailure.reason(log))
                .contains(
                        "Failed to bind properties under 'edgewise.scheduler.bind.concurrency' to int: Property:"
                                + " edgewise.scheduler.bind.concurrency Value: \"many\" Update your application's configuration");
    }

    @Test
    void isEmptyForAnotherEnd() {
        assertThat(StartFailure.reason("java.lang.OutOfMemoryError: Java heap space\n"))
                .isEmpty();
    }
}
