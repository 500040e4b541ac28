package dev.edgewise.rewards.monitor;

import dev.edgewise.common.signal.reward.Reward;
import dev.edgewise.rewards.learning.view.TypeNodeView;
import dev.edgewise.rewards.learning.view.TypeView;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;

/** What was learned, as this replica knows it: its own while it leads, else what the leader published. Safe for many threads. */
public interface RewardsView {
    /** Whether this replica learns; if not, what only a leader knows is left out. */
    boolean leads();

    /** Types by name, those after this one, as many as there are up to the most. */
    List<TypeView> types(String after, int most);

    /** Empty if nothing is known of the type. */
    Optional<TypeView> type(String type);

    /** The nodes of a type by name, those after this one, without outcomes. */
    List<TypeNodeView> nodes(String type, String after, int most);

    /** The nodes where a type does worst, the worst first, without outcomes. */
    List<TypeNodeView> worst(String type, int most);

    /** A type on a node, with outcomes; empty if nothing is known. */
    Optional<TypeNodeView> typeNode(String type, String node);

    /** Rewards of nodes over all types, by node. */
    NavigableMap<String, Reward> nodes();
}
