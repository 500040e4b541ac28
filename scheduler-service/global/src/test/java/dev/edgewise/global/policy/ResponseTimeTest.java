package dev.edgewise.global.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.edgewise.global.model.FunctionCallSpec;
import dev.edgewise.global.model.Policy;
import dev.edgewise.global.model.PolicyType;
import dev.edgewise.global.model.RankedResource;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * An edge that is 60 % full, a near edge of 15 ms and 200 Mbit/s that is 20 % full, and a cloud of 80 ms and 50 Mbit/s
 * that is 20 % full and three times as fast.
 */
class ResponseTimeTest {
    private static final List<Bid> BIDS = List.of(
            bid("cloud", 80, 0.9, new ResponseTimeInputs(80, 50, 3, 0.2)),
            bid("edge", 0, 0.1, new ResponseTimeInputs(0, 1_000, 1, 0.6)),
            bid("near", 15, 0.5, new ResponseTimeInputs(15, 200, 1, 0.2)));

    /**
     * Three functions, in ms. On the edge one takes 10 / 0.7 = 14.3, and 42.9 together; near it 15 + 3 x 11.1 + 15 =
     * 63.3; in the cloud 80 + 3 x 3.7 + 80 = 171.1. With 200 ms each: 857.1, 30 + 666.7 = 696.7, 160 + 222.2 = 382.2.
     * With 65 ms: 278.6, 246.7, 232.2.
     */
    @Test
    void weighsComputationAgainstTheWay() {
        assertThat(names(new FunctionCallSpec(10, 0, 3, ""))).containsExactly("edge", "near", "cloud");
        assertThat(names(new FunctionCallSpec(65, 0, 3, ""))).containsExactly("cloud", "near", "edge");
        assertThat(names(new FunctionCallSpec(200, 0, 3, ""))).containsExactly("cloud", "near", "edge");
        assertThat(-ranked(new FunctionCallSpec(10, 0, 3, "")).get(1).score()).isCloseTo(63.333, within(0.001));
    }

    /**
     * One function of 200 ms: 285.7 on the edge, 252.2 near it, 234.1 in the cloud; 1 MB more is 8, 40 and 160 ms:
     * 293.7, 292.2, 394.1.
     */
    @Test
    void countsTheTransferOverTheLinkOfACluster() {
        assertThat(names(new FunctionCallSpec(200, 0, 1, ""))).containsExactly("cloud", "near", "edge");
        assertThat(names(new FunctionCallSpec(200, 1_000_000, 1, ""))).containsExactly("near", "edge", "cloud");
    }

    /** Three functions of 10 ms and 1 MB: 15 there, 40 + 2 x 8 for the payload, 33.3, and 15 back. */
    @Test
    void explainsTheParts() {
        RankedCluster near = ranked(new FunctionCallSpec(10, 1_000_000, 3, "")).get(1);

        assertThat(near.why())
                .isEqualTo(
                        "a call takes 119.3 ms: 15.0 from edge, 56.0 sending, 33.3 computing on nodes with 20 % of CPU"
                                + " requested, 15.0 back, fits 1 time");
    }

    /** Nothing tells the clusters apart, or nothing is known of them: requests are spread by what is free. */
    @Test
    void spreadsWhereEstimatesDoNotDistinguish() {
        ResponseTimeInputs same = new ResponseTimeInputs(5, 1_000, 1, 0.5);
        List<Bid> equal = List.of(bid("a", 5, 0.2, same), bid("b", 5, 0.7, same), bid("c", 5, 0.4, same));
        List<Bid> unknown = List.of(
                bid("a", Double.NaN, 0.2, same), bid("b", 5, 0.7, ResponseTimeInputs.UNKNOWN), bid("c", 5, 0.1, same));

        assertThat(names(new FunctionCallSpec(20, 0, 1, ""), equal)).containsExactly("b", "c", "a");
        assertThat(names(new FunctionCallSpec(20, 0, 1, ""), unknown)).containsExactly("c", "b", "a");
        assertThat(new PolicyRanker()
                        .rank(policy(new FunctionCallSpec(20, 0, 1, "")), unknown)
                        .get(2)
                        .why())
                .startsWith("last, as the delay from edge, the delay back, or the load of its nodes is unknown");
    }

    @Test
    void theSlowerLinkCountsAndNoneWithinACluster() {
        Policy fromEdge = policy(FunctionCallSpec.NONE);

        assertThat(ResponseTimeInputs.linkMegabits(fromEdge, "cloud", 200, 50)).isEqualTo(50);
        assertThat(ResponseTimeInputs.linkMegabits(fromEdge, "cloud", 20, 50)).isEqualTo(20);
        assertThat(ResponseTimeInputs.linkMegabits(fromEdge, "edge", 20, 20)).isEqualTo(1_000);
    }

    private static List<RankedCluster> ranked(FunctionCallSpec call) {
        return new PolicyRanker().rank(policy(call), BIDS);
    }

    private static List<String> names(FunctionCallSpec call) {
        return names(call, BIDS);
    }

    private static List<String> names(FunctionCallSpec call, List<Bid> bids) {
        return new PolicyRanker()
                .rank(policy(call), bids).stream()
                        .map(cluster -> cluster.bid().cluster())
                        .toList();
    }

    private static Policy policy(FunctionCallSpec call) {
        return new Policy(PolicyType.RESPONSE_TIME, "edge", "", "", RankedResource.ALL, "", call);
    }

    private static Bid bid(String name, double latency, double availability, ResponseTimeInputs call) {
        return new Bid(name, 1, availability, latency, 1, Double.NaN, PolicyRankerTest.AT, "", Duration.ZERO, "", call);
    }
}
