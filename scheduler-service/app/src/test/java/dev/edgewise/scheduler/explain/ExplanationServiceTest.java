package dev.edgewise.scheduler.explain;

import static dev.edgewise.scheduler.testing.TestNodes.node;
import static dev.edgewise.scheduler.testing.TestPods.pod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.common.time.Ticker;
import dev.edgewise.common.web.BusyException;
import dev.edgewise.common.web.InvalidInputException;
import dev.edgewise.common.web.NotFoundException;
import dev.edgewise.scheduler.cycle.EventDetails;
import dev.edgewise.scheduler.decisions.DecisionHistory;
import dev.edgewise.scheduler.framework.Explanation;
import dev.edgewise.scheduler.framework.FilterAndScorePipeline;
import dev.edgewise.scheduler.framework.Rejection;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodKey;
import dev.edgewise.scheduler.plugins.BuiltInProfiles;
import dev.edgewise.scheduler.plugins.ProfileSet;
import dev.edgewise.scheduler.state.ClusterState;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ExplanationServiceTest {
    private static final Instant NOW = Instant.parse("2026-01-01T12:00:00Z");
    private static final Clock CLOCK = Clock.fixed(NOW, ZoneOffset.UTC);

    private long now;
    private final ClusterState state = new ClusterState(CLOCK);
    private final DecisionHistory history = new DecisionHistory(10, "a", CLOCK);
    private final ExplanationService explanations = new ExplanationService(
            state,
            new ProfileSet(BuiltInProfiles.builtIn()),
            history,
            CLOCK,
            () -> now,
            new Random(1),
            () -> false,
            EventDetails.NONE);

    @BeforeEach
    void twoNodes() {
        state.putNode(node("big").cpu("4").build());
        state.putNode(node("small").cpu("1").build());
    }

    @Test
    void tellsWhatEveryNodeIsWorth() {
        ExplainResponse answer = explanations.explain(pod("web").cpu("2").build(), "stock");

        assertThat(answer.profile()).isEqualTo("stock");
        assertThat(answer.pod()).isEqualTo("default/web");
        assertThat(answer.node()).isEqualTo("big");
        assertThat(answer.snapshotAt()).isEqualTo(NOW);
        assertThat(answer.nodes()).extracting(NodeVerdict::node).containsExactly("big", "small");
        assertThat(answer.nodes().get(0).scores())
                .allSatisfy(score -> assertThat(score.value()).isBetween(0.0, 1.0));
        assertThat(answer.nodes().get(1).rejections())
                .containsExactly(new NodeVerdict.RejectionResponse("NodeResourcesFit", "Insufficient cpu", false));
    }

    @Test
    void aBoundPodIsJudgedAsIfItWereNotBoundYet() {
        state.putPod(pod("web").cpu("3").runningOn("big").build());

        ExplainResponse answer =
                explanations.explain(pod("web").cpu("3").runningOn("big").build(), null);

        assertThat(answer.node()).isEqualTo("big");
        assertThat(answer.nodes().get(1).rejections())
                .extracting(NodeVerdict.RejectionResponse::filter)
                .containsExactly("NodeResourcesFit");
    }

    @Test
    void aManifestOfARunningPodDoesNotCompeteWithItself() {
        state.putPod(pod("web").cpu("3").runningOn("big").build());

        assertThat(explanations
                        .explain(pod("web").uid("").cpu("3").build(), null)
                        .node())
                .isEqualTo("big");
    }

    @Test
    void aNodeThatAnImaginedPodDemandsIsDemanded() {
        ExplainResponse answer =
                explanations.explain(pod("web").uid("").on("small").build(), null);

        assertThat(answer.node()).isEqualTo("small");
        assertThat(answer.nodes().get(1).rejections())
                .extracting(NodeVerdict.RejectionResponse::filter)
                .containsExactly("NodeName");
    }

    @Test
    void theProfileIsThePodsOwnElseEdgewise() {
        assertThat(explanations
                        .explain(pod("a").scheduler("stock").build(), null)
                        .profile())
                .isEqualTo("stock");
        assertThat(explanations
                        .explain(pod("a").scheduler("default-scheduler").build(), null)
                        .profile())
                .isEqualTo("edgewise");
    }

    @Test
    void anUnknownProfileIsRefusedWithTheKnownOnes() {
        assertThatThrownBy(() -> explanations.explain(pod("a").build(), "fast"))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage("profile is fast: it must be one of custom-scheduler, edgewise, energy-aware-scheduler,"
                        + " external-scheduler, faashouse, griffin_scheduler, rl-scheduler, stock, zones");
    }

    @Test
    void aWaitingPodShowsItsLastDecisionAndWhatHoldsNow() {
        state.putPod(pod("web").cpu("8").build());
        history.record(new FilterAndScorePipeline(BuiltInProfiles.stock(), new Random(1))
                .decide(pod("web").cpu("8").build(), state.snapshot()));
        state.putNode(node("huge").cpu("16").build());

        ExplainedPodResponse explained = explanations.explain(new PodKey("default", "web"));

        assertThat(explained.outcome()).isEqualTo("unschedulable");
        assertThat(explained.node()).isNull();
        assertThat(explained.reasons()).containsEntry("Insufficient cpu", 2);
        assertThat(explained.now()).isNotNull();
        assertThat(explained.now().node()).isEqualTo("huge");
    }

    @Test
    void aBoundPodShowsItsDecisionOnly() {
        history.record(new FilterAndScorePipeline(BuiltInProfiles.stock(), new Random(1))
                .decide(pod("web").cpu("2").build(), state.snapshot()));
        state.putPod(pod("web").cpu("2").runningOn("big").build());

        ExplainedPodResponse explained = explanations.explain(new PodKey("default", "web"));

        assertThat(explained.outcome()).isEqualTo("scheduled");
        assertThat(explained.nodes()).extracting(NodeVerdict::node).containsExactly("big");
        assertThat(explained.now()).isNull();
    }

    @Test
    void aBoundPodNamesTheEnergyOfItsNode() {
        history.record(new FilterAndScorePipeline(BuiltInProfiles.stock(), new Random(1))
                .decide(pod("web").cpu("2").build(), state.snapshot()));
        state.putPod(pod("web").cpu("2").runningOn("big").build());
        assertThat(explanations.explain(new PodKey("default", "web")).energy()).isNull();

        state.putNode(node("big").cpu("4").label("energy-status", "low-powered").build());
        assertThat(explanations.explain(new PodKey("default", "web")).energy().level())
                .isEqualTo("low-powered");
    }

    @Test
    void aWaitingPodWithoutDecisionShowsWhatHoldsNow() {
        state.putPod(pod("web").build());

        ExplainedPodResponse explained = explanations.explain(new PodKey("default", "web"));

        assertThat(explained.outcome()).isEqualTo("undecided");
        assertThat(explained.decidedAt()).isNull();
        assertThat(explained.now()).isNotNull();
    }

    @Test
    void aPodThatAKubeSchedulerPlacedShowsWhatHoldsNow() {
        ProfileSet placedByOther = new ProfileSet(BuiltInProfiles.builtIn(), List.of("rl-scheduler"));
        ExplanationService ofExtender = new ExplanationService(
                state, placedByOther, history, CLOCK, () -> now, new Random(1), () -> false, EventDetails.NONE);
        state.putPod(
                pod("web").scheduler("rl-scheduler").cpu("2").runningOn("big").build());

        ExplainedPodResponse explained = ofExtender.explain(new PodKey("default", "web"));

        assertThat(explained.outcome()).isEqualTo("undecided");
        assertThat(explained.profile()).isEqualTo("rl-scheduler");
        assertThat(explained.now().nodes()).extracting(NodeVerdict::node).containsExactly("big", "small");
    }

    @Test
    void whatIsNotKnownIsNotFound() {
        state.putPod(pod("bound").runningOn("big").build());

        assertThatThrownBy(() -> explanations.explain(new PodKey("default", "web")))
                .isInstanceOf(NotFoundException.class)
                .hasMessage("There is no pod default/web, and no decision about one is remembered");
        assertThatThrownBy(() -> explanations.explain(new PodKey("default", "bound")))
                .isInstanceOf(NotFoundException.class)
                .hasMessageContaining("it is on node big");
    }

    @Test
    void anAnswerThatNobodyTakesEnds() {
        ExplainResponse answer = explanations.explain(pod("web").cpu("2").build(), "stock");
        now = Duration.ofSeconds(15).toNanos();
        assertThat(answer.nodes().get(0).node()).isEqualTo("big");
        now++;
        assertThatThrownBy(() -> answer.nodes().get(1)).hasMessage("the answer was not taken within 15 s");
    }

    @Test
    void aPodThatTakesTooLongToCompareIsNotExplained() {
        // Each look at the clock finds 3 s gone: at the second node it is 6 s.
        Ticker slow = () -> now += Duration.ofSeconds(3).toNanos();
        ExplanationService explanations = new ExplanationService(
                state,
                new ProfileSet(BuiltInProfiles.builtIn()),
                history,
                CLOCK,
                slow,
                new Random(1),
                () -> false,
                EventDetails.NONE);
        Pod pod = pod("web").cpu("2").build();
        assertThatThrownBy(() -> explanations.explain(pod, "stock"))
                .isInstanceOf(BusyException.class)
                .hasMessageContaining("was not compared with 2 nodes within 5 s");
    }

    @Test
    void reasonsAreShortAndFew() {
        List<String> reasons =
                IntStream.range(0, 100).mapToObj(i -> i + "x".repeat(1000)).toList();
        NodeVerdict verdict = NodeVerdict.of(new Explanation.Verdict(
                "n", false, List.of(new Rejection("NodeResourcesFit", reasons, false)), List.of(), 0, List.of()));
        assertThat(verdict.rejections()).hasSize(20).allSatisfy(rejection -> assertThat(rejection.reason())
                .hasSize(501));
    }
}
