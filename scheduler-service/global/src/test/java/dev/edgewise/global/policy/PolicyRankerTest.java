package dev.edgewise.global.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.global.model.Policy;
import dev.edgewise.global.model.PolicyType;
import dev.edgewise.global.model.RankedResource;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class PolicyRankerTest {
    static final Instant AT = Instant.parse("2026-11-29T00:00:00Z");

    /** Bids with fits, availability, latency, cost, energy. */
    private static final List<Bid> BIDS = List.of(
            new Bid("near", 1, 0.2, 5, 3, 40, AT, ""),
            new Bid("free", 9, 0.9, 80, 2, 60, AT, ""),
            new Bid("cheap", 5, 0.5, 15, 1, 90, AT, ""),
            new Bid("full", 0, 0.0, 1, 0, 100, AT, "no node takes the pods"));

    private final PolicyRanker ranker = new PolicyRanker();

    @ParameterizedTest
    @CsvSource({
        "LOW_LATENCY, near, cheap, free",
        "MOST_AVAILABLE, free, cheap, near",
        "MOST_REQUESTED, near, cheap, free",
        "COST, cheap, free, near",
        "ENERGY, cheap, free, near",
        "ADAPTIVE, free, cheap, near"
    })
    void ranksByTheFigureOfThePolicyWhateverTheOrder(PolicyType type, String first, String second, String third) {
        for (int seed = 0; seed < 10; seed++) {
            List<Bid> shuffled = new ArrayList<>(BIDS);
            Collections.shuffle(shuffled, new Random(seed));

            assertThat(names(Policy.of(type), shuffled)).containsExactly(first, second, third);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"SELECTED_CLUSTER", "CLUSTER_SET"})
    void keepsTheOrderThatTheTenantChose(PolicyType type) {
        assertThat(names(Policy.of(type), BIDS)).containsExactly("near", "free", "cheap");
    }

    @ParameterizedTest
    @EnumSource(names = {"LOW_LATENCY", "RESPONSE_TIME", "MOST_AVAILABLE", "MOST_REQUESTED", "COST", "ENERGY"})
    void ranksUnknownFiguresLastAndSaysSo(PolicyType type) {
        double none = Double.NaN;
        List<Bid> bids =
                List.of(new Bid("a", 3, none, none, none, none, AT, ""), new Bid("z", 3, 0, 9_999, 9_999, 0, AT, ""));
        List<RankedCluster> ranked = ranker.rank(Policy.of(type), bids);

        assertThat(ranked).extracting(cluster -> cluster.bid().cluster()).containsExactly("z", "a");
        assertThat(ranked.get(1).why()).startsWith("last, as the ").contains(" is unknown");
    }

    @Test
    void breaksTiesByName() {
        assertThat(names(Policy.of(PolicyType.COST), List.of(bid("c", 1), bid("a", 1), bid("b", 1))))
                .containsExactly("a", "b", "c");
    }

    @Test
    void saysWhy() {
        Policy fromPod = new Policy(PolicyType.LOW_LATENCY, "c1", "", "team/camera", RankedResource.ALL, "");
        Policy cpu = new Policy(PolicyType.MOST_AVAILABLE, "", "", "", RankedResource.CPU, "");

        assertThat(why(fromPod)).isEqualTo("5.0 ms from pod team/camera in c1, fits 1 time");
        assertThat(why(new Policy(PolicyType.LOW_LATENCY, "c1", "n1", "", RankedResource.ALL, "")))
                .isEqualTo("5.0 ms from node n1 in c1, fits 1 time");
        assertThat(why(Policy.of(PolicyType.LOW_LATENCY))).isEqualTo("5.0 ms from the management cluster, fits 1 time");
        assertThat(why(cpu)).isEqualTo("90 % of CPU free, fits 9 times");
        assertThat(why(Policy.of(PolicyType.MOST_REQUESTED))).isEqualTo("80 % of all resources in use, fits 1 time");
        assertThat(why(Policy.of(PolicyType.COST))).isEqualTo("costs 1.000, fits 5 times");
        assertThat(why(Policy.of(PolicyType.ENERGY))).isEqualTo("90 % charged, fits 5 times");
        assertThat(why(new Policy(PolicyType.SELECTED_CLUSTER, "", "", "", RankedResource.ALL, "n7")))
                .isEqualTo("selected by the request, with node n7, fits 1 time");
    }

    private String why(Policy policy) {
        return ranker.rank(policy, BIDS).get(0).why();
    }

    private List<String> names(Policy policy, List<Bid> bids) {
        return ranker.rank(policy, bids).stream()
                .map(cluster -> cluster.bid().cluster())
                .toList();
    }

    private static Bid bid(String name, double cost) {
        return new Bid(name, 1, 1, 1, cost, 1, AT, "");
    }
}
