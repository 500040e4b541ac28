package dev.edgewise.rewards.learning;

import static dev.edgewise.rewards.learning.facts.TestPods.at;
import static dev.edgewise.rewards.learning.facts.TestPods.crash;
import static dev.edgewise.rewards.learning.facts.TestPods.failed;
import static dev.edgewise.rewards.learning.facts.TestPods.pod;
import static dev.edgewise.rewards.learning.facts.TestPods.runs;
import static dev.edgewise.rewards.learning.facts.TestPods.waits;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.edgewise.common.signal.UnreadableSignalException;
import dev.edgewise.rewards.learning.facts.NodeFacts;
import dev.edgewise.rewards.learning.facts.PodFacts;
import dev.edgewise.rewards.learning.ledger.PodTypeNodeLedgerJsonCodec;
import dev.edgewise.rewards.learning.rounds.LearnerChanges;
import dev.edgewise.rewards.learning.settings.LearnerSettings;
import dev.edgewise.rewards.learning.settings.QuarantineSettings;
import dev.edgewise.rewards.learning.view.PodTypeNodeView;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** However often and in whichever order facts come, and whenever the process restarts, each life counts once. */
class ReplaysTest {
    private static final int PODS = 6;
    private static final int NODES = 3;
    private static final long END = 400;

    /** The result would depend on the time of the evaluation. */
    private static final LearnerSettings WITHOUT_QUARANTINE = new LearnerSettings(
            Duration.ofMinutes(5),
            Duration.ofMinutes(10),
            Map.of(),
            new QuarantineSettings(
                    0.3,
                    0.6,
                    Duration.ofMinutes(1),
                    Duration.ofMinutes(5),
                    Duration.ofMinutes(2),
                    0,
                    5,
                    Duration.ofMinutes(30)),
            LearnerSettings.Limits.DEFAULT,
            Duration.ofMinutes(5),
            2,
            Duration.ofMinutes(30));

    private final PodTypeNodeLedgerJsonCodec codec = new PodTypeNodeLedgerJsonCodec();

    /** The statuses of each pod over time: it runs and crashes several times; some pods are evicted at the end. */
    private static List<PodFacts> history(long seed) {
        Random random = new Random(seed);
        List<PodFacts> all = new ArrayList<>();
        for (int pod = 0; pod < PODS; pod++) {
            String uid = "pod" + pod;
            String type = "ns.t" + pod % 2;
            String node = "n" + random.nextInt(NODES);
            all.add(bound(pod(uid, type, node, "Pending")));
            long begin = 1 + random.nextInt(20);
            all.add(pod(uid, type, node, "Running", runs(0, begin, null)));
            int crashes = random.nextInt(3);
            for (int run = 0; run < crashes; run++) {
                long end = begin + 1 + random.nextInt(60);
                all.add(pod(uid, type, node, "Running", waits(run, "CrashLoopBackOff", crash(begin, end))));
                long next = end + 1 + random.nextInt(30);
                all.add(pod(uid, type, node, "Running", runs(run + 1, next, crash(begin, end))));
                begin = next;
            }
            if (random.nextInt(3) == 0) {
                all.add(failed(uid, type, node, "Evicted"));
            }
        }
        return all;
    }

    /** Just now, as it would be stuck else. */
    private static PodFacts bound(PodFacts pod) {
        return new PodFacts(
                pod.id(),
                pod.name(),
                pod.type(),
                pod.node(),
                pod.phase(),
                "",
                "",
                "",
                false,
                false,
                at(END),
                List.of());
    }

    private static RewardLearner learner() {
        RewardLearner learner = new RewardLearner(WITHOUT_QUARANTINE);
        for (int node = 0; node < NODES; node++) {
            learner.node(NodeFacts.ready("n" + node), at(0));
        }
        return learner;
    }

    private static void assertSame(RewardLearner one, RewardLearner other) {
        one.step(at(END));
        other.step(at(END));
        for (int type = 0; type < 2; type++) {
            for (int node = 0; node < NODES; node++) {
                Optional<PodTypeNodeView> expected = one.typeNode("ns.t" + type, "n" + node, at(END));
                Optional<PodTypeNodeView> actual = other.typeNode("ns.t" + type, "n" + node, at(END));
                assertThat(actual.isPresent()).isEqualTo(expected.isPresent());
                expected.ifPresent(cell -> {
                    PodTypeNodeView same = actual.orElseThrow();
                    assertThat(same.failures()).isEqualTo(cell.failures());
                    assertThat(same.runs()).isEqualTo(cell.runs());
                    assertThat(same.reward().samples()).isCloseTo(cell.reward().samples(), within(1e-9));
                });
            }
        }
    }

    @Property(seed = "13", tries = 300)
    void repetitionsAndAnyOrderAddNothing(@ForAll @IntRange(max = 1_000_000) int seed) {
        List<PodFacts> history = history(seed);
        RewardLearner once = learner();
        history.forEach(facts -> once.pod(facts, at(END)));

        RewardLearner often = learner();
        Random random = new Random(seed);
        history.forEach(facts -> {
            often.pod(facts, at(END));
            for (int again = random.nextInt(4); again > 0; again--) {
                often.pod(older(history, facts, random), at(END));
            }
        });
        assertSame(once, often);
    }

    /** Facts of the same pod that came before, or the same. */
    private static PodFacts older(List<PodFacts> history, PodFacts facts, Random random) {
        List<PodFacts> before = history.subList(0, history.indexOf(facts) + 1).stream()
                .filter(each -> each.uid().equals(facts.uid()))
                .toList();
        return before.get(random.nextInt(before.size()));
    }

    @Property(seed = "13", tries = 300)
    void aRestartAnywhereCountsNothingTwiceAndLosesNothing(@ForAll @IntRange(max = 1_000_000) int seed)
            throws UnreadableSignalException {
        List<PodFacts> history = history(seed);
        RewardLearner steady = learner();
        RewardLearner shaky = learner();
        Map<String, Map<String, byte[]>> stored = new HashMap<>();
        Map<String, PodFacts> api = new HashMap<>();
        Random random = new Random(seed);
        for (PodFacts facts : history) {
            api.put(facts.uid(), facts);
            // The API shows one run before the current one, and of a pod that was evicted none: what came before is
            // written by then.
            boolean hides = facts.phase().equals("Failed")
                    || facts.containers().stream().anyMatch(each -> each.restarts() > 0);
            if (hides) {
                store(shaky.step(at(END)), stored);
            }
            steady.pod(facts, at(END));
            shaky.pod(facts, at(END));
            if (hides || random.nextBoolean()) {
                store(shaky.step(at(END)), stored);
            }
            if (random.nextInt(4) == 0) {
                // State that was not written is lost, and pods that the API server still shows come again.
                shaky = restarted(stored);
                for (PodFacts shown : api.values()) {
                    shaky.pod(shown, at(END));
                }
            }
        }
        assertSame(steady, shaky);
    }

    private RewardLearner restarted(Map<String, Map<String, byte[]>> stored) throws UnreadableSignalException {
        RewardLearner learner = learner();
        for (Map.Entry<String, Map<String, byte[]>> type : stored.entrySet()) {
            for (Map.Entry<String, byte[]> node : type.getValue().entrySet()) {
                learner.restore(type.getKey(), node.getKey(), codec.decode(node.getValue()), at(END));
            }
        }
        return learner;
    }

    private void store(LearnerChanges changes, Map<String, Map<String, byte[]>> stored) {
        changes.ledgers()
                .forEach((type, nodes) -> nodes.forEach((node, ledger) -> {
                    Map<String, byte[]> row = stored.computeIfAbsent(type, name -> new HashMap<>());
                    ledger.ifPresentOrElse(each -> row.put(node, codec.encode(each)), () -> row.remove(node));
                }));
    }
}
