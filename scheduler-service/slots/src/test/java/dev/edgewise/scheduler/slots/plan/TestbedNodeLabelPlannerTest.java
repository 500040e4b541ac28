package dev.edgewise.scheduler.slots.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.scheduler.slots.plan.TestbedNodeLabelPlanner.Candidate;
import dev.edgewise.scheduler.slots.plan.TestbedNodeLabelPlanner.LabelledNode;
import java.util.List;
import org.junit.jupiter.api.Test;

class TestbedNodeLabelPlannerTest {
    private static Candidate free(String name, long requested) {
        return new Candidate(name, null, true, requested);
    }

    private static Candidate labelled(String name, String label) {
        return new Candidate(name, label, false, 0);
    }

    @Test
    void theLeastRequestedNodesGetTheIndicesFromZero() {
        TestbedNodeLabelPlanner setUp =
                new TestbedNodeLabelPlanner(List.of(free("c", 300), free("b", 100), free("a", 300), free("d", 50)));

        assertThat(setUp.leastRequested(3))
                .containsExactly(
                        new LabelledNode("d", 0, true), new LabelledNode("b", 1, true), new LabelledNode("a", 2, true));
        assertThat(setUp.most()).isEqualTo(4);
    }

    /** Indices 0 and 2 are taken: the new ones get 1 and 3. */
    @Test
    void labelledNodesKeepTheirIndexAndCount() {
        TestbedNodeLabelPlanner setUp = new TestbedNodeLabelPlanner(
                List.of(free("a", 1), free("b", 2), labelled("x", "2"), labelled("y", "0"), free("c", 3)));

        assertThat(setUp.labelled()).isEqualTo(2);
        assertThat(setUp.leastRequested(4))
                .containsExactly(
                        new LabelledNode("y", 0, false),
                        new LabelledNode("a", 1, true),
                        new LabelledNode("x", 2, false),
                        new LabelledNode("b", 3, true));
        assertThat(setUp.leastRequested(2)).extracting(LabelledNode::isNew).containsExactly(false, false);
    }

    @Test
    void nodesWithoutRoomAndWithWrongLabelsAreNotChosen() {
        TestbedNodeLabelPlanner setUp = new TestbedNodeLabelPlanner(List.of(
                new Candidate("full", null, false, 0),
                labelled("word", "first"),
                labelled("long", "1234567890"),
                labelled("one", "1"),
                labelled("twin", "1"),
                free("a", 9)));

        assertThat(setUp.most()).as("one and a").isEqualTo(2);
        assertThat(setUp.leastRequested(2))
                .containsExactly(new LabelledNode("a", 0, true), new LabelledNode("one", 1, false));
        assertThat(setUp.isAllowed("full")).as("a person may name it").isTrue();
        assertThat(setUp.isAllowed("one")).isTrue();
        assertThat(List.of("twin", "word", "long", "none")).noneMatch(setUp::isAllowed);
    }

    @Test
    void namedNodesGetTheirIndicesInTheOrderOfTheRequest() {
        TestbedNodeLabelPlanner setUp =
                new TestbedNodeLabelPlanner(List.of(free("a", 1), free("b", 2), labelled("x", "0")));

        assertThat(setUp.named(List.of("b", "x", "a")))
                .containsExactly(
                        new LabelledNode("x", 0, false),
                        new LabelledNode("b", 1, true),
                        new LabelledNode("a", 2, true));
    }
}
