package dev.edgewise.rewards.learning.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.common.signal.UnreadableSignalException;
import dev.edgewise.common.signal.reward.QuarantineStatus;
import dev.edgewise.rewards.outcomes.OutcomeCause;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PodTypeNodeLedgerJsonCodecTest {
    private static final Instant AT = Instant.parse("2026-01-01T00:00:00Z");
    private static final RecordedOutcome CRASH =
            new RecordedOutcome(AT, OutcomeCause.CRASH, 0, "default/web-7d9f8c6b5-abcde", "app: exit code 1, Error");

    private final PodTypeNodeLedgerJsonCodec codec = new PodTypeNodeLedgerJsonCodec();

    private static PodTypeNodeLedger ledger(Map<Long, CountedOutcomes> pods, List<RecordedOutcome> outcomes) {
        return new PodTypeNodeLedger(
                2.5,
                0.4,
                AT.toEpochMilli(),
                3,
                new QuarantineState(QuarantineStatus.QUARANTINED, AT, 2, new QuarantineState.Failures(3, 4, 5, 6)),
                new PodTypeNodeLedger.Pin(0.2, AT.plusSeconds(60)),
                pods,
                10,
                List.of(new PodTypeNodeLedger.Key(7, 70), new PodTypeNodeLedger.Key(-8, 80)),
                List.of(9L),
                outcomes);
    }

    @Test
    void readsWhatItWrote() throws UnreadableSignalException {
        PodTypeNodeLedger full = ledger(
                Map.of(-5L, new CountedOutcomes(3, 4, List.of(5L, 0L)), 6L, CountedOutcomes.NOTHING),
                List.of(CRASH, new RecordedOutcome(AT, OutcomeCause.PUSHED, 0.25, "", "\"slow\"")));
        assertThat(codec.decode(codec.encode(full))).isEqualTo(full);

        PodTypeNodeLedger empty = new PodTypeNodeLedger(
                0, 0, 7, 0, QuarantineState.open(1), null, Map.of(), 0, List.of(), List.of(), List.of());
        assertThat(codec.decode(codec.encode(empty))).isEqualTo(empty);
    }

    @Test
    void whatWasCountedIsWholeAndOutcomesFillWhatIsLeft() throws UnreadableSignalException {
        Map<Long, CountedOutcomes> pods = LongStream.range(0, 60)
                .boxed()
                .collect(Collectors.toMap(
                        pod -> pod * 0x9E3779B97F4A7C15L,
                        pod -> new CountedOutcomes(1, 0, List.of(1_767_225_600_000L))));
        byte[] bytes = codec.encode(ledger(pods, Collections.nCopies(20, CRASH)));

        PodTypeNodeLedger read = codec.decode(bytes);
        assertThat(bytes.length).isLessThan(4_096);
        assertThat(read.pods()).isEqualTo(pods);
        assertThat(read.outcomes()).hasSizeBetween(1, 19);
    }

    @Test
    void manyKeysLeaveRoomForTheLatestOutcomes() throws UnreadableSignalException {
        List<PodTypeNodeLedger.Key> keys = LongStream.range(0, PodTypeNodeLedger.KEYS)
                .mapToObj(key -> new PodTypeNodeLedger.Key(key * 0x9E3779B97F4A7C15L, 1_767_225_600_000L))
                .toList();
        PodTypeNodeLedger full = new PodTypeNodeLedger(
                0,
                0,
                7,
                0,
                QuarantineState.open(1),
                null,
                Map.of(),
                0,
                keys,
                List.of(),
                Collections.nCopies(20, CRASH));
        PodTypeNodeLedger read = codec.decode(codec.encode(full));
        assertThat(read.keys()).isEqualTo(keys);
        assertThat(read.outcomes()).hasSizeBetween(2, 19);
    }

    @Test
    void keysOfEarlierWritersAreAsOldAsTheirLedger() throws UnreadableSignalException {
        String old =
                """
                {"v":1,"weight":1,"sum":1,"standing":["open",1,2,3,4,5,6],"keys":[7],"at":70}
                """;
        assertThat(codec.decode(old.getBytes(StandardCharsets.UTF_8)).keys())
                .containsExactly(new PodTypeNodeLedger.Key(7, 70));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\0',
            textBlock =
                    """
            {}                                                                     | v is 0
            {"v":1,"weight":-1,"sum":0}                                            | weight is -1.0
            {"v":1,"weight":1,"sum":2}                                             | sum is 2.0
            {"v":1,"weight":1,"sum":1}                                             | standing is missing
            {"v":1,"weight":1,"sum":1,"standing":["shut",1,2,3,4,5,6]}             | state is "shut"
            {"v":1,"weight":1,"sum":1,"standing":["open",1]}                       | standing has 1 numbers
            {"v":1,"weight":1,"sum":1,"outcomes":[[1,"magic",0,"",""]]}            | cause is "magic"
            {"v":1,"weight":"x"}                                                   | not numeric
            nonsense                                                               | Unrecognized token
            """)
    void whatIsNoLedgerIsNamed(String text, String message) {
        assertThatThrownBy(() -> codec.decode(text.getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(UnreadableSignalException.class)
                .hasMessageContaining(message);
    }
}
