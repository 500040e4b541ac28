package dev.edgewise.scheduler.decisions.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.scheduler.decisions.DecisionHistory;
import dev.edgewise.scheduler.decisions.DecisionRecord;
import dev.edgewise.scheduler.framework.Decision;
import dev.edgewise.scheduler.framework.SignalEvidence;
import dev.edgewise.scheduler.testing.TestPods;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DecisionJsonCodecTest {
    @Test
    void aDecisionOfOrdinarySizeIsKeptAsItIs() {
        DecisionRecord decision = decision("0/5 nodes are available", Map.of("Insufficient cpu", 5), 3);

        assertThat(DecisionJsonCodec.decode(DecisionJsonCodec.encode(decision))).isEqualTo(decision);
    }

    @Test
    void whatATenantMakesLongTakesABoundedPartOfRedis() {
        Map<String, Integer> reasons = new HashMap<>();
        IntStream.range(0, 300).forEach(i -> reasons.put("node(s) " + i + "x".repeat(3_000), i));
        DecisionRecord decision = decision("y".repeat(100_000), reasons, 500);

        byte[] bytes = DecisionJsonCodec.encode(decision);

        assertThat(bytes).hasSizeLessThan(8_192);
        DecisionRecord kept = DecisionJsonCodec.decode(bytes);
        assertThat(kept).isNotNull();
        assertThat(kept.pod()).isEqualTo(decision.pod());
        assertThat(kept.reasons()).hasSize(4).containsValues(299, 298, 297, 296);
        assertThat(kept.signals()).hasSize(4);
    }

    private static DecisionRecord decision(String message, Map<String, Integer> reasons, int signals) {
        List<SignalEvidence> used = IntStream.range(0, signals)
                .mapToObj(i -> new SignalEvidence("rtt", "edge-" + i + " -> *", null, SignalEvidence.State.MISSING))
                .toList();
        return new DecisionHistory(1, "a", Clock.fixed(Instant.EPOCH, ZoneOffset.UTC))
                .record(new Decision(
                        TestPods.pod("p").build(),
                        "edgewise",
                        Instant.EPOCH,
                        null,
                        message,
                        5,
                        0,
                        reasons,
                        Set.of(),
                        List.of(),
                        used));
    }
}
