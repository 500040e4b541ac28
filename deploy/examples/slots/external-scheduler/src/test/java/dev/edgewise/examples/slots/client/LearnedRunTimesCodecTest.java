package dev.edgewise.examples.slots.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.examples.slots.learning.RunTimes;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LearnedRunTimesCodecTest {
    private static Job job(@Nullable Map<String, List<Map<String, String>>> data) {
        return new Job("a", "ReadyState", data, null);
    }

    @Test
    void whatIsStoredIsReadAgain() {
        RunTimes times = RunTimes.NONE
                .withComplete(24.1)
                .withComplete(36.7)
                .withCutOff(120.5)
                .withCutOff(7);

        Map<String, List<Map<String, String>>> stored =
                LearnedRunTimesCodec.with(job(null), new TreeMap<>(Map.of("b", times)));

        assertThat(LearnedRunTimesCodec.of(List.of(job(stored))).of("a", "b")).isEqualTo(times);
    }

    @Test
    void dataOfOtherSchedulersStays() {
        List<Map<String, String>> other = List.of(Map.of("b", "24 (16)"));

        Map<String, List<Map<String, String>>> stored =
                LearnedRunTimesCodec.with(job(Map.of("profiler", other)), new TreeMap<>(Map.of("b", RunTimes.NONE)));

        assertThat(stored)
                .containsEntry("profiler", other)
                .containsEntry(
                        "coLocation",
                        List.of(Map.of("beside", "b", "complete", "0", "mean", "0.0", "squares", "0.0", "cutOff", "")));
    }

    @Test
    void whatCannotBeReadIsNotLearned() {
        Map<String, String> right = Map.of("beside", "b", "complete", "1", "mean", "2.5", "squares", "0");
        Map<String, String> noNumber = Map.of("beside", "c", "complete", "many", "mean", "2.5", "squares", "0");
        Map<String, String> negative = Map.of("beside", "d", "complete", "1", "mean", "-1", "squares", "0");
        Map<String, String> itself = Map.of("beside", "a", "complete", "1", "mean", "1", "squares", "0");

        Job job = job(Map.of("coLocation", List.of(right, noNumber, negative, itself, Map.of())));

        assertThat(LearnedRunTimesCodec.of(List.of(job)).row("a")).containsOnlyKeys("b");
        assertThat(LearnedRunTimesCodec.of(List.of(job)).of("a", "b")).isEqualTo(new RunTimes(1, 2.5, 0, List.of()));
    }
}
