package dev.edgewise.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ProcStatTest {
    /** majflt 3, utime 1234 and stime 66 ticks. The name may look like more fields. */
    private static final String STAT =
            "4711 (kube) S 9 (x) S 1 4711 4711 0 -1 4194560 100 200 3 4 1234 66 7 8 20 0 12 0 99 1 2 3\n";

    /** 1300 hundredths of a second. */
    @Test
    void addsUserAndSystemTime() {
        assertThat(ProcStat.cpuSeconds(STAT)).isEqualTo(13.0);
    }

    @Test
    void countsFaultsThatReadAFile() {
        assertThat(ProcStat.majorFaults(STAT)).isEqualTo(3);
    }

    @Test
    void aProcessThatIsGoneHasNoTime() {
        assertThat(ProcStat.cpuSeconds(-1)).isNaN();
    }
}
