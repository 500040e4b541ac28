package dev.edgewise.offloader.surge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.offloader.moves.MoveFailedException;
import dev.edgewise.offloader.moves.MoveOutcome;
import dev.edgewise.offloader.moves.MoveOutcome.Result;
import dev.edgewise.offloader.moves.MoveRefusedByApiException;
import dev.edgewise.offloader.safety.MovablePod;
import dev.edgewise.offloader.safety.MoveLimitTracker;
import dev.edgewise.offloader.safety.MoveRefusal;
import dev.edgewise.offloader.safety.SafetySettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SurgeExecutorTest {
    private static final long SECOND = 1_000_000_000;
    private static final Duration TIME_TO_LIVE = Duration.ofSeconds(120);
    private static final MovablePod POD =
            new MovablePod("ns/p0", "p0", FakeDeployment.WORKLOAD, "edge-1", 0, Duration.ofHours(1), 1, 1, Set.of());

    private final FakeDeployment cluster = new FakeDeployment();
    private final List<MoveOutcome> outcomes = new ArrayList<>();
    private final MoveLimitTracker gate = new MoveLimitTracker(SafetySettings.DEFAULT);
    private final SurgeExecutor surges = leader(cluster);

    private SurgeExecutor leader(FakeDeployment of) {
        return new SurgeExecutor(of, of, of::evict, of, of, gate, outcomes::add, TIME_TO_LIVE);
    }

    private List<Result> results() {
        return outcomes.stream().map(MoveOutcome::result).toList();
    }

    /** Controllers, kubelet and watch do all that there is to do. */
    private void settle() {
        for (int i = 0; i < 3; i++) {
            cluster.control();
            cluster.start();
        }
        cluster.watch();
    }

    @Test
    void theReplacementIsReadyBeforeThePodIsEvicted() {
        surges.begin(POD, "edge-2", 0);
        assertThat(cluster.rooms).containsEntry("p0", "edge-2");
        cluster.control();
        cluster.watch();
        surges.step(SECOND);
        assertThat(cluster.evicted).isEmpty();

        cluster.start();
        cluster.watch();
        surges.step(2 * SECOND);
        assertThat(cluster.evicted).containsExactly("p0");
        assertThat(cluster.replicas).as("until the pod is seen to leave").isEqualTo(2);

        cluster.watch();
        surges.step(3 * SECOND);
        assertThat(cluster.replicas).isEqualTo(1);
        assertThat(outcomes).singleElement().satisfies(outcome -> {
            assertThat(outcome.result()).isEqualTo(Result.LANDED);
            assertThat(outcome.detail()).isEqualTo("its replacement runs on edge-2");
        });
        assertThat(cluster.rooms).isEmpty();
        assertThat(cluster.records).isEmpty();
        assertThat(surges.underWay()).isEmpty();
    }

    @Test
    void aWorkloadThatHasMoreReplicasMeanwhileIsLeftAlone() {
        cluster.somebodyScales(3);
        surges.begin(POD, "edge-2", 0);
        surges.step(SECOND);
        assertThat(cluster.replicas).isEqualTo(3);
        assertThat(results()).containsExactly(Result.FAILED);
        assertThat(cluster.records).isEmpty();
    }

    @Test
    void whoeverScalesItMeanwhileDecides() {
        surges.begin(POD, "edge-2", 0);
        cluster.somebodyScales(4);
        settle();
        surges.step(SECOND);
        surges.step(2 * SECOND);
        assertThat(outcomes).singleElement().satisfies(outcome -> {
            assertThat(outcome.result()).isEqualTo(Result.FAILED);
            assertThat(outcome.detail()).isEqualTo("somebody else scaled its workload meanwhile");
        });
        assertThat(cluster.evicted).isEmpty();
        assertThat(cluster.replicas).isEqualTo(4);
        assertThat(cluster.rooms).isEmpty();
    }

    /**
     * A tool that applies a repository scales back: the controller deletes the youngest pod, which is the replacement,
     * and the watch shows it later.
     */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aPodWhoseReplacementSomebodyTookAwayStays(boolean andAddsOneAgain) {
        cluster.guarded = false;
        surges.begin(POD, "edge-2", 0);
        settle();
        cluster.somebodyScales(1);
        cluster.control();
        if (andAddsOneAgain) {
            cluster.somebodyScales(2);
        }
        surges.step(SECOND);
        assertThat(cluster.ready()).isEqualTo(1);
        surges.step(2 * SECOND);
        assertThat(results()).containsExactly(Result.FAILED);
        assertThat(cluster.replicas).isEqualTo(andAddsOneAgain ? 2 : 1);
        assertThat(cluster.records).isEmpty();
        assertThat(cluster.rooms).isEmpty();
    }

    @Test
    void aReplacementThatIsNotReadyInTimeIsTakenAway() {
        surges.begin(POD, "edge-2", 0);
        cluster.control();
        cluster.watch();
        surges.step(120 * SECOND - 1);
        assertThat(outcomes).isEmpty();
        surges.step(120 * SECOND);
        cluster.control();

        assertThat(results()).containsExactly(Result.TIMED_OUT);
        assertThat(cluster.pods).extracting(FakeDeployment.FakePod::uid).containsExactly("p0");
        assertThat(cluster.rooms).isEmpty();
        assertThatItIsNotTriedAgainSoon();
    }

    /** A dry run may begin meanwhile, although the replacement is ready. */
    @Test
    void whatKeptItFromBeingEvictedIsTheReason() {
        SurgeExecutor refused = new SurgeExecutor(
                cluster,
                cluster,
                pod -> {
                    throw new MoveFailedException("it is not evicted");
                },
                cluster,
                cluster,
                gate,
                outcomes::add,
                TIME_TO_LIVE);
        refused.begin(POD, "edge-2", 0);
        settle();
        refused.step(SECOND);
        refused.step(120 * SECOND);
        assertThat(outcomes).extracting(MoveOutcome::detail).containsExactly("it is not evicted");
    }

    @Test
    void anEvictionThatIsHeldBackIsTriedEachFiveSeconds() {
        List<Long> tried = new ArrayList<>();
        long[] now = {0};
        SurgeExecutor heldBack = new SurgeExecutor(
                cluster,
                cluster,
                pod -> {
                    tried.add(now[0]);
                    throw new MoveFailedException("it is not evicted: paused");
                },
                cluster,
                cluster,
                gate,
                outcomes::add,
                TIME_TO_LIVE);
        heldBack.begin(POD, "edge-2", 0);
        settle();
        for (now[0] = 1; now[0] <= 12; now[0]++) {
            heldBack.step(now[0] * SECOND);
            assertThat(heldBack.trouble()).contains("pod ns/p0: it is not evicted: paused");
        }
        assertThat(tried).containsExactly(1L, 6L, 11L);
    }

    /** The obstacle may be permanent, such as a volume of the other node, or an image that is missing there. */
    private void assertThatItIsNotTriedAgainSoon() {
        MovablePod another =
                new MovablePod("ns/p1", "p1", POD.workload(), POD.node(), 0, Duration.ofHours(1), 2, 2, Set.of());
        assertThat(gate.checkAtOnce(another, "edge-2", 20 * 60 * SECOND).map(MoveRefusal::reason))
                .contains(MoveRefusal.Reason.COOL_DOWN);
        assertThat(gate.checkAtOnce(another, "edge-2", 40 * 60 * SECOND).map(MoveRefusal::reason))
                .isNotEqualTo(Optional.of(MoveRefusal.Reason.COOL_DOWN));
    }

    @Test
    void aBudgetThatNeverAllowsAnEvictionEndsItWhereItBegan() {
        cluster.budget = false;
        surges.begin(POD, "edge-2", 0);
        settle();
        surges.step(SECOND);
        assertThat(outcomes).isEmpty();
        surges.step(120 * SECOND);
        settle();
        assertThat(results()).containsExactly(Result.BLOCKED);
        assertThat(cluster.pods).extracting(FakeDeployment.FakePod::uid).containsExactly("p0");
        assertThatItIsNotTriedAgainSoon();
    }

    /** The API server may not reach its store. */
    @Test
    void anEvictionWithoutAnAnswerIsAskedForAgainAfterAWhile() {
        List<Long> asked = new ArrayList<>();
        cluster.unanswered = true;
        surges.begin(POD, "edge-2", 0);
        settle();
        for (int second = 1; second <= 120; second++) {
            long now = second;
            cluster.between = what -> {
                if (what.equals("evict")) {
                    asked.add(now);
                }
            };
            surges.step(second * SECOND);
        }
        assertThat(asked).startsWith(1L, 6L, 11L).endsWith(116L);
        assertThat(outcomes).singleElement().satisfies(outcome -> {
            assertThat(outcome.result()).isEqualTo(Result.TIMED_OUT);
            assertThat(outcome.detail()).isEqualTo("its eviction got no answer, although its replacement was ready");
        });
    }

    @Test
    void anEvictionThatIsRefusedEndsItAtOnceAndForLong() {
        SurgeExecutor refused = new SurgeExecutor(
                cluster,
                cluster,
                pod -> {
                    throw new MoveRefusedByApiException("the eviction was refused: 500 two budgets");
                },
                cluster,
                cluster,
                gate,
                outcomes::add,
                TIME_TO_LIVE);
        refused.begin(POD, "edge-2", 0);
        settle();
        refused.step(SECOND);
        refused.step(2 * SECOND);
        assertThat(outcomes).singleElement().satisfies(outcome -> {
            assertThat(outcome.result()).isEqualTo(Result.FAILED);
            assertThat(outcome.detail()).isEqualTo("the eviction was refused: 500 two budgets");
        });
        assertThat(cluster.replicas).isEqualTo(1);
        assertThatItIsNotTriedAgainSoon();
    }

    @Test
    void aPauseUndoesWhatIsNotEvictedYet() {
        surges.begin(POD, "edge-2", 0);
        settle();
        surges.undo("moves are paused by ada: an exam");
        surges.step(SECOND);
        settle();
        assertThat(cluster.evicted).isEmpty();
        assertThat(cluster.pods).extracting(FakeDeployment.FakePod::uid).containsExactly("p0");
        assertThat(outcomes).singleElement().satisfies(outcome -> {
            assertThat(outcome.result()).isEqualTo(Result.FAILED);
            assertThat(outcome.detail()).isEqualTo("moves are paused by ada: an exam");
        });
        assertThat(cluster.rooms).isEmpty();
    }

    @Test
    void aPauseDoesNotUndoAnEviction() {
        surges.begin(POD, "edge-2", 0);
        settle();
        surges.step(SECOND);
        assertThat(cluster.evicted).containsExactly("p0");
        surges.undo("moves are paused by ada: an exam");
        cluster.watch();
        surges.step(2 * SECOND);
        assertThat(results()).containsExactly(Result.LANDED);
        assertThat(cluster.replicas).isEqualTo(1);
    }

    /** The manifests do not give the right by themselves. */
    @Test
    void aSurgeThatMayNotScaleEndsAtOnce() {
        cluster.refused = "scale";
        surges.begin(POD, "edge-2", 0);
        surges.step(SECOND);
        assertThat(outcomes).singleElement().satisfies(outcome -> {
            assertThat(outcome.result()).isEqualTo(Result.FAILED);
            assertThat(outcome.detail()).isEqualTo("403 from the API server");
        });
        assertThat(surges.underWay()).isEmpty();
        assertThat(cluster.rooms).isEmpty();
        assertThat(cluster.records).isEmpty();
    }

    @Test
    void whatMayHaveBeenDoneWithoutAnAnswerIsUndone() {
        cluster.silent = true;
        surges.begin(POD, "edge-2", 0);
        surges.step(SECOND);
        assertThat(outcomes).as("the API server is silent").isEmpty();
        cluster.silent = false;
        surges.step(2 * SECOND);
        assertThat(outcomes).singleElement().extracting(MoveOutcome::detail).isEqualTo("no answer from the API server");
        assertThat(cluster.records).isEmpty();
        assertThat(cluster.replicas).isEqualTo(1);
    }

    /** The API server's store may be slow, so that a request without an answer in time is carried out later. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aSecondReplicaThatComesLateIsTakenBack(boolean runs) {
        beginWithoutAnswer();
        if (!runs) {
            cluster.pods.clear();
            settle();
        }
        surges.step(SECOND);
        surges.step(2 * SECOND);
        assertThat(outcomes).isEmpty();
        assertThat(cluster.records).containsOnlyKeys("p0");

        cluster.addLate("p0");
        settle();
        surges.step(119 * SECOND);
        assertThat(cluster.replicas).isEqualTo(1);
        settle();
        surges.step(119 * SECOND);
        assertThat(results()).containsExactly(runs ? Result.FAILED : Result.LANDED);
        assertThat(cluster.records).isEmpty();
        assertThat(cluster.rooms).isEmpty();
    }

    /** The store is slow for the lease, too. */
    @Test
    void aSecondReplicaThatComesLateIsTakenBackByWhoLedBefore() throws Exception {
        beginWithoutAnswer();
        surges.forget();
        surges.resume(SECOND);
        surges.step(SECOND);
        cluster.addLate("p0");
        settle();
        surges.step(60 * SECOND);
        assertThat(cluster.replicas).isEqualTo(1);
        settle();
        surges.step(61 * SECOND);
        assertThat(results()).containsExactly(Result.FAILED);
        assertThat(cluster.records).isEmpty();
    }

    /** A leader in between added it for a surge of its own. */
    @Test
    void anotherSecondReplicaOfTheSamePodIsNotTakenBack() throws Exception {
        beginWithoutAnswer();
        surges.forget();
        Map<String, Surge> records = Map.copyOf(cluster.records);
        cluster.records.clear();
        surges.resume(SECOND);
        cluster.records.putAll(records);
        cluster.addLate("p0");
        surges.forget();
        surges.resume(2 * SECOND);
        surges.step(2 * SECOND);
        assertThat(cluster.replicas).isEqualTo(2);
    }

    @Test
    void aSecondReplicaThatNeverComesIsAwaitedForTheTimeToLive() {
        beginWithoutAnswer();
        surges.step(120 * SECOND - 1);
        assertThat(outcomes).isEmpty();
        surges.step(120 * SECOND);
        assertThat(results()).containsExactly(Result.FAILED);
        assertThat(cluster.records).isEmpty();

        cluster.somebodyScales(2);
        surges.step(121 * SECOND);
        assertThat(cluster.replicas).as("of somebody else").isEqualTo(2);
    }

    private void beginWithoutAnswer() {
        cluster.fails = "scale";
        surges.begin(POD, "edge-2", 0);
        cluster.fails = "";
    }

    /** Somebody has two replicas by now, and this service does not know why. */
    @ParameterizedTest
    @ValueSource(strings = {"reserve", "add", "release", "remove"})
    void aSecondReplicaOfSomebodyElseStays(String failing) {
        cluster.fails = failing;
        cluster.somebodyScales(failing.equals("reserve") || failing.equals("add") ? 1 : 2);
        surges.begin(POD, "edge-2", 0);
        cluster.somebodyScales(2);
        surges.step(SECOND);
        cluster.fails = "";
        surges.step(2 * SECOND);
        assertThat(cluster.replicas).isEqualTo(2);
        assertThat(results()).containsExactly(Result.FAILED);
        assertThat(cluster.records).isEmpty();
        assertThat(cluster.rooms).isEmpty();
    }

    @Test
    void whatHoldsASurgeUpIsSaidUntilItGoesOn() {
        surges.begin(POD, "edge-2", 0);
        cluster.fails = "scale";
        surges.step(120 * SECOND);
        surges.step(121 * SECOND);
        assertThat(surges.trouble()).contains("pod ns/p0: no answer from the API server");
        cluster.fails = "";
        surges.step(122 * SECOND);
        assertThat(surges.trouble()).isEmpty();
        assertThat(results()).containsExactly(Result.TIMED_OUT);
    }

    @Test
    void aReplicaIsTakenBackOnce() {
        surges.begin(POD, "edge-2", 0);
        cluster.fails = "release";
        surges.step(120 * SECOND);
        assertThat(cluster.replicas).isEqualTo(1);
        cluster.somebodyScales(2);
        cluster.fails = "";
        surges.step(121 * SECOND);
        assertThat(cluster.replicas).as("of somebody else").isEqualTo(2);
        assertThat(results()).containsExactly(Result.TIMED_OUT);
    }

    @Test
    void aLeaderThatEndedBeforeItAskedLeavesNoRecord() throws MoveFailedException {
        killBefore("reserve");
        assertThatThrownBy(() -> surges.begin(POD, "edge-2", 0)).isInstanceOf(ProcessKilled.class);
        cluster.between = request -> {};
        cluster.somebodyScales(2);
        SurgeExecutor next = leader(cluster);
        next.resume(SECOND);
        next.step(200 * SECOND);
        assertThat(cluster.replicas).isEqualTo(2);
    }

    /** Before it asked for the second replica, or after it took it back: what somebody adds later is theirs. */
    @ParameterizedTest
    @ValueSource(strings = {"scale", "remove"})
    void aSecondReplicaThatCameAfterTheTakeoverIsNoReplacement(String request) throws MoveFailedException {
        killBefore(request);
        assertThatThrownBy(() -> {
                    surges.begin(POD, "edge-2", 0);
                    surges.step(120 * SECOND);
                })
                .isInstanceOf(ProcessKilled.class);
        cluster.between = any -> {};
        SurgeExecutor next = leader(cluster);
        next.resume(130 * SECOND);
        next.step(130 * SECOND);
        assertThat(outcomes).singleElement().satisfies(outcome -> {
            assertThat(outcome.result()).isEqualTo(Result.FAILED);
            assertThat(outcome.detail()).contains("did not have two replicas by this move");
        });
        assertThat(cluster.records).isEmpty();
        assertThat(cluster.rooms).isEmpty();

        cluster.somebodyScales(2);
        settle();
        next.step(190 * SECOND);
        settle();
        assertThat(cluster.evicted).isEmpty();
        assertThat(cluster.replicas).isEqualTo(2);
    }

    /** The record stands, and a second replica, but it is none of this service's. */
    @Test
    void aSecondReplicaThatSomebodyAddedBeforeTheTakeoverStays() throws MoveFailedException {
        killBefore("scale");
        assertThatThrownBy(() -> surges.begin(POD, "edge-2", 0)).isInstanceOf(ProcessKilled.class);
        cluster.between = request -> {};
        cluster.somebodyScales(2);
        settle();
        SurgeExecutor next = leader(cluster);
        next.resume(SECOND);
        for (int second = 1; second <= 200; second++) {
            next.step(second * SECOND);
            settle();
        }
        assertThat(cluster.replicas).isEqualTo(2);
        assertThat(cluster.evicted).isEmpty();
        assertThat(results()).containsExactly(Result.FAILED);
    }

    @Test
    void whoTakesOverAsksWhatWasDoneUntilThereIsAnAnswer() throws MoveFailedException {
        surges.begin(POD, "edge-2", 0);
        settle();
        SurgeExecutor next = leader(cluster);
        next.resume(SECOND);
        cluster.fails = "scale";
        next.step(SECOND);
        assertThat(next.trouble()).contains("pod ns/p0: no answer from the API server");
        assertThat(cluster.evicted).isEmpty();

        cluster.fails = "";
        next.step(2 * SECOND);
        cluster.watch();
        next.step(3 * SECOND);
        assertThat(results()).containsExactly(Result.LANDED);
        assertThat(cluster.replicas).isEqualTo(1);
    }

    private void killBefore(String request) {
        cluster.between = each -> {
            if (each.equals(request)) {
                throw new ProcessKilled();
            }
        };
    }

    /** While no replica leads, the Deployment still wants two: a third pod is ready, and one of both goes. */
    @ParameterizedTest
    @CsvSource({"p2, edge-2, LANDED", "p1, edge-3, ELSEWHERE"})
    void theReplacementIsThePodThatStays(String goes, String node, Result result) throws MoveFailedException {
        surges.begin(POD, "edge-2", 0);
        settle();
        surges.step(SECOND);
        assertThat(cluster.evicted).containsExactly("p0");
        cluster.rooms.clear();
        settle();
        assertThat(cluster.pods).hasSize(2);

        SurgeExecutor next = leader(cluster);
        next.resume(20 * SECOND);
        next.step(20 * SECOND);
        assertThat(cluster.replicas).isEqualTo(1);
        assertThat(outcomes).as("both are there").isEmpty();
        cluster.pods.removeIf(pod -> pod.uid().equals(goes));
        cluster.watch();
        next.step(21 * SECOND);
        assertThat(outcomes).singleElement().satisfies(outcome -> {
            assertThat(outcome.result()).isEqualTo(result);
            assertThat(outcome.detail()).isEqualTo("its replacement runs on " + node);
        });
        assertThat(cluster.records).isEmpty();
    }

    /** No controller, or somebody who scales it just then. */
    @Test
    void whichPodStaysIsAwaitedForTheTimeToLive() {
        surges.begin(POD, "edge-2", 0);
        settle();
        surges.step(SECOND);
        cluster.rooms.clear();
        settle();
        surges.step(2 * SECOND);
        surges.step(120 * SECOND - 1);
        assertThat(outcomes).isEmpty();
        surges.step(120 * SECOND);
        assertThat(results()).as("the older one").containsExactly(Result.LANDED);
        assertThat(cluster.rooms).isEmpty();
    }

    @Test
    void aPodThatDiesMeanwhileLeavesOneReplica() {
        surges.begin(POD, "edge-2", 0);
        cluster.pods.clear();
        cluster.watch();
        surges.step(SECOND);
        assertThat(results()).containsExactly(Result.GONE);
        settle();
        assertThat(cluster.ready()).isEqualTo(1);
    }

    @Test
    void whoNoLongerLeadsForgets() {
        surges.begin(POD, "edge-2", 0);
        surges.forget();
        surges.step(200 * SECOND);
        assertThat(cluster.replicas).isEqualTo(2);
        assertThat(outcomes).isEmpty();
    }

    /**
     * Leaders die before and after any request, watches and controllers lag, with and without a budget: there is always
     * a ready pod, and at last exactly one.
     */
    @Property(tries = 500, seed = "12")
    void noCrashLeavesTheWorkloadWithoutAReadyPodOrWithAReplicaMore(@ForAll long seed, @ForAll boolean guarded)
            throws MoveFailedException {
        Random random = new Random(seed);
        FakeDeployment crashing = new FakeDeployment();
        crashing.guarded = guarded;
        run(crashing, random, () -> {});
        assertThat(crashing.replicas).isEqualTo(1);
        assertThat(crashing.pods).hasSize(1);
        assertThat(crashing.evicted).hasSizeLessThanOrEqualTo(1);
    }

    /** Somebody scales it besides, at any time: there is always a ready pod, and at last as many as somebody said. */
    @Property(tries = 500, seed = "13")
    void whoeverScalesItHasAReadyPodAtAllTimesAndTheLastWord(@ForAll long seed, @ForAll boolean guarded)
            throws MoveFailedException {
        Random random = new Random(seed);
        FakeDeployment crashing = new FakeDeployment();
        crashing.guarded = guarded;
        int[] said = {1};
        run(crashing, random, () -> {
            int wanted = 1 + random.nextInt(3);
            if (random.nextInt(20) == 0 && wanted != crashing.replicas) {
                crashing.somebodyScales(wanted);
                said[0] = wanted;
            }
        });
        assertThat(crashing.replicas).isEqualTo(said[0]);
        assertThat(crashing.pods).hasSize(said[0]);
    }

    private void run(FakeDeployment crashing, Random random, Runnable others) throws MoveFailedException {
        crashing.between = request -> {
            if (random.nextInt(6) == 0) {
                throw new ProcessKilled();
            }
        };
        SurgeExecutor leader = leader(crashing);
        long now = 0;
        try {
            leader.begin(POD, "edge-2", now);
        } catch (ProcessKilled killed) {
            leader = leader(crashing);
            leader.resume(now);
            // As the next leader does with room of pods that still run.
            crashing.rooms.keySet().retainAll(crashing.records.keySet());
        }
        for (int i = 0; i < 400; i++) {
            now += SECOND;
            others.run();
            switch (random.nextInt(4)) {
                case 0 -> crashing.control();
                case 1 -> crashing.start();
                case 2 -> crashing.watch();
                default -> leader = step(leader, crashing, now);
            }
            assertThat(crashing.ready()).isPositive();
        }
        crashing.between = request -> {};
        for (int i = 0; i < 200; i++) {
            now += SECOND;
            crashing.control();
            crashing.watch();
            leader.step(now);
        }
        assertThat(crashing.records).isEmpty();
        assertThat(crashing.rooms).isEmpty();
    }

    private SurgeExecutor step(SurgeExecutor leader, FakeDeployment cluster, long now) throws MoveFailedException {
        try {
            leader.step(now);
            return leader;
        } catch (ProcessKilled killed) {
            SurgeExecutor next = leader(cluster);
            next.resume(now);
            return next;
        }
    }

    private static final class ProcessKilled extends Error {
        private static final long serialVersionUID = 1;
    }
}
