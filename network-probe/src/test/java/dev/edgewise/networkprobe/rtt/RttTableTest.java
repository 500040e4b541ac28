package dev.edgewise.networkprobe.rtt;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.signal.Observed;
import dev.edgewise.common.signal.RoundTripTime;
import dev.edgewise.networkprobe.matrix.BadFileException;
import dev.edgewise.networkprobe.matrix.MatrixParser;
import dev.edgewise.networkprobe.matrix.NamedMatrix;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RttTableTest {
    private static final Instant T0 = Instant.parse("2026-11-21T08:00:00Z");
    private static final Duration HOUR = Duration.ofHours(1);
    private static final Pair A_TO_B = new Pair("a", "b");

    private final RttTable table = new RttTable(HOUR);

    private static NamedMatrix matrix(String text, String... names) throws BadFileException {
        return MatrixParser.parse("m", text.getBytes(UTF_8)).named(List.of(names));
    }

    private static RoundTripTime byHand(long micros, Instant at) {
        return RoundTripTime.ofMicros(micros, new Observed(at, "manual", HOUR));
    }

    private long micros(String from, String to) {
        return table.row(from).get(to).p50Micros();
    }

    @Test
    void keepsTheDirectionAndLeavesTheDiagonalOut() throws BadFileException {
        assertThat(table.load(matrix("9 1\n2 9", "a", "b"), T0)).containsExactly("a", "b");

        assertThat(table.row("a"))
                .isEqualTo(Map.of("b", RoundTripTime.ofMicros(1_000, new Observed(T0, "static", HOUR))));
        assertThat(micros("b", "a")).isEqualTo(2_000);
    }

    @Test
    void onlyWhatChangedIsObservedAgain() throws BadFileException {
        table.load(matrix("0 1 2\n3 0 4\n5 6 0", "a", "b", "c"), T0);

        assertThat(table.load(matrix("0 1 7\n3 0 4\n5 6 0", "a", "b", "c"), T0.plusSeconds(1)))
                .containsExactly("a");
        assertThat(table.row("a").get("b").observed().at()).isEqualTo(T0);
        assertThat(table.row("a").get("c").observed().at()).isEqualTo(T0.plusSeconds(1));
    }

    @Test
    void aReorderedMatrixIsNoChange() throws BadFileException {
        table.load(matrix("0 1\n2 0", "a", "b"), T0);

        assertThat(table.load(matrix("0 2\n1 0", "b", "a"), T0.plusSeconds(1))).isEmpty();
    }

    @Test
    void nodesThatLeftTheMatrixAreDropped() throws BadFileException {
        table.load(matrix("0 1 2\n3 0 4\n5 6 0", "a", "b", "c"), T0);

        assertThat(table.load(matrix("0 2\n5 0", "a", "c"), T0)).containsExactly("a", "b", "c");
        assertThat(table.senders()).containsExactlyInAnyOrder("a", "c");
        assertThat(table.row("a")).containsOnlyKeys("c");
    }

    @Test
    void aPairPutByHandHoldsUntilTheFileSaysSomethingElseOfIt() throws BadFileException {
        table.load(matrix("0 1\n2 0", "a", "b"), T0);
        assertThat(table.put(A_TO_B, byHand(9, T0))).containsExactly("a");

        table.load(matrix("0 1\n3 0", "a", "b"), T0);
        assertThat(micros("a", "b")).isEqualTo(9);

        table.load(matrix("0 4\n3 0", "a", "b"), T0);
        assertThat(micros("a", "b")).isEqualTo(4_000);
    }

    @Test
    void puttingTheSameAgainChangesNothing() {
        table.put(A_TO_B, byHand(9, T0));

        assertThat(table.put(A_TO_B, byHand(9, T0.plusSeconds(5)))).isEmpty();
    }

    @Test
    void whatWasPutCanBeTakenBack() throws BadFileException {
        table.load(matrix("0 1\n2 0", "a", "b"), T0);
        table.put(A_TO_B, byHand(9, T0));
        table.put(new Pair("a", "z"), byHand(8, T0));

        assertThat(table.remove(A_TO_B)).containsExactly("a");
        assertThat(table.remove(A_TO_B)).isEmpty();
        assertThat(micros("a", "b")).isEqualTo(1_000);
        assertThat(micros("a", "z")).isEqualTo(8);
    }

    @Test
    void whatWasPutByHandGoesWithItsNode() throws BadFileException {
        table.load(matrix("0 1\n2 0", "a", "b"), T0);
        table.put(A_TO_B, byHand(9, T0));
        table.put(new Pair("b", "z"), byHand(8, T0));

        assertThat(table.keep(Set.of("a", "b", "z")::contains)).isEmpty();
        assertThat(table.keep(Set.of("a", "b")::contains)).containsExactly("b");
        assertThat(micros("a", "b")).isEqualTo(9);
        assertThat(table.row("b")).containsOnlyKeys("a");
    }

    @Test
    void valuesAreConfirmedWhenHalfOfTheirValidityIsOver() throws BadFileException {
        table.load(matrix("0 1\n2 0", "a", "b"), T0);
        table.put(A_TO_B, byHand(9, T0.plusSeconds(1)));

        assertThat(table.renew(T0.plusSeconds(1_800))).isEmpty();
        assertThat(table.renew(T0.plusSeconds(1_801))).containsExactly("b");
        assertThat(table.renew(T0.plusSeconds(1_802))).containsExactly("a");
        assertThat(table.row("a").get("b")).isEqualTo(byHand(9, T0.plusSeconds(1_802)));
    }

    @Test
    void whatWasPublishedBeforeARestartStaysInForce() throws BadFileException {
        RoundTripTime byFile = RoundTripTime.ofMicros(2_000, new Observed(T0, "static", HOUR));
        table.adopt("a", Map.of("b", byHand(9, T0)), true);
        table.adopt("b", Map.of("a", byFile), true);
        assertThat(table.adopted()).containsExactlyInAnyOrder("a", "b");
        assertThat(micros("b", "a")).isEqualTo(2_000);

        // The file is unchanged: nothing to publish, except the pair that is still put by hand.
        assertThat(table.load(matrix("0 1\n2 0", "a", "b"), T0.plusSeconds(9))).isEmpty();
        assertThat(micros("a", "b")).isEqualTo(9);
    }

    @Test
    void withoutFilesOnlyPairsPutByHandAreTakenOver() {
        RoundTripTime byFile = RoundTripTime.ofMicros(2_000, new Observed(T0, "static", HOUR));

        table.adopt("a", Map.of("b", byHand(9, T0)), false);
        table.adopt("b", Map.of("a", byFile), false);
        table.adopted();

        assertThat(table.senders()).containsExactly("a");
    }

    @Test
    void whatTheFileSaysIsKeptWhenTheRestIsForgotten() throws BadFileException {
        table.load(matrix("0 1\n2 0", "a", "b"), T0);
        table.put(A_TO_B, byHand(9_000, T0));

        table.forgetAdopted();

        assertThat(micros("a", "b")).isEqualTo(1_000);
    }

    @Test
    void whatWasTakenOverForAFileNotYetReadIsForgotten() {
        table.adopt("a", Map.of("b", RoundTripTime.ofMicros(5, new Observed(T0, "static", HOUR))), true);
        table.adopted();

        table.forgetAdopted();

        assertThat(table.senders()).isEmpty();
    }
}
