package dev.edgewise.scheduler.kubernetes.fence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.testing.ManualTicker;
import dev.edgewise.kubernetes.api.ApiUnavailableException;
import dev.edgewise.kubernetes.http.ApiResponse;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ExpiredAnchorConfigMapDeleterTest {
    private final ManualTicker ticker = new ManualTicker();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final List<String> asked = new ArrayList<>();
    private boolean leads = true;

    /** Deletions that take so long, and are answered by a code for each name, 200 without one; 0 is no answer. */
    private ExpiredAnchorConfigMapDeleter deletions(Duration each, Map<String, Integer> codes) {
        return new ExpiredAnchorConfigMapDeleter(
                anchor -> {
                    asked.add(anchor.name());
                    ticker.advance(each);
                    int code = codes.getOrDefault(anchor.name(), 200);
                    if (code == 0) {
                        throw new ApiUnavailableException("no answer", null);
                    }
                    return new ApiResponse(code, new byte[0]);
                },
                () -> leads,
                ticker,
                meters);
    }

    private static List<FencedAnchorConfigMap> anchors(String namespace, int count) {
        return IntStream.range(0, count)
                .mapToObj(number ->
                        new FencedAnchorConfigMap(namespace, namespace + number, "u" + number, "1", "never", null))
                .toList();
    }

    private static Map<String, List<FencedAnchorConfigMap>> expired(int ofA, int ofB) {
        Map<String, List<FencedAnchorConfigMap>> expired = new LinkedHashMap<>();
        expired.put("a", anchors("a", ofA));
        expired.put("b", anchors("b", ofB));
        return expired;
    }

    /** 4 s are 400 deletions of 10 ms: those of b are the second and the fourth, and 398 of a follow. */
    @Test
    void aThousandAnchorsOfOneNamespaceDelayThoseOfAnotherByOneEach() {
        ExpiredAnchorConfigMapDeleter.Result result =
                deletions(Duration.ofMillis(10), Map.of()).step(expired(1_000, 2));

        assertThat(asked).hasSize(400).startsWith("a0", "b0", "a1", "b1", "a2", "a3");
        assertThat(result.finished()).containsExactly("b");
        assertThat(result.deleted()).hasSize(400);
        assertThat(meters.counter("edgewise.fence.deletions", "outcome", "deleted")
                        .count())
                .isEqualTo(400);
    }

    /** A step has time for one deletion: each namespace has its own in turn. */
    @Test
    void anotherNamespaceIsTheFirstInEachStep() {
        ExpiredAnchorConfigMapDeleter deletions = deletions(Duration.ofSeconds(4), Map.of());

        assertThat(deletions.step(expired(1, 1)).finished()).containsExactly("a");
        assertThat(deletions.step(expired(1, 1)).finished()).containsExactly("b");
        assertThat(asked).containsExactly("a0", "b0");
    }

    @Test
    void aNamespaceIsFinishedOnceNothingIsLeft() {
        ExpiredAnchorConfigMapDeleter deletions = deletions(Duration.ZERO, Map.of("a1", 409, "a2", 404, "b1", 403));

        ExpiredAnchorConfigMapDeleter.Result result = deletions.step(expired(3, 2));

        assertThat(result.finished()).containsExactly("a");
        assertThat(result.deleted()).extracting(FencedAnchorConfigMap::name).containsExactly("a0", "b0");
        assertThat(deletions.step(expired(0, 0)).finished()).containsExactly("a", "b");
    }

    @Test
    void aNamespaceWithoutAnAnswerIsNotFinished() {
        assertThat(deletions(Duration.ZERO, Map.of("b0", 0)).step(expired(1, 1)).finished())
                .containsExactly("a");
    }

    @Test
    void deletesNothingOnceAnotherReplicaMayLead() {
        leads = false;

        assertThat(deletions(Duration.ZERO, Map.of()).step(expired(1, 0)).finished())
                .containsExactly("b");
        assertThat(asked).isEmpty();
    }
}
