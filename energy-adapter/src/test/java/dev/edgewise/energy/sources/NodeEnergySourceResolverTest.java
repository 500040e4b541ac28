package dev.edgewise.energy.sources;

import static dev.edgewise.energy.TestNodes.labelled;
import static dev.edgewise.energy.TestNodes.node;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.common.LabelSelector;
import dev.edgewise.energy.nodes.EnergyNode;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.mock.env.MockEnvironment;

class NodeEnergySourceResolverTest {
    private static final String SOURCES = "edgewise.energy-adapter.sources";

    @Test
    void theFirstRuleThatMatchesServesANode() {
        NodeEnergySourceResolver assignment = new NodeEnergySourceResolver(List.of(
                new SourceRule(EnergySourceKind.PROMETHEUS, "power=battery,!virtual", Set.of()),
                new SourceRule(EnergySourceKind.SWITCH, "", Set.of("b", "c")),
                new SourceRule(EnergySourceKind.PUSH, "push", Set.of())));
        EnergyNode battery = labelled("b", Map.of("power", "battery"));
        EnergyNode virtual = labelled("c", Map.of("power", "battery", "virtual", ""));
        EnergyNode pushing = labelled("d", Map.of("push", "yes"));

        assertThat(assignment.bySource(List.of(node("a"), battery, virtual, pushing)))
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        EnergySourceKind.PROMETHEUS, List.of(battery),
                        EnergySourceKind.SWITCH, List.of(virtual),
                        EnergySourceKind.PUSH, List.of(pushing)));
        assertThat(assignment.of(node("a"))).isEmpty();
    }

    @Test
    void namesWithoutANodeAndRulesThatServeNoneAreNamed() {
        NodeEnergySourceResolver assignment = new NodeEnergySourceResolver(List.of(
                new SourceRule(EnergySourceKind.SWITCH, "", Set.of("egde-1", "edge-2")),
                new SourceRule(EnergySourceKind.PROMETHEUS, "powr=battery", Set.of()),
                new SourceRule(EnergySourceKind.PUSH, "", Set.of()),
                new SourceRule(EnergySourceKind.MODEL, "", Set.of("edge-2"))));

        assertThat(assignment.idle(List.of(node("edge-1"), node("edge-2"))))
                .containsExactly(
                        Map.entry(SOURCES + "[0]", "no such node: egde-1"),
                        Map.entry(SOURCES + "[1]", "no node: none matches, or earlier rules serve them"),
                        Map.entry(SOURCES + "[3]", "no node: none matches, or earlier rules serve them"));
    }

    @Test
    void ofManyNamesWithoutANodeTheFirstAreNamed() {
        Set<String> names = IntStream.rangeClosed(10, 40).mapToObj(i -> "n" + i).collect(Collectors.toSet());
        NodeEnergySourceResolver assignment =
                new NodeEnergySourceResolver(List.of(new SourceRule(EnergySourceKind.PUSH, "", names)));
        assertThat(assignment.idle(List.of(node("n11"))))
                .containsExactly(Map.entry(
                        SOURCES + "[0]", "no such node: n10, n12, n13, n14, n15, n16, n17, n18, n19, n20 and 20 more"));
    }

    @Test
    void namesAreLookedUpAndNotSearched() {
        MockEnvironment environment = new MockEnvironment()
                .withProperty(SOURCES + "[0].type", "push")
                .withProperty(SOURCES + "[0].names", "b,a,b");
        assertThat(SourcesProperties.of(environment).sources().get(0).names())
                .isInstanceOf(Set.class)
                .containsExactlyInAnyOrder("a", "b");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "a=1; true",
                "a==1; true",
                "a!=1; false",
                "b!=1; true",
                "a; true",
                "!a; false",
                "b; false",
                "a=1, !b; true",
                "a=1,b; false",
                "example.com/x=; false",
                "a in (1, 2); true",
                "a notin (1, 2),!b; false",
                "; true"
            })
    void selectors(String selector, boolean matches) {
        assertThat(new LabelSelector(selector == null ? "" : selector).test(Map.of("a", "1")))
                .isEqualTo(matches);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a=1,", "=1", "a in b", "!", "a=b c"})
    void whatIsNoSelectorIsNamed(String selector) {
        MockEnvironment environment = new MockEnvironment()
                .withProperty(SOURCES + "[0].type", "push")
                .withProperty(SOURCES + "[0].selector", selector);

        assertThatThrownBy(() -> SourcesProperties.of(environment))
                .rootCause()
                .hasMessageStartingWith("selector is \"" + selector + "\": it must be empty, or one or more of");
    }

    @Test
    void pushServesAllNodesUnlessSomethingElseIsSaid() {
        assertThat(SourcesProperties.of(new MockEnvironment()).sources())
                .containsExactly(new SourceRule(EnergySourceKind.PUSH, "", Set.of()));
        MockEnvironment two = new MockEnvironment()
                .withProperty(SOURCES + "[0].type", "TRACE")
                .withProperty(SOURCES + "[0].names", "a,b")
                .withProperty(SOURCES + "[1].type", "model");
        assertThat(SourcesProperties.of(two).inUse()).containsExactly(EnergySourceKind.TRACE, EnergySourceKind.MODEL);
    }

    @Test
    void aRuleNeedsAType() {
        assertThatThrownBy(() -> SourcesProperties.of(new MockEnvironment().withProperty(SOURCES + "[0].names", "a")))
                .rootCause()
                .hasMessage(
                        SOURCES + "[0].type is not set: it must be one of [push, prometheus, trace, model, switch]");
        assertThatThrownBy(() -> SourcesProperties.of(new MockEnvironment().withProperty(SOURCES + "[0].type", "sun")))
                .rootCause()
                .hasMessageContaining("No enum constant");
    }
}
