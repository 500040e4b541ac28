package dev.edgewise.scheduler.facts;

import static dev.edgewise.scheduler.testing.TestPods.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.scheduler.model.Pod;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClusterFactValuesTest {
    private static final FactKey<String> PLAIN = FactKey.of("name", "");
    /** The names of the pods on nodes, in the order in which they came; labels do not count. */
    private static final FactKey<List<String>> NAMES = FactKey.of("name", List.of(), new FactUpdateRule<>() {
        @Override
        public List<String> withPod(List<String> names, Pod pod) {
            List<String> more = new ArrayList<>(names);
            more.add(pod.key().name());
            return List.copyOf(more);
        }

        @Override
        public List<String> withoutPod(List<String> names, Pod pod) {
            List<String> less = new ArrayList<>(names);
            less.remove(pod.key().name());
            return List.copyOf(less);
        }

        @Override
        public boolean isSameWith(Pod before, Pod after) {
            return true;
        }

        @Override
        public List<String> withoutNode(List<String> names, String node) {
            return List.of();
        }
    });

    private final ClusterFactValues facts = ClusterFactValues.NONE.following(NAMES);
    private final Pod a = pod("a").runningOn("n1").build();
    private final Pod b = pod("b").runningOn("n1").build();
    private final Pod waiting = pod("a").build();

    @Test
    void aFactIsEmptyUntilItIsSetAndOthersAreLeftAlone() {
        ClusterFactValues set = ClusterFactValues.NONE.with(PLAIN, "value");
        assertThat(set.get(PLAIN)).isEqualTo("value");
        assertThat(ClusterFactValues.NONE.get(PLAIN)).isEmpty();
        assertThat(set.get(NAMES)).isEmpty();
        assertThat(set.with(PLAIN, set.get(PLAIN))).isSameAs(set);
        assertThat(ClusterFactValues.NONE.with(PLAIN, PLAIN.empty())).isSameAs(ClusterFactValues.NONE);
    }

    /** Modules need not know one another's names. */
    @Test
    void keysOfOneNameAreDifferentFacts() {
        FactKey<String> other = FactKey.of("name", "other");
        ClusterFactValues set = ClusterFactValues.NONE.with(PLAIN, "value");
        assertThat(set.get(other)).isEqualTo("other");
        assertThat(set.with(other, "its").get(PLAIN)).isEqualTo("value");
        assertThat(other).hasToString("name");
    }

    @Test
    void aFactFollowsPodsThatHaveANode() {
        assertThat(facts.withPod(a).get(NAMES)).containsExactly("a");
        assertThat(facts.withPod(a).withPod(b).withoutPod(a).get(NAMES)).containsExactly("b");
        assertThat(facts.replacing(null, waiting)).isSameAs(facts);
        assertThat(facts.replacing(waiting, a).get(NAMES)).containsExactly("a");
        assertThat(facts.withPod(a).replacing(a, null).get(NAMES)).isEmpty();
        assertThat(facts.withPod(a).replacing(a, waiting).get(NAMES)).isEmpty();
        assertThat(facts.withPod(a).withoutNode("n1").get(NAMES)).isEmpty();
    }

    /** First in, then out. */
    @Test
    void aPodThatMovesIsNeverMissing() {
        ClusterFactValues both = facts.withPod(a).withPod(b);
        Pod moved = pod("a").runningOn("n2").build();
        assertThat(both.replacing(a, moved).get(NAMES)).containsExactly("b", "a");
    }

    @Test
    void newsOfAPodThatTheRuleDoesNotReadKeepTheFacts() {
        ClusterFactValues with = facts.withPod(a);
        assertThat(with.replacing(a, pod("a").label("k", "v").runningOn("n1").build()))
                .isSameAs(with);
    }

    @Test
    void onlyFactsThatAreFollowedFollow() {
        assertThat(ClusterFactValues.NONE.withPod(a)).isSameAs(ClusterFactValues.NONE);
        assertThat(ClusterFactValues.NONE.with(NAMES, List.of("x")).withPod(a).get(NAMES))
                .containsExactly("x");
        assertThat(facts.following(NAMES)).isSameAs(facts);
        assertThat(facts.withPod(PLAIN, a)).isSameAs(facts);
    }

    @Test
    void aChangeIsHandedToWhoeverKnowsItsKey() {
        List<String> seen = new ArrayList<>();
        FactChange<String> change = new FactChange<>(PLAIN, "old", "new");
        change.ifOf(PLAIN, (before, after) -> seen.add(before + " " + after));
        change.ifOf(FactKey.of("name", ""), (before, after) -> seen.add("another fact"));
        assertThat(seen).containsExactly("old new");
        assertThat(change.isOther()).isTrue();
        assertThat(new FactChange<>(PLAIN, "same", "same").isOther()).isFalse();
    }
}
