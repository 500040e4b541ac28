package dev.edgewise.networkprobe.agent.probe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.networkprobe.agent.probe.EchoTimetable.Send;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class EchoTimetableTest {
    private static final long MILLI = 1_000_000;

    @Property(tries = 200, seed = "3")
    void echoesAreApartAndEachPeerGetsOneBeforeAnyGetsTheNext(
            @ForAll @IntRange(min = 1, max = 60) int peers, @ForAll @IntRange(min = 1, max = 8) int echoes) {
        long round = 10_000 * MILLI;
        List<Send> sends =
                EchoTimetable.spread(peers, echoes, round, new Random(5)).sends();
        assertThat(sends).hasSize(peers * echoes);
        long slot = round / (peers * echoes);
        for (int i = 0; i < sends.size(); i++) {
            assertThat(sends.get(i).atNanos()).isBetween(i * slot, i * slot + slot * 4 / 5);
        }
        for (int turn = 0; turn < echoes; turn++) {
            assertThat(sends.subList(turn * peers, (turn + 1) * peers).stream().map(Send::peer))
                    .doesNotHaveDuplicates();
        }
    }

    @Test
    void aRoundTooShortForItsEchoesTakesLonger() {
        List<Send> sends =
                EchoTimetable.spread(100, 10, 100 * MILLI, new Random(5)).sends();
        // 1,000 echoes a millisecond apart: the last begins its slot at 999 ms
        assertThat(sends.get(999).atNanos()).isBetween(999 * MILLI, 1000 * MILLI);
    }

    @Test
    void aRoundWithoutPeersIsEmpty() {
        assertThat(EchoTimetable.spread(0, 5, 10_000 * MILLI, new Random(5)).sends())
                .isEmpty();
    }

    @Test
    void theSameSeedPlansTheSame() {
        assertThat(EchoTimetable.spread(7, 5, MILLI, new Random(9)))
                .isEqualTo(EchoTimetable.spread(7, 5, MILLI, new Random(9)))
                .isNotEqualTo(EchoTimetable.spread(7, 5, MILLI, new Random(10)));
    }

    @Test
    void atOnceIsATurnOfAllPeersAtAFixedDistance() {
        assertThat(EchoTimetable.atOnce(2, 2, 20).sends())
                .containsExactly(new Send(0, 0), new Send(20, 1), new Send(40, 0), new Send(60, 1));
    }
}
