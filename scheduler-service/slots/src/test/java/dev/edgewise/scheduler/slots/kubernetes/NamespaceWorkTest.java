package dev.edgewise.scheduler.slots.kubernetes;

import static dev.edgewise.scheduler.testing.TestNodes.node;
import static dev.edgewise.scheduler.testing.TestPods.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.scheduler.model.Resources;
import dev.edgewise.scheduler.model.Taint;
import dev.edgewise.scheduler.slots.claims.ClaimLedger;
import dev.edgewise.scheduler.slots.decide.NodeFacts;
import dev.edgewise.scheduler.slots.model.FreeSlotHoldingMode;
import dev.edgewise.scheduler.slots.model.SlotPlace;
import dev.edgewise.scheduler.slots.model.Testbed;
import dev.edgewise.scheduler.slots.model.TestbedSpec;
import dev.edgewise.scheduler.slots.model.TestbedState;
import dev.edgewise.scheduler.slots.model.TestbedStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** An event causes decisions about the namespaces that it touches, and they read no others. */
class NamespaceWorkTest extends ReconcilerFixture {
    private static final Duration LOOK = Duration.ofMillis(500);

    private Testbed on(String namespace, String label, TestbedState state) {
        Testbed testbed = new Testbed(
                metadata(namespace, "tb"),
                new TestbedSpec(1, label, Resources.NONE, FreeSlotHoldingMode.PODS, null, List.of()),
                null,
                new TestbedStatus(state, 1, List.of(), null, null, List.of(), List.of()));
        cache.put(testbed);
        return testbed;
    }

    /** Namespaces a and b want node ab, c has nodes of its own. */
    private void namespaces() {
        state.putNode(node("ab").label("lab/a", "0").label("lab/b", "0").build());
        state.putNode(node("c").label("lab/c", "0").build());
        on("a", "lab/a", TestbedState.SUCCESS);
        on("b", "lab/b", TestbedState.SUCCESS);
        on("c", "lab/c", TestbedState.SUCCESS);
        step(LOOK);
        step(LOOK);
        decided.clear();
    }

    @Test
    void theStatusOfATestbedIsOfItsNamespaceAlone() {
        namespaces();

        on("a", "lab/a", TestbedState.RUNNING);
        step(LOOK);

        assertThat(decided).containsExactly("a");
    }

    @Test
    void anInputHasTheTestbedsThatWantTheSameNodesAndTheirNodes() {
        namespaces();
        cache.changeAll();
        step(LOOK);

        assertThat(inputs.get("a").otherTestbeds())
                .extracting(one -> one.metadata().namespace())
                .containsExactly("b");
        assertThat(inputs.get("a").nodes()).extracting(NodeFacts::name).containsExactly("ab");
        assertThat(inputs.get("c").otherTestbeds()).isEmpty();
        assertThat(inputs.get("c").nodes()).extracting(NodeFacts::name).containsExactly("c");
    }

    @Test
    void aTestbedWithAnotherLabelTouchesThoseThatWantedItsNodes() {
        namespaces();

        on("a", "lab/c", TestbedState.SUCCESS);
        step(Duration.ofMillis(50));

        assertThat(decided).containsExactlyInAnyOrder("a", "b", "c");
        decided.clear();
        cache.removeTestbed("a", "tb");
        step(Duration.ofMillis(50));

        assertThat(decided).containsExactlyInAnyOrder("a", "c");
    }

    @Test
    void aNodeTouchesTheTestbedsWithItsLabels() {
        namespaces();

        state.putPod(pod("ordinary").cpu("1").runningOn("c").build());
        step(LOOK);

        assertThat(decided).containsExactly("c");
        decided.clear();
        state.putNode(node("ab").label("lab/a", "0").build());
        step(LOOK);
        assertThat(decided).containsExactlyInAnyOrder("a", "b");
        decided.clear();
        step(LOOK);
        assertThat(decided).as("nothing has changed").isEmpty();
    }

    @Test
    void aNodeThatHasSlotsAndNoLabelAnyMoreTouchesTheirNamespace() {
        namespaces();
        state.putNode(node("old").build());
        cache.put(
                "b",
                new NamespaceObjects.Ledger(
                        new ClaimLedger(0, Map.of(), Map.of("uid-b-tb", List.of(new SlotPlace("old", 0, 0)))), "1"));
        step(LOOK);
        decided.clear();

        state.putPod(pod("ordinary").cpu("1").runningOn("old").build());
        step(LOOK);

        assertThat(decided).containsExactly("b");
        assertThat(inputs.get("b").nodes()).extracting(NodeFacts::name).containsExactlyInAnyOrder("ab", "old");
    }

    @Test
    void aNewLabelIsReadAtOnce() {
        namespaces();
        state.putNode(node("d").label("lab/d", "0").build());

        on("d", "lab/d", TestbedState.INITIAL);
        step(Duration.ofMillis(50));

        assertThat(inputs.get("d").nodes()).extracting(NodeFacts::name).containsExactly("d");
    }

    @Test
    void aLeaderThatComesAgainCountsFromWhenItSeesThatANodeIsLost() {
        namespaces();
        state.putNode(node("c")
                .label("lab/c", "0")
                .taint(Taint.UNREACHABLE, "", Taint.Effect.NO_SCHEDULE)
                .build());
        step(LOOK);
        Instant first = clock.instant();
        assertThat(inputs.get("c").nodes().get(0).unreachableSince()).isEqualTo(first);

        decisions.active = false;
        step(LOOK);
        clock.advance(Duration.ofMinutes(10));
        decisions.active = true;
        step(LOOK);

        assertThat(inputs.get("c").nodes().get(0).unreachableSince()).isEqualTo(first.plusSeconds(600));
    }
}
