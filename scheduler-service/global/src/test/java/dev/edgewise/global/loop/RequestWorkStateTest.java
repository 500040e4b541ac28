package dev.edgewise.global.loop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.global.TestRequests;
import dev.edgewise.global.decide.AttemptAge;
import dev.edgewise.global.member.AttemptObservation;
import dev.edgewise.global.model.Attempt;
import dev.edgewise.global.model.AttemptPhase;
import dev.edgewise.global.model.RequestPhase;
import dev.edgewise.global.model.RequestStatus;
import dev.edgewise.global.policy.LevelBids;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Looks and bids count by the record that was known when they began, whatever clocks say. */
class RequestWorkStateTest {
    private static final Instant NOW = TestRequests.START;
    private static final Attempt TRIED =
            new Attempt(1, 0, 0, "c1", "own", AttemptPhase.TRYING, NOW, NOW.plusSeconds(60), NOW, "");

    private long nanos;
    private final RequestWorkState work = new RequestWorkState(() -> nanos);

    @Test
    void aLookThatBeganBeforeAChangeOfPhaseDoesNotCount() {
        Attempt cleaning = TRIED.in(AttemptPhase.CLEANING, "failed", NOW.minusSeconds(30));
        work.know(status(cleaning));
        work.seen(TRIED, seen("own", NOW.plusSeconds(10)));
        assertThat(work.observations()).isEmpty();

        // 40 s before the phase by the clock of the replica that wrote it.
        work.seen(cleaning, seen("own", NOW.minusSeconds(70)));

        assertThat(work.observations()).containsOnlyKeys(1);
    }

    @Test
    void bidsOfBeforeAChangeDoNotCount() {
        LevelBids bids = new LevelBids(0, NOW, List.of());
        work.know(status(TRIED));
        work.answered(status(TRIED), bids);
        assertThat(work.bids()).containsValue(bids);

        work.know(status(TRIED.in(AttemptPhase.CLEANED, "failed", NOW)));

        assertThat(work.bids()).isEmpty();
    }

    @Test
    void aPhaseIsAsOldAsThisReplicaHasKnownOfIt() {
        work.know(status(TRIED));
        after(Duration.ofSeconds(7));
        work.know(status(TRIED.in(AttemptPhase.TRYING, "another reason", NOW)));
        assertThat(work.ages()).containsEntry(1, new AttemptAge(Duration.ofSeconds(7), Duration.ZERO));

        work.know(status(TRIED.in(AttemptPhase.CLEANING, "failed", NOW.minusSeconds(500))));

        assertThat(work.ages()).containsEntry(1, AttemptAge.NEW);
    }

    @Test
    void anotherClusterCountsFromItsFirstAnswerUntilTheOwnOneAnswers() {
        work.know(status(TRIED));
        work.seen(TRIED, seen("other", NOW));
        after(Duration.ofSeconds(5));
        work.seen(TRIED, AttemptObservation.unreachable(NOW));
        work.seen(TRIED, seen("other", NOW));
        assertThat(work.ages().get(1).otherCluster()).isEqualTo(Duration.ofSeconds(5));

        work.seen(TRIED, seen("own", NOW));

        assertThat(work.ages().get(1).otherCluster()).isZero();
    }

    private void after(Duration time) {
        nanos += time.toNanos();
    }

    private static AttemptObservation seen(String uid, Instant at) {
        return new AttemptObservation(at, true, uid, true, false, 1, 1, 0, null, "");
    }

    private static RequestStatus status(Attempt attempt) {
        return new RequestStatus(RequestPhase.SCHEDULING, 1, 0, List.of(attempt), null, NOW, null, "");
    }
}
