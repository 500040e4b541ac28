package dev.edgewise.rewards.learning;

import static dev.edgewise.rewards.learning.facts.TestPods.at;
import static dev.edgewise.rewards.learning.facts.TestPods.crash;
import static dev.edgewise.rewards.learning.facts.TestPods.deleted;
import static dev.edgewise.rewards.learning.facts.TestPods.disrupted;
import static dev.edgewise.rewards.learning.facts.TestPods.ends;
import static dev.edgewise.rewards.learning.facts.TestPods.failed;
import static dev.edgewise.rewards.learning.facts.TestPods.pod;
import static dev.edgewise.rewards.learning.facts.TestPods.runs;
import static dev.edgewise.rewards.learning.facts.TestPods.waits;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.rewards.learning.facts.ContainerFacts;
import dev.edgewise.rewards.learning.facts.ContainerFacts.Ending;
import dev.edgewise.rewards.learning.facts.PodFacts;
import dev.edgewise.rewards.learning.ledger.CountedOutcomes;
import dev.edgewise.rewards.learning.state.Outcome;
import dev.edgewise.rewards.outcomes.OutcomeCause;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PodOutcomeReaderTest {
    private static PodOutcomeReader read(PodFacts facts) {
        return new PodOutcomeReader(facts, CountedOutcomes.NOTHING, false, true, at(1_000));
    }

    private static List<OutcomeCause> causes(PodFacts facts) {
        return read(facts).found().stream().map(Outcome::cause).toList();
    }

    @Test
    void aCrashIsOneOutcomeHoweverOftenItIsShown() {
        PodOutcomeReader first = read(pod("a", "ns.web", "n1", "Running", ends(0, crash(0, 10))));
        assertThat(first.found()).singleElement().satisfies(outcome -> {
            assertThat(outcome.cause()).isEqualTo(OutcomeCause.CRASH);
            assertThat(outcome.at() - outcome.began()).isEqualTo(10_000);
            assertThat(outcome.detail()).isEqualTo("app: exit code 1, Error");
        });

        // The run is then shown as the last one, first while the container waits, then while it runs again.
        PodOutcomeReader second = new PodOutcomeReader(
                pod("a", "ns.web", "n1", "Running", waits(0, "CrashLoopBackOff", crash(0, 10))),
                first.counted(),
                true,
                true,
                at(12));
        assertThat(second.found()).isEmpty();
        assertThat(new PodOutcomeReader(
                                pod("a", "ns.web", "n1", "Running", runs(1, 20, crash(0, 10))),
                                second.counted(),
                                true,
                                true,
                                at(21))
                        .found())
                .isEmpty();
    }

    @Test
    void twoRunsThatEndedAreTwoOutcomes() {
        ContainerFacts twice = new ContainerFacts("app", false, 1, "", "", null, crash(20, 30), crash(0, 10));
        assertThat(causes(pod("a", "ns.web", "n1", "Running", twice)))
                .containsExactly(OutcomeCause.CRASH, OutcomeCause.CRASH);
    }

    @ParameterizedTest
    @CsvSource({
        "137, OOMKilled, OOM_KILLED",
        "1, Error, CRASH",
        "139, '', CRASH",
        "0, Completed, HEALTHY",
        "137, ContainerStatusUnknown, 'HEALTHY,NODE_LOST'"
    })
    void theEndOfAContainerHasACause(int exitCode, String reason, String expected) {
        PodFacts facts = pod("a", "ns.web", "n1", "Running", ends(0, new Ending(exitCode, reason, at(0), at(9))));
        assertThat(causes(facts)).extracting(OutcomeCause::name).containsExactly(expected.split(","));
    }

    @ParameterizedTest
    @CsvSource({
        "Evicted, EVICTED",
        "OutOfcpu, REJECTED",
        "OutOfpods, REJECTED",
        "UnexpectedAdmissionError, REJECTED",
        "NodeLost, NODE_LOST"
    })
    void aPodThatTheKubeletEndedHasACause(String reason, OutcomeCause cause) {
        assertThat(causes(failed("a", "ns.web", "n1", reason))).containsExactly(cause);
    }

    @ParameterizedTest
    @CsvSource({"NodeShutdown", "Terminated", "DeadlineExceeded", "Preempting"})
    void otherEndsOfPodsAreNoFailures(String reason) {
        PodFacts facts = failed("a", "ns.web", "n1", reason, ends(0, new Ending(137, "Error", at(0), at(9))));
        assertThat(causes(facts)).containsExactly(OutcomeCause.HEALTHY);
    }

    @Test
    void aPodThatWasEvictedIsNotLostWithItsNodeAsWell() {
        ContainerFacts unknown = ends(0, new Ending(137, "ContainerStatusUnknown", at(0), at(9)));
        assertThat(causes(failed("a", "ns.web", "n1", "Evicted", unknown)))
                .containsExactly(OutcomeCause.HEALTHY, OutcomeCause.EVICTED);
        assertThat(causes(deleted(pod("a", "ns.web", "n1", "Running", unknown))))
                .containsExactly(OutcomeCause.HEALTHY);
    }

    @Test
    void whatIsDeletedOrMovedDidNotFail() {
        PodFacts killed = pod("a", "ns.web", "n1", "Running", ends(0, new Ending(143, "Error", at(0), at(9))));
        assertThat(causes(deleted(killed))).containsExactly(OutcomeCause.HEALTHY);
        assertThat(causes(disrupted(killed, "PreemptionByScheduler"))).containsExactly(OutcomeCause.HEALTHY);
        assertThat(causes(disrupted(killed, "EvictionByEvictionAPI"))).containsExactly(OutcomeCause.HEALTHY);
    }

    @ParameterizedTest
    @CsvSource({
        "ImagePullBackOff, 0, IMAGE_PULL",
        "InvalidImageName, 0, IMAGE_PULL",
        "CrashLoopBackOff, 2, CRASH_LOOP",
        "CrashLoopBackOff, 1, ''",
        "ContainerCreating, 0, ''"
    })
    void aContainerThatWaitsMayHaveACause(String waiting, int restarts, String expected) {
        List<OutcomeCause> causes = causes(pod("a", "ns.web", "n1", "Pending", waits(restarts, waiting, null)));
        assertThat(causes.stream().map(OutcomeCause::name).toList())
                .isEqualTo(expected.isEmpty() ? List.of() : List.of(expected));
    }

    @Test
    void aTaintEndsPodsOfANodeThatIsLostOnly() {
        PodFacts facts = disrupted(pod("a", "ns.web", "n1", "Running", runs(0, 0, null)), "DeletionByTaintManager");
        assertThat(new PodOutcomeReader(facts, CountedOutcomes.NOTHING, false, true, at(9)).found())
                .isEmpty();
        assertThat(new PodOutcomeReader(facts, CountedOutcomes.NOTHING, false, false, at(9)).found())
                .extracting(Outcome::cause)
                .containsExactly(OutcomeCause.NODE_LOST);
    }

    @Test
    void aPodThatTheFailoverRestartsElsewhereWasLostWithItsNode() {
        PodFacts facts = disrupted(pod("a", "ns.web", "n1", "Running", runs(0, 0, null)), "NodeFailed");
        assertThat(causes(facts)).containsExactly(OutcomeCause.NODE_LOST);
        assertThat(causes(deleted(facts))).containsExactly(OutcomeCause.NODE_LOST);
    }

    @Test
    void aSidecarThatIsStoppedWithItsJobDidNotFail() {
        ContainerFacts sidecar =
                new ContainerFacts("proxy", true, 0, "", "", null, new Ending(143, "Error", at(0), at(12)), null);
        ContainerFacts done = ends(0, new Ending(0, "Completed", at(0), at(10)));
        assertThat(causes(pod("a", "ns.job", "n1", "Running", done, sidecar))).containsExactly(OutcomeCause.HEALTHY);
        assertThat(causes(pod("a", "ns.job", "n1", "Succeeded", done, sidecar)))
                .containsExactlyInAnyOrder(OutcomeCause.HEALTHY, OutcomeCause.COMPLETED);
        assertThat(causes(pod("a", "ns.job", "n1", "Running", runs(0, 0, null), sidecar)))
                .containsExactly(OutcomeCause.CRASH);
        assertThat(causes(pod("a", "ns.job", "n1", "Failed", ends(0, crash(0, 10)), sidecar)))
                .as("one failure, not two")
                .containsExactly(OutcomeCause.CRASH);
    }

    @Test
    void initContainersFailButAreNotHealthy() {
        ContainerFacts good =
                new ContainerFacts("a-init", true, 0, "", "", null, new Ending(0, "Completed", at(0), at(5)), null);
        ContainerFacts bad = new ContainerFacts("b-init", true, 0, "", "", null, crash(5, 6), null);
        assertThat(causes(pod("a", "ns.web", "n1", "Pending", good, bad))).containsExactly(OutcomeCause.CRASH);
    }
}
