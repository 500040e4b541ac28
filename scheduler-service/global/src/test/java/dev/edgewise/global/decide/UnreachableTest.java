package dev.edgewise.global.decide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.global.TestRequests;
import dev.edgewise.global.model.OnUnreachable;
import dev.edgewise.global.model.RequestPhase;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The cluster of an attempt is unreachable: the answer of each {@link OnUnreachable}. */
class UnreachableTest {
    private static final Duration LONG = Duration.ofDays(1);

    @Test
    void waitWaitsHowEverLongAndLeavesItsPlace() {
        RequestScenario one = tried(OnUnreachable.WAIT);
        one.after(LONG);
        assertThat(one.attempts()).containsExactly("c1 TRYING");
        assertThat(one.last.holdsPlace()).isFalse();
        assertThat(one.status().message()).isEqualTo("trying c1 once it is reachable");

        one.cluster("c1").connect();
        one.cluster("c1").becomesReady = true;
        one.after(Duration.ofSeconds(2));

        assertThat(one.attempts()).containsExactly("c1 READY");
    }

    @Test
    void waitCleansWhatIsNotReadyWhenItIsReachableAgain() {
        RequestScenario one = tried(OnUnreachable.WAIT);
        one.after(LONG);

        one.cluster("c1").connect();
        one.run();

        assertThat(one.attempts()).containsExactly("c1 CLEANED", "c2 READY");
    }

    @Test
    void waitAsksAgainAfterAQuestionWithoutAnswer() {
        RequestScenario one = tried(OnUnreachable.WAIT);
        one.cluster("c1").isHealthy = true;
        one.after(LONG);
        assertThat(one.attempts()).containsExactly("c1 TRYING");

        one.cluster("c1").connect();
        // A day after the deadline it is asked at the longest pause: ten times two seconds.
        one.after(Duration.ofSeconds(20));

        assertThat(one.attempts()).containsExactly("c1 CLEANED", "c2 READY");
    }

    /** A member that answers 429 or 503 once is mostly able to answer soon. */
    @Test
    void aQuestionWithoutAnswerIsRepeatedAsSoonAsAnyLookOfAYoungAttempt() {
        RequestScenario one = new RequestScenario(TestRequests.of("a", "[c1,c2]"), "c1", "c2");
        one.cluster("c1").becomesReady = false;
        one.run();
        one.cluster("c1").isReachable = false;
        one.after(Duration.ofMillis(200));
        // A tenth of 2 s at first.
        assertThat(one.last.nextCheck()).isEqualTo(one.now().plusMillis(200));

        one.after(Duration.ofMillis(4_800));
        // A fifth of 5 s.
        assertThat(one.last.nextCheck()).isEqualTo(one.now().plusSeconds(1));

        one.after(Duration.ofSeconds(55));
        assertThat(one.last.nextCheck()).isEqualTo(one.now().plusSeconds(2));
    }

    /**
     * The health check is answered, and deletions are not: with each of them the request would take its place again.
     */
    @Test
    void aClusterThatIsSilentWhileItIsCleanedHasNoPlaceAndIsAskedAtMostEachTwentySeconds() {
        RequestScenario one = new RequestScenario(TestRequests.of("a", "[c1,c2]"), "c1", "c2");
        one.cluster("c1").failure = "no such image";
        one.cluster("c1").deletesAtOnce = false;
        one.run();
        assertThat(one.attempts()).containsExactly("c1 CLEANING");
        one.cluster("c1").isReachable = false;
        one.after(Duration.ofSeconds(2));
        one.held = 0;
        int looks = one.looks;
        for (int second = 0; second < 3_600; second++) {
            one.after(Duration.ofSeconds(1));
        }

        assertThat(one.held).isZero();
        // 3,500 s at 20 s, and a few more in the first 100 s, in which the pause grows from 2 s.
        assertThat(one.looks - looks).isBetween(150, 210);
        one.cluster("c1").connect();
        one.cluster("c1").deletesAtOnce = true;
        one.after(Duration.ofSeconds(20));
        assertThat(one.attempts()).containsExactly("c1 CLEANED", "c2 READY");
    }

    /** An object with a finalizer that no program removes: a tenant could fill all places with such requests. */
    @Test
    void aDeletionOfMoreThanTwentySecondsGivesThePlaceBack() {
        RequestScenario one = new RequestScenario(TestRequests.of("a", "[c1,c2]"), "c1", "c2");
        one.cluster("c1").failure = "no such image";
        one.cluster("c1").deletesAtOnce = false;
        one.run();
        assertThat(one.last.holdsPlace()).isTrue();

        one.after(Duration.ofSeconds(20));

        assertThat(one.attempts()).containsExactly("c1 CLEANING");
        assertThat(one.last.holdsPlace()).isFalse();
    }

    /** The attempt in the other cluster is work. */
    @Test
    void anAbandonedClusterTakesNoPlaceFromTheOneThatIsTried() {
        RequestScenario one = tried(OnUnreachable.DUPLICATE);
        one.cluster("c2").becomesReady = false;
        one.run();
        one.cluster("c1").isHealthy = true;
        one.after(Duration.ofSeconds(30));

        assertThat(one.attempts()).containsExactly("c1 ABANDONED", "c2 TRYING");
        assertThat(one.last.holdsPlace()).isTrue();
    }

    @Test
    void aQuestionWithoutAnswerIsNoOutageUntilTheDeadline() {
        RequestScenario one = tried(OnUnreachable.DUPLICATE);
        one.cluster("c1").isHealthy = true;
        one.after(TestRequests.READY_WITHIN.minusSeconds(1));
        assertThat(one.attempts()).containsExactly("c1 TRYING");

        one.after(Duration.ofSeconds(1));

        assertThat(one.attempts()).containsExactly("c1 ABANDONED", "c2 READY");
    }

    @Test
    void duplicateTriesTheNextClusterAtOnceAndCleansLater() {
        RequestScenario one = tried(OnUnreachable.DUPLICATE);
        one.run();
        assertThat(one.attempts()).containsExactly("c1 ABANDONED", "c2 READY");
        assertThat(one.status().phase()).isEqualTo(RequestPhase.COMPLETED);
        assertThat(one.last.nextCheck()).isNotNull();

        one.cluster("c1").connect();
        one.run();

        assertThat(one.attempts()).containsExactly("c1 CLEANED", "c2 READY");
        assertThat(one.cluster("c1").isEmpty()).isTrue();
        assertThat(one.status().phase()).isEqualTo(RequestPhase.COMPLETED);
    }

    /** Objects of two attempts in one cluster would have the same names. */
    @Test
    void aClusterIsNotTriedAgainBeforeItIsClean() {
        RequestScenario one = tried(OnUnreachable.DUPLICATE);
        one.cluster("c2").failure = "no such image";
        one.run();
        assertThat(one.attempts()).containsExactly("c1 ABANDONED", "c2 CLEANED");
        one.cluster("c1").connect();
        one.cluster("c1").deletesAtOnce = false;
        one.dispatched = true;
        one.after(Duration.ofSeconds(5));

        assertThat(one.status().phase()).isEqualTo(RequestPhase.FAILED);
        assertThat(one.status().message()).contains("c1: is still to be cleaned of attempt 1");
        one.cluster("c1").deletesAtOnce = true;
        one.after(Duration.ofSeconds(2));
        assertThat(one.attempts()).contains("c1 CLEANED").doesNotContain("c1 ABANDONED");
    }

    /** The fence of 30 s, and a minute for the member to delete. */
    @Test
    void fenceTriesTheNextClusterWhenTheMemberMustHaveDeleted() {
        RequestScenario one = tried(OnUnreachable.FENCE);
        one.run();
        assertThat(one.attempts()).containsExactly("c1 CLEANING");
        assertThat(one.last.nextCheck()).isEqualTo(one.now().plusSeconds(20));
        one.after(Duration.ofSeconds(89));
        assertThat(one.attempts()).containsExactly("c1 CLEANING");
        assertThat(one.last.nextCheck()).isEqualTo(one.now().plusSeconds(1));
        one.after(Duration.ofSeconds(1));

        assertThat(one.attempts()).containsExactly("c1 ABANDONED", "c2 READY");
        assertThat(one.status().phase()).isEqualTo(RequestPhase.COMPLETED);
    }

    @Test
    void theFenceIsRemovedBeforeTheRequestIsCompleted() {
        RequestScenario one = tried(OnUnreachable.FENCE);
        one.cluster("c1").connect();
        one.cluster("c1").becomesReady = true;
        one.after(Duration.ofSeconds(2));

        assertThat(one.cluster("c1").fenced).isEmpty();
        assertThat(one.status().phase()).isEqualTo(RequestPhase.COMPLETED);
        // The intent, ready, and completed: one more than without a fence.
        assertThat(one.writes).isEqualTo(3);
    }

    @Test
    void aFenceThatDeletedWhatWasReadyBringsTheNextCluster() {
        RequestScenario one = tried(OnUnreachable.FENCE);
        one.cluster("c1").connect();
        one.cluster("c1").becomesReady = true;
        one.isKilled = true;
        // The look at c1, and then READY is written; the removal of the fence is lost, and the member deletes.
        one.after(Duration.ofSeconds(2));
        assertThat(one.attempts()).containsExactly("c1 READY");
        assertThat(one.cluster("c1").fenced).containsExactly(1);
        one.cluster("c1").anchors.clear();
        one.cluster("c1").objects.clear();

        one.after(Duration.ofSeconds(100));

        assertThat(one.attempts()).containsExactly("c1 CLEANED", "c2 READY");
        assertThat(one.status().phase()).isEqualTo(RequestPhase.COMPLETED);
    }

    /** Whether the fence is removed is not known: the work may run. */
    @Test
    void whatWasReadyBehindAFenceIsWaitedFor() {
        RequestScenario one = tried(OnUnreachable.FENCE);
        one.cluster("c1").connect();
        one.cluster("c1").becomesReady = true;
        one.isKilled = true;
        one.after(Duration.ofSeconds(2));
        one.cluster("c1").disconnect();
        one.after(LONG);
        assertThat(one.attempts()).containsExactly("c1 READY");
        assertThat(one.status().phase()).isEqualTo(RequestPhase.SCHEDULING);

        one.cluster("c1").connect();
        // It is looked at, and two seconds later the fence is removed.
        one.run();
        one.after(Duration.ofSeconds(2));

        assertThat(one.status().phase()).isEqualTo(RequestPhase.COMPLETED);
    }

    @Test
    void cancellingWaitsForTheUnreachableClusterEvenWithDuplicate() {
        for (OnUnreachable onUnreachable : OnUnreachable.values()) {
            RequestScenario one = tried(onUnreachable);
            one.set(new TestRequests(one.request()).cancelled());
            one.after(LONG);
            assertThat(one.attempts()).containsExactly("c1 CLEANING");
            assertThat(one.status().phase()).isEqualTo(RequestPhase.SCHEDULING);

            one.cluster("c1").connect();
            one.run();

            assertThat(one.status().phase()).isEqualTo(RequestPhase.CANCELLED);
            assertThat(one.cluster("c1").isEmpty()).isTrue();
        }
    }

    /** A member whose Secret is deleted and made again has its objects still: it counts as unreachable. */
    @Test
    void aMemberThatIsNoLongerRegisteredIsUnreachable() {
        RequestScenario one = tried(OnUnreachable.WAIT);
        one.remove("c1");
        one.after(LONG);

        assertThat(one.attempts()).containsExactly("c1 TRYING");
    }

    /** One attempt in c1 that is not ready, and then no longer reachable. */
    private static RequestScenario tried(OnUnreachable onUnreachable) {
        RequestScenario one =
                new RequestScenario(TestRequests.of("a", "[c1,c2]").with(onUnreachable), "c1", "c2");
        one.cluster("c1").becomesReady = false;
        one.run();
        assertThat(one.attempts()).containsExactly("c1 TRYING");
        one.cluster("c1").disconnect();
        return one;
    }
}
