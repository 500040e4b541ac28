package dev.edgewise.global.decide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.global.TestRequests;
import dev.edgewise.global.model.PolicyType;
import dev.edgewise.global.model.Problem;
import dev.edgewise.global.model.RequestPhase;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Levels, readiness, deadlines, cancelling and deleting, with clusters that answer; Z* is 1. */
class RequestDeciderTest {
    @Test
    void theFirstClusterThatBecomesReadyHasTheWorkWithTwoWrites() {
        RequestScenario one =
                new RequestScenario(TestRequests.of("a", "[c1,[c2,c3],c4]"), "c1", "c2", "c3", "c4").run();

        assertThat(one.status().phase()).isEqualTo(RequestPhase.COMPLETED);
        assertThat(one.status().chosen()).containsExactly("c1");
        assertThat(one.status().message()).isEqualTo("ready in c1");
        // The intent and the result; with its creation three for a request.
        assertThat(one.writes).isEqualTo(2);
        assertThat(one.questions).isEqualTo(1);
        assertThat(one.last.holdsPlace()).isFalse();
        assertThat(one.last.nextCheck()).isNull();
    }

    @Test
    void theIntentIsWrittenBeforeAnythingIsApplied() {
        RequestScenario one = new RequestScenario(TestRequests.of("a", "[c1]"), "c1");
        assertThat(one.last.actions()).hasSize(1).first().isInstanceOf(RequestAction.AskForBids.class);
        assertThat(one.last.status()).isEqualTo(one.status());
        one.run();

        assertThat(one.status().attempts().get(0).clusterUid()).isEqualTo("uid-c1");
        assertThat(one.status().startedAt()).isEqualTo(TestRequests.START);
    }

    @Test
    void aRequestThatItsQueueHasNotLetThroughWaits() {
        RequestScenario one = new RequestScenario(TestRequests.of("a", "[c1]"), "c1");
        one.dispatched = false;

        one.run();

        assertThat(one.questions).isZero();
        assertThat(one.writes).isZero();
    }

    @Test
    void clustersOfALevelCompeteAndTheNextBestIsTriedAfterTheBest() {
        RequestScenario one = new RequestScenario(TestRequests.of("a", "[[c1,c2,c3],c4]"), "c1", "c2", "c3", "c4");
        one.cluster("c1").fits = 5;
        one.cluster("c2").fits = 9;
        one.cluster("c3").fits = 0;
        one.cluster("c2").failure = "ImagePullBackOff";
        one.cluster("c1").failure = "ImagePullBackOff";

        one.run();

        assertThat(one.attempts()).containsExactly("c2 CLEANED", "c1 CLEANED", "c4 READY");
        assertThat(one.status().attempts().get(2).level()).isEqualTo(1);
        assertThat(one.cluster("c1").isEmpty() && one.cluster("c2").isEmpty()).isTrue();
    }

    @Test
    void aFullOrUnreachableClusterIsPassedOverWithoutAnAttempt() {
        RequestScenario one = new RequestScenario(TestRequests.of("a", "[c1,[c2,c3],c4]"), "c1", "c2", "c3", "c4");
        one.cluster("c1").fits = 0;
        one.cluster("c2").disconnect();
        one.cluster("c3").namespaces = Set.of("other");

        one.run();

        assertThat(one.attempts()).containsExactly("c4 READY");
    }

    @Test
    void theNextClusterIsTriedOnlyWhenNothingIsLeftInTheOneBefore() {
        RequestScenario one = new RequestScenario(TestRequests.of("a", "[c1,c2]"), "c1", "c2");
        one.cluster("c1").becomesReady = false;
        one.cluster("c1").deletesAtOnce = false;
        one.run();
        assertThat(one.status().message()).isEqualTo("trying c1");
        // Ready within 2 minutes.
        one.after(TestRequests.READY_WITHIN.minusSeconds(1));
        assertThat(one.attempts()).containsExactly("c1 TRYING");
        one.after(Duration.ofSeconds(1));
        assertThat(one.attempts()).containsExactly("c1 CLEANING");
        assertThat(one.status().attempts().get(0).reason())
                .isEqualTo("not ready within PT2M: Pod web: image is pulled");
        one.after(Duration.ofHours(1));
        assertThat(one.attempts()).containsExactly("c1 CLEANING");

        one.cluster("c1").deletesAtOnce = true;
        // A deletion that has taken an hour is looked at after the longest pause: ten times two seconds.
        one.after(Duration.ofSeconds(20));

        assertThat(one.attempts()).containsExactly("c1 CLEANED", "c2 READY");
    }

    @Test
    void anAttemptIsLookedAtAfterAFifthOfTheTimeItHasTakenAndAtLeastEachTwoSeconds() {
        RequestScenario one = new RequestScenario(TestRequests.of("a", "[c1]"), "c1");
        one.cluster("c1").becomesReady = false;
        one.run();
        int looks = one.looks;
        // A tenth of 2 s at first.
        assertThat(one.last.nextCheck()).isEqualTo(one.now().plusMillis(200));

        one.after(Duration.ofMillis(100));
        assertThat(one.looks).isEqualTo(looks);
        one.after(Duration.ofMillis(4_900));
        assertThat(one.looks).isEqualTo(looks + 1);
        // A fifth of 5 s.
        assertThat(one.last.nextCheck()).isEqualTo(one.now().plusSeconds(1));
        one.after(Duration.ofSeconds(15));
        assertThat(one.looks).isEqualTo(looks + 2);
        // A fifth of 20 s would be 4 s.
        assertThat(one.last.nextCheck()).isEqualTo(one.now().plusSeconds(2));
    }

    @Test
    void whatSomeoneDeletesDuringAnAttemptIsAppliedAgain() {
        RequestScenario one = new RequestScenario(TestRequests.of("a", "[c1]"), "c1");
        one.cluster("c1").becomesReady = false;
        one.run();
        one.cluster("c1").objects.clear();
        one.after(Duration.ofSeconds(2));
        one.after(Duration.ofSeconds(2));

        assertThat(one.cluster("c1").objects).containsExactly(1);
    }

    @Test
    void aRoundWithoutSuccessIsAFailureAndMoreThanZEndTheRequest() {
        RequestScenario one = new RequestScenario(TestRequests.of("a", "[c1,c2,c9]"), "c1", "c2");
        one.cluster("c1").failure = "no such image";
        one.cluster("c2").fits = 0;
        one.run();

        assertThat(one.status().phase()).isEqualTo(RequestPhase.QUEUED);
        assertThat(one.status().failures()).isEqualTo(1);
        assertThat(one.status().message()).isEqualTo("c1: no such image; c2: full; c9: no such cluster is registered");
        assertThat(one.status().notBefore()).isEqualTo(one.now().plusSeconds(5));
        assertThat(one.dispatched).isFalse();

        one.dispatched = true;
        one.after(Duration.ofSeconds(5));

        assertThat(one.status().phase()).isEqualTo(RequestPhase.FAILED);
        assertThat(one.status().message()).startsWith("failed 2 times; c1: no such image; c2: full");
        assertThat(one.status().endedAt()).isEqualTo(one.now());
        assertThat(one.cluster("c1").isEmpty()).isTrue();
    }

    /** An empty list of candidates once counted as "all are healthy" elsewhere, and everything was deleted. */
    @Test
    void aRequestThatNoClusterCanTakeFailsWithTheReasonsAndNothingIsDeleted() {
        RequestScenario one = new RequestScenario(TestRequests.of("a", "[c1]"));
        one.run();

        assertThat(one.status().phase()).isEqualTo(RequestPhase.QUEUED);
        assertThat(one.status().message()).isEqualTo("c1: no such cluster is registered");
        assertThat(one.looks).isZero();
        assertThat(one.attempts()).isEmpty();
    }

    @Test
    void theRequestIsGivenUpAtItsDeadlineWaitingOrTried() {
        TestRequests request = TestRequests.of("a", "[c1]").withDeadline(Duration.ofSeconds(30));
        RequestScenario waiting = new RequestScenario(request, "c1");
        waiting.dispatched = false;
        assertThat(waiting.run().last.nextCheck()).isEqualTo(TestRequests.START.plusSeconds(30));
        waiting.after(Duration.ofSeconds(30));
        assertThat(waiting.status().phase()).isEqualTo(RequestPhase.FAILED);
        assertThat(waiting.status().message()).startsWith("not ready within its deadline of PT30S");

        RequestScenario tried = new RequestScenario(request, "c1");
        tried.cluster("c1").becomesReady = false;
        tried.run();
        assertThat(tried.status().attempts().get(0).deadline()).isEqualTo(TestRequests.START.plusSeconds(30));
        tried.after(Duration.ofSeconds(30));
        assertThat(tried.status().phase()).isEqualTo(RequestPhase.FAILED);
        assertThat(tried.cluster("c1").isEmpty()).isTrue();
    }

    @Test
    void aWrongSpecEndsFailedWithItsProblemAndNothingIsTried() {
        RequestScenario one = new RequestScenario(
                TestRequests.of("a", "[c1]").with(new Problem("spec.clusters[1]", "C2", "the name of a cluster")),
                "c1");
        one.dispatched = false;
        one.run();

        assertThat(one.status().phase()).isEqualTo(RequestPhase.FAILED);
        assertThat(one.status().message()).isEqualTo("spec.clusters[1] is C2: it must be the name of a cluster");
        assertThat(one.looks).isZero();
    }

    @Test
    void cancellingDeletesWhatWasMadeInEachPhase() {
        RequestScenario waiting = new RequestScenario(TestRequests.of("a", "[c1]"), "c1");
        waiting.dispatched = false;
        RequestScenario tried = new RequestScenario(TestRequests.of("a", "[c1]"), "c1");
        tried.cluster("c1").becomesReady = false;
        RequestScenario cleaned = new RequestScenario(TestRequests.of("a", "[c1,c2]"), "c1", "c2");
        cleaned.cluster("c1").failure = "no such image";
        cleaned.cluster("c1").deletesAtOnce = false;
        RequestScenario completed = new RequestScenario(TestRequests.of("a", "[c1]"), "c1");
        for (RequestScenario one : new RequestScenario[] {waiting, tried, cleaned, completed}) {
            one.run();
            one.set(new TestRequests(one.request()).cancelled());
            one.run();
            one.cluster("c1").deletesAtOnce = true;
            one.after(Duration.ofSeconds(2));

            assertThat(one.status().phase()).isEqualTo(RequestPhase.CANCELLED);
            assertThat(one.cluster("c1").isEmpty()).isTrue();
            assertThat(one.status().chosen()).isEmpty();
        }
    }

    @Test
    void deletingKeepsTheRecordUntilNothingExists() {
        RequestScenario one = new RequestScenario(TestRequests.of("a", "[c1]"), "c1").run();
        one.cluster("c1").deletesAtOnce = false;
        one.set(new TestRequests(one.request()).deleting());
        one.run();
        assertThat(one.isGone).isFalse();
        assertThat(one.attempts()).containsExactly("c1 CLEANING");
        one.cluster("c1").disconnect();
        one.after(Duration.ofDays(1));
        assertThat(one.isGone).isFalse();
        assertThat(one.status().message()).isEqualTo("deleting what was made in c1 once it is reachable");

        one.cluster("c1").connect();
        one.cluster("c1").deletesAtOnce = true;
        one.after(Duration.ofSeconds(2));

        assertThat(one.isGone).isTrue();
        assertThat(one.attempts()).containsExactly("c1 CLEANED");
    }

    @Test
    void aSelectedClusterIsNotAskedForBidsAndTheListIsTriedInTurn() {
        RequestScenario one = new RequestScenario(
                TestRequests.of("a", "[[c1,c2],c3]").with(PolicyType.SELECTED_CLUSTER), "c1", "c2", "c3");
        one.cluster("c1").fits = 0;
        one.cluster("c1").failure = "no such image";
        one.cluster("c2").disconnect();

        one.run();

        assertThat(one.questions).isZero();
        assertThat(one.attempts()).containsExactly("c1 CLEANED", "c3 READY");
        assertThat(one.status().attempts().get(1).level()).isEqualTo(2);
    }

    @Test
    void theWorkOfASetIsInAllOfItsClusters() {
        RequestScenario one = new RequestScenario(
                TestRequests.of("a", "[c1,[c2,c3]]").with(PolicyType.CLUSTER_SET), "c1", "c2", "c3");

        one.run();

        assertThat(one.status().phase()).isEqualTo(RequestPhase.COMPLETED);
        assertThat(one.attempts()).containsExactly("c1 READY", "c2 READY", "c3 READY");
        assertThat(one.writes).isEqualTo(2);
    }

    @Test
    void theWorkOfASetStaysWhereItIsReadyAndIsTriedAgainWhereItIsNot() {
        RequestScenario one =
                new RequestScenario(TestRequests.of("a", "[c1,c2,c3]").with(PolicyType.CLUSTER_SET), "c1", "c2", "c3");
        one.cluster("c2").failure = "no such image";
        one.cluster("c3").disconnect();
        one.run();
        assertThat(one.attempts()).containsExactly("c1 READY", "c2 CLEANED");
        assertThat(one.status().phase()).isEqualTo(RequestPhase.QUEUED);

        one.cluster("c3").connect();
        one.dispatched = true;
        one.after(Duration.ofSeconds(5));

        assertThat(one.attempts()).containsExactly("c1 READY", "c2 CLEANED", "c2 CLEANED", "c3 READY");
        assertThat(one.status().phase()).isEqualTo(RequestPhase.FAILED);
        assertThat(one.status().chosen()).containsExactly("c1", "c3");
        assertThat(one.status().message()).isEqualTo("failed 2 times; ready in c1, c3; c2: no such image");
        assertThat(one.cluster("c2").isEmpty()).isTrue();

        one.set(new TestRequests(one.request()).cancelled());
        one.run();
        assertThat(one.cluster("c1").isEmpty() && one.cluster("c3").isEmpty()).isTrue();
        assertThat(one.status().phase()).isEqualTo(RequestPhase.FAILED);
    }
}
