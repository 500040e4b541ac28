package dev.edgewise.scheduler.state;

import static dev.edgewise.scheduler.testing.TestPods.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.scheduler.model.AffinityTerm;
import dev.edgewise.scheduler.model.LabelSelector;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodAffinity;
import dev.edgewise.scheduler.model.Requirement;
import dev.edgewise.scheduler.model.Requirement.Operator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class AffinityTermIndexTest {
    private static final LabelSelector WEB = LabelSelector.of(List.of(Requirement.in("app", "web")));
    private static final LabelSelector ANY_APP =
            LabelSelector.of(List.of(new Requirement("app", Operator.EXISTS, List.of())));

    private final Pod web =
            pod("incoming").namespace("shop").label("app", "web").build();

    @Test
    void replicasHaveOneTermHoweverManyTheyAre() {
        AffinityTermIndex index = AffinityTermIndex.EMPTY;
        for (int i = 0; i < 1_000; i++) {
            index = index.with(replica(i, "shop", WEB));
        }

        assertThat(near(index)).hasSize(1);
        assertThat(near(index).values().iterator().next()).hasSize(10).containsEntry("n3", 100);
    }

    @Test
    void aTermOfAnotherNamespaceConcernsNobody() {
        AffinityTermIndex index = AffinityTermIndex.EMPTY;
        for (int i = 0; i < 100; i++) {
            index = index.with(replica(i, "elsewhere", ANY_APP));
        }
        assertThat(near(index)).isEmpty();

        assertThat(near(index.with(replica(0, "shop", ANY_APP)))).hasSize(1);
    }

    @Test
    void nothingIsLeftOfTermsWhosePodsAreGone() {
        AffinityTermIndex index =
                AffinityTermIndex.EMPTY.with(replica(0, "shop", WEB)).with(replica(10, "shop", WEB));

        index = index.without(replica(10, "shop", WEB));
        assertThat(near(index).values()).containsExactly(Map.of("n0", 1));

        index = index.without(replica(0, "shop", WEB));
        assertThat(near(index)).isEmpty();
    }

    private Map<ScheduledAffinityTerm, Map<String, Integer>> near(AffinityTermIndex index) {
        Map<ScheduledAffinityTerm, Map<String, Integer>> visited = new HashMap<>();
        index.forTermsNear(web, visited::put);
        return visited;
    }

    private static Pod replica(int number, String namespace, LabelSelector selector) {
        AffinityTerm apart =
                new AffinityTerm(selector, Set.of(namespace), LabelSelector.NOTHING, "kubernetes.io/hostname");
        return pod("p" + number)
                .namespace(namespace)
                .podAffinity(new PodAffinity(List.of(), List.of(apart), List.of(), List.of()))
                .runningOn("n" + number % 10)
                .build();
    }
}
