package dev.edgewise.scheduler.decisions;

import static dev.edgewise.scheduler.decisions.Decisions.placed;
import static dev.edgewise.scheduler.decisions.Decisions.unschedulable;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.scheduler.framework.Decision;
import dev.edgewise.scheduler.model.PodKey;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class DecisionHistoryTest {
    private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");

    private final DecisionHistory history = new DecisionHistory(3, "a", Clock.fixed(NOW, ZoneOffset.UTC));

    @Test
    void keepsTheLatestAndForgetsTheOldest() {
        history.record(placed("p1", "n1"));
        history.record(placed("p2", "n2"));
        history.record(unschedulable("p3"));
        history.record(placed("p4", "n4"));

        assertThat(pods(null)).containsExactly("p4", "p3", "p2");
        assertThat(history.last(key("p1"))).isNull();
        assertThat(history.last(key("p3")).outcome()).isEqualTo(DecisionRecord.Outcome.UNSCHEDULABLE);
    }

    @Test
    void theLastDecisionOfAPodCountsWhateverTheOrderOfArrival() {
        DecisionRecord early =
                DecisionRecord.of(new DecisionPosition(NOW.minusSeconds(60), "b-1"), unschedulable("p1"));
        history.record(placed("p1", "n1"));
        history.add(early);

        assertThat(history.last(key("p1")).node()).isEqualTo("n1");
        assertThat(history.before(null).map(DecisionRecord::node)).containsExactly("n1", null);
    }

    @Test
    void forgettingAnOldDecisionKeepsTheNewerOneOfTheSamePod() {
        for (int i = 0; i < 5; i++) {
            history.record(placed("p1", "n" + i));
        }

        assertThat(history.before(null)).hasSize(3);
        assertThat(history.last(key("p1")).node()).isEqualTo("n4");
    }

    @Test
    void aDecisionHeardTwiceIsKeptOnce() {
        DecisionRecord decision = DecisionRecord.of(new DecisionPosition(NOW, "b-1"), placed("p1", "n1"));
        history.add(decision);
        history.add(decision);

        assertThat(history.before(null)).hasSize(1);
    }

    @Test
    void whatArrivesInAnyOrderIsToldNewestFirst() {
        List<Integer> seconds = new ArrayList<>(List.of(1, 2, 3));
        Collections.shuffle(seconds, new Random(7));
        seconds.forEach(second -> history.add(DecisionRecord.of(
                new DecisionPosition(NOW.plusSeconds(second), "b-" + second), placed("p" + second, "n1"))));

        assertThat(pods(null)).containsExactly("p3", "p2", "p1");
        assertThat(pods(new DecisionPosition(NOW.plusSeconds(3), "b-3"))).containsExactly("p2", "p1");
    }

    @Test
    void decisionsWithMuchToTellAreFewer() {
        DecisionHistory small = new DecisionHistory(100, "a", Clock.fixed(NOW, ZoneOffset.UTC));
        for (int i = 0; i < 300; i++) {
            Decision long10k = unschedulable("p" + i).adding("x".repeat(10_000));
            small.add(DecisionRecord.of(new DecisionPosition(NOW.plusSeconds(i), "b-" + i), long10k));
        }

        // 100 times 2.5 kB hold 55 of 4.5 kB: messages are cut after 2,000 characters of two bytes.
        assertThat(small.before(null)).hasSize(55);
        assertThat(small.last(new PodKey("default", "p299"))).isNotNull();
        assertThat(small.last(new PodKey("default", "p244"))).isNull();
    }

    @Test
    void writersOnSeveralThreadsLeaveJustTheCapacity() throws InterruptedException {
        ExecutorService writers = Executors.newFixedThreadPool(4);
        for (int writer = 0; writer < 4; writer++) {
            String pod = "p" + writer;
            writers.execute(() -> {
                for (int i = 0; i < 500; i++) {
                    history.record(placed(pod, "n" + i));
                }
            });
        }
        writers.shutdown();

        assertThat(writers.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
        assertThat(history.before(null)).hasSize(3);
        history.before(null)
                .forEach(kept -> assertThat(history.last(kept.pod())).isNotNull());
    }

    private List<String> pods(DecisionPosition before) {
        return history.before(before).map(decision -> decision.pod().name()).toList();
    }

    private static PodKey key(String pod) {
        return new PodKey("default", pod);
    }
}
