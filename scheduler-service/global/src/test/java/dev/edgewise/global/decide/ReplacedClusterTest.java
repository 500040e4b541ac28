package dev.edgewise.global.decide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.global.TestRequests;
import dev.edgewise.global.model.Attempt;
import dev.edgewise.global.model.OnUnreachable;
import dev.edgewise.global.model.RequestPhase;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Another cluster answers under the name of one in which an attempt has objects. */
class ReplacedClusterTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);

    /** The other cluster has nothing of ours, which says nothing about the former one: work may run there. */
    @Test
    void anEmptyOtherClusterIsNotTakenForACleanOne() {
        RequestScenario one = cleaned(OnUnreachable.WAIT);
        one.cluster("c1").uid = "uid-other";
        one.cluster("c1").anchors.clear();
        one.cluster("c1").objects.clear();
        one.after(MINUTE);
        one.after(Duration.ofDays(1));

        assertThat(one.attempts()).containsExactly("c1 CLEANING");
        assertThat(attempt(one).replacedBy()).isEqualTo("uid-other");
        assertThat(one.status().message())
                .isEqualTo("deleting what was made in c1: another cluster answers as c1, with uid uid-other;"
                        + " the former one, with uid uid-c1, must answer or be forgotten");
        assertThat(one.last.holdsPlace()).isFalse();
    }

    /** The attempt is ten minutes old when another uid is seen first; the list of members may be old for a minute. */
    @Test
    void theMinuteCountsFromTheFirstSightOfTheOtherCluster() {
        RequestScenario one = cleaned(OnUnreachable.DUPLICATE);
        one.after(Duration.ofMinutes(10));
        one.cluster("c1").uid = "uid-other";
        one.after(Duration.ofSeconds(20));
        one.after(Duration.ofSeconds(59));
        assertThat(one.attempts()).containsExactly("c1 CLEANING");
        assertThat(attempt(one).replacedBy()).isEmpty();

        one.after(Duration.ofSeconds(1));

        assertThat(one.attempts()).containsExactly("c1 ABANDONED", "c2 READY");
        assertThat(attempt(one).replacedBy()).isEqualTo("uid-other");
    }

    @Test
    void itIsCleanedWhenTheFormerClusterAnswersAgain() {
        RequestScenario one = cleaned(OnUnreachable.WAIT);
        one.cluster("c1").uid = "uid-other";
        one.after(Duration.ofSeconds(2));
        one.after(MINUTE);
        assertThat(attempt(one).replacedBy()).isEqualTo("uid-other");

        one.cluster("c1").uid = "uid-c1";
        one.cluster("c1").deletesAtOnce = true;
        one.after(Duration.ofSeconds(20));

        assertThat(one.attempts()).containsExactly("c1 CLEANED", "c2 READY");
        assertThat(attempt(one).replacedBy()).isEmpty();
        assertThat(one.cluster("c1").isEmpty()).isTrue();
    }

    /** Objects of the other cluster that look like ours are left alone. */
    @Test
    void aForgottenClusterIsLeftBehindByNameAndTheRequestContinuesInTheOneThatReplacesIt() {
        RequestScenario one = new RequestScenario(TestRequests.of("a", "[c1]"), "c1");
        one.cluster("c1").becomesReady = false;
        one.run();
        one.cluster("c1").uid = "uid-other";
        one.cluster("c1").becomesReady = true;
        one.after(Duration.ofDays(1));
        assertThat(one.attempts()).containsExactly("c1 TRYING");
        one.forget("c1", "uid-wrong");
        one.after(Duration.ofSeconds(20));
        assertThat(one.attempts()).containsExactly("c1 TRYING");

        one.forget("c1", "uid-c1");
        one.run();

        assertThat(one.attempts()).containsExactly("c1 FORGOTTEN");
        assertThat(attempt(one).reason())
                .isEqualTo(
                        "what was made in cluster c1 with uid uid-c1 is left behind, as an operator has marked the cluster as forgotten");
        assertThat(one.cluster("c1").objects).containsExactly(1);
        one.dispatched = true;
        one.after(Duration.ofSeconds(5));
        assertThat(one.attempts()).containsExactly("c1 FORGOTTEN", "c1 READY");
        assertThat(one.status().attempts().get(1).clusterUid()).isEqualTo("uid-other");
    }

    /** The Secret of the member was removed: without the operator, the request could never be deleted. */
    @Test
    void aRequestWithAnAttemptInAForgottenClusterCanBeDeletedAndCancelled() {
        for (boolean isDeleted : new boolean[] {true, false}) {
            RequestScenario one = new RequestScenario(TestRequests.of("a", "[c1]"), "c1").run();
            assertThat(one.attempts()).containsExactly("c1 READY");
            one.remove("c1");
            one.forget("c1", "uid-c1");
            one.run();
            assertThat(one.attempts()).containsExactly("c1 READY");
            TestRequests request = new TestRequests(one.request());
            one.set(isDeleted ? request.deleting() : request.cancelled());
            one.run();

            assertThat(one.attempts()).containsExactly("c1 FORGOTTEN");
            assertThat(one.isGone).isEqualTo(isDeleted);
            if (!isDeleted) {
                assertThat(one.status().phase()).isEqualTo(RequestPhase.CANCELLED);
                assertThat(one.status().message())
                        .isEqualTo(
                                "cancelled; what was made in c1 is left behind there, nothing of it exists elsewhere");
            }
        }
    }

    /** An annotation with the uid of a cluster that answers is a mistake. */
    @Test
    void aClusterThatAnswersIsNotForgotten() {
        RequestScenario one = cleaned(OnUnreachable.WAIT);
        one.forget("c1", "uid-c1");
        one.after(Duration.ofHours(1));
        assertThat(one.attempts()).containsExactly("c1 CLEANING");

        one.cluster("c1").deletesAtOnce = true;
        one.after(Duration.ofSeconds(20));

        assertThat(one.attempts()).containsExactly("c1 CLEANED", "c2 READY");
    }

    @Test
    void aClusterThatIsToBeForgottenIsNotTriedEvenIfItAnswers() {
        RequestScenario one = new RequestScenario(TestRequests.of("a", "[c1,c2]"), "c1", "c2");
        one.forget("c1", "uid-c1");
        one.run();

        assertThat(one.attempts()).containsExactly("c2 READY");
    }

    private static Attempt attempt(RequestScenario one) {
        return one.status().attempts().get(0);
    }

    /** One attempt in c1 that has failed and whose objects are being deleted, which takes long. */
    private static RequestScenario cleaned(OnUnreachable onUnreachable) {
        RequestScenario one =
                new RequestScenario(TestRequests.of("a", "[c1,c2]").with(onUnreachable), "c1", "c2");
        one.cluster("c1").failure = "no such image";
        one.cluster("c1").deletesAtOnce = false;
        one.run();
        assertThat(one.attempts()).containsExactly("c1 CLEANING");
        return one;
    }
}
