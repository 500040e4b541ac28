package dev.edgewise.rewards.learning;

import static dev.edgewise.rewards.learning.facts.TestPods.at;
import static dev.edgewise.rewards.learning.facts.TestPods.crash;
import static dev.edgewise.rewards.learning.facts.TestPods.ends;
import static dev.edgewise.rewards.learning.facts.TestPods.pod;
import static dev.edgewise.rewards.learning.facts.TestPods.runs;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.signal.UnreadableSignalException;
import dev.edgewise.rewards.learning.facts.ContainerFacts;
import dev.edgewise.rewards.learning.facts.NodeFacts;
import dev.edgewise.rewards.learning.facts.PodFacts;
import dev.edgewise.rewards.learning.ledger.PodTypeNodeLedger;
import dev.edgewise.rewards.learning.ledger.PodTypeNodeLedgerJsonCodec;
import dev.edgewise.rewards.learning.settings.LearnerSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Pods that failed are not removed: a ledger must not grow with them, and no pod may count again. */
class PodsThatAreOverTest {
    private static final String WEB = "ns.web";
    private static final int FAILED = 1_000;
    private static final long END = 20_000;

    private final PodTypeNodeLedgerJsonCodec codec = new PodTypeNodeLedgerJsonCodec();
    private final List<PodFacts> shown = new ArrayList<>();
    private RewardLearner learner = new RewardLearner(LearnerSettings.DEFAULT);

    PodsThatAreOverTest() {
        learner.node(NodeFacts.ready("n1"), at(0));
        // This pod lives longer than all others, and crashed before them.
        shown.add(pod("alive", WEB, "n1", "Running", runs(1, 2, crash(0, 1))));
        for (int i = 0; i < FAILED; i++) {
            shown.add(pod("failed-" + i, WEB, "n1", "Failed", ends(0, crash(10 * i + 3, 10 * i + 9))));
        }
    }

    @Test
    void aLedgerHoldsTheLatestOfThemAndAllThatLive() {
        list();
        assertThat(ledger().pods()).hasSize(PodTypeNodeLedger.OVER + 1);
    }

    @Test
    void noneCountsAgainWhenAllAreListedAgain() {
        list();
        assertThat(failures()).isEqualTo(FAILED + 1);
        ledger();
        list();
        assertThat(failures()).isEqualTo(FAILED + 1);
    }

    @Test
    void noneCountsAgainAfterARestart() throws UnreadableSignalException {
        list();
        restart(ledger());
        list();
        assertThat(failures()).isEqualTo(FAILED + 1);
    }

    @Test
    void whatFailsMeanwhileCounts() throws UnreadableSignalException {
        list();
        PodTypeNodeLedger ledger = ledger();
        shown.set(0, pod("alive", WEB, "n1", "Failed", ends(1, crash(2, 15_000))));
        shown.add(pod("new", WEB, "n1", "Failed", ends(0, crash(14_000, 15_001))));
        restart(ledger);
        list();
        assertThat(failures()).isEqualTo(FAILED + 3);
    }

    @Test
    void podsOfManyContainersDoNotFillTheStore() {
        for (int i = 0; i < PodTypeNodeLedger.OVER; i++) {
            ContainerFacts[] many = IntStream.range(0, 1_500)
                    .mapToObj(container -> new ContainerFacts(
                            "c" + container, true, 0, "", "", null, crash(container, container + 1), null))
                    .toArray(ContainerFacts[]::new);
            learner.pod(pod("many-" + i, WEB, "n1", "Failed", many), at(END));
        }
        assertThat(codec.encode(ledger()).length).isLessThan(512 * 1024);
    }

    private void restart(PodTypeNodeLedger ledger) throws UnreadableSignalException {
        learner = new RewardLearner(LearnerSettings.DEFAULT);
        learner.node(NodeFacts.ready("n1"), at(0));
        learner.restore(WEB, "n1", codec.decode(codec.encode(ledger)), at(END));
    }

    private void list() {
        shown.forEach(each -> learner.pod(each, at(END)));
    }

    private PodTypeNodeLedger ledger() {
        return learner.step(at(END)).ledgers().get(WEB).get("n1").orElseThrow();
    }

    private long failures() {
        return learner.typeNode(WEB, "n1", at(END)).orElseThrow().failures();
    }
}
