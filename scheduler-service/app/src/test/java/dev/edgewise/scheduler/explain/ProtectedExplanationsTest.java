package dev.edgewise.scheduler.explain;

import static dev.edgewise.scheduler.testing.TestNodes.node;
import static dev.edgewise.scheduler.testing.TestPods.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.Names;
import dev.edgewise.common.testing.TestClock;
import dev.edgewise.scheduler.cycle.EventDetails;
import dev.edgewise.scheduler.decisions.DecisionHistory;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodKey;
import dev.edgewise.scheduler.plugins.BuiltInProfiles;
import dev.edgewise.scheduler.plugins.ProfileSet;
import dev.edgewise.scheduler.state.ClusterState;
import dev.edgewise.scheduler.state.protection.ProtectionRules;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ProtectedExplanationsTest {
    private final TestClock clock = new TestClock();
    private final ClusterState state =
            new ClusterState(clock, name -> false, new ProtectionRules(Set.of("edgewise"), 1));
    private final ExplanationService explanations = new ExplanationService(
            state,
            new ProfileSet(BuiltInProfiles.builtIn()),
            new DecisionHistory(10, "a", clock),
            clock,
            () -> 0,
            new Random(1),
            () -> false,
            EventDetails.NONE);

    @Test
    void aPodThatMustBeProtectedShowsWhetherAnotherNodeCanStandIn() {
        state.putNode(node("big").cpu("4").build());
        state.putNode(node("small").cpu("1").build());
        state.putPod(required("web", "3"));
        state.putPod(required("tiny", "1"));

        ExplainResponse none =
                explanations.explain(new PodKey("default", "web")).now();
        assertThat(none.node()).isNull();
        assertThat(none.message())
                .isEqualTo("0/2 nodes are available: 1 node(s) had no other node that could keep room for the pod:"
                        + " no other node has room to keep for it.");
        assertThat(none.nodes().get(0).feasible()).isTrue();
        assertThat(explanations.explain(new PodKey("default", "tiny")).now().message())
                .isEqualTo("2/2 nodes are feasible; the best is big (backup small)");
    }

    @Test
    void theBestNodeThatAnotherCanStandInForIsNamed() {
        state.putNode(node("big").cpu("8").build());
        state.putNode(node("small").cpu("4").build());
        state.putPod(pod("first").cpu("3").priority(-1).nominatedTo("small").build());

        ExplainResponse answer = explanations.explain(required("web", "2"), "stock");

        assertThat(answer.nodes()).extracting(NodeVerdict::node).containsExactly("big", "small");
        assertThat(answer.node()).isEqualTo("small");
        assertThat(answer.message())
                .isEqualTo("2/2 nodes are feasible; the best that another can stand in for is small (backup big)");
    }

    @Test
    void aPodThatAKubeSchedulerPlacesDoesNotWaitForABackup() {
        ProfileSet placedByOther = new ProfileSet(BuiltInProfiles.builtIn(), List.of("edgewise"));
        ExplanationService ofExtender = new ExplanationService(
                state,
                placedByOther,
                new DecisionHistory(10, "a", clock),
                clock,
                () -> 0,
                new Random(1),
                () -> false,
                EventDetails.NONE);
        state.putNode(node("big").cpu("4").build());

        assertThat(ofExtender.explain(required("web", "3"), null).node()).isEqualTo("big");
    }

    private static Pod required(String name, String cpu) {
        return pod(name)
                .cpu(cpu)
                .controllerUid("owner-of-" + name)
                .annotation(Names.RECOVERY_ANNOTATION, "required")
                .build();
    }
}
