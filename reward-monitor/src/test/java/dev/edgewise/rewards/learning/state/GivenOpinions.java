package dev.edgewise.rewards.learning.state;

import dev.edgewise.rewards.estimates.OutcomeDecay;
import dev.edgewise.rewards.estimates.OutcomeSums;
import java.time.Duration;

/** Adds types to a node, with a given opinion of it. */
public final class GivenOpinions {
    private static final OutcomeDecay DECAY = new OutcomeDecay(Duration.ofHours(1), Duration.ofHours(1));

    private GivenOpinions() {}

    /**
     * Adds a type with this share of outcomes on the node. It does well on another node, so that its opinion counts.
     */
    public static PodTypeNodeState add(NodeState node, String type, OutcomeSums share) {
        PodTypeState of = new PodTypeState(type);
        PodTypeNodeState state = new PodTypeNodeState(of, node, DECAY, 0);
        of.replace(OutcomeSums.NONE, new OutcomeSums(1_000_000, 1_000_000));
        state.replaceShare(share);
        node.add(state);
        return state;
    }

    /** Adds the same types to another node. */
    public static NodeState nodeOf(Iterable<PodTypeNodeState> types) {
        NodeState node = new NodeState("n");
        types.forEach(node::add);
        return node;
    }
}
