package dev.edgewise.scheduler.plugins.volumes;

import static dev.edgewise.scheduler.testing.TestNodes.node;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.scheduler.model.Node;
import dev.edgewise.scheduler.model.Requirement;
import dev.edgewise.scheduler.testing.TestNodes;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class NodeLabelRequirementIndexTest {
    private final NodeLabelRequirementIndex<String> index = new NodeLabelRequirementIndex<>();
    private final Node node = node("n7").zone("east").build();

    @Test
    void aNodeMeetsItsOwnOnly() {
        IntStream.range(0, 1_000).forEach(i -> index.add("v" + i, List.of(hostname("n" + i))));

        assertThat(near()).containsExactly("v7");
    }

    @Test
    void whatIsForAZoneTooIsFoundByTheNode() {
        Requirement zone = Requirement.in(TestNodes.ZONE, "east");
        index.add("mine", List.of(List.of(zone, hostname("n7").get(0))));
        index.add("neighbour's", List.of(List.of(zone, hostname("n8").get(0))));

        assertThat(near()).containsExactly("mine");
    }

    @Test
    void anyAlternativeWillDo() {
        index.add("two zones", List.of(List.of(Requirement.in(TestNodes.ZONE, "west", "east"))));
        index.add("zone or node", List.of(List.of(Requirement.in(TestNodes.ZONE, "west")), hostname("n7")));
        index.add("west", List.of(List.of(Requirement.in(TestNodes.ZONE, "west"))));

        assertThat(near()).containsExactlyInAnyOrder("two zones", "zone or node");
    }

    @Test
    void whatNamesNoLabelMayBeForAnybody() {
        index.add(
                "not west",
                List.of(List.of(new Requirement(TestNodes.ZONE, Requirement.Operator.NOT_IN, List.of("west")))));
        index.add("unsaid", List.of(List.of()));
        index.addAnywhere("everywhere");

        assertThat(near()).containsExactly("not west", "unsaid", "everywhere");
    }

    private List<String> near() {
        return index.near(node).stream().flatMap(List::stream).toList();
    }

    private static List<Requirement> hostname(String name) {
        return List.of(Requirement.in(TestNodes.HOSTNAME, name));
    }
}
