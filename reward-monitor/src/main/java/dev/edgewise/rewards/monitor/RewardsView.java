package dev.edgewise.rewards.monitor;

import dev.edgewise.common.signal.reward.Reward;
import dev.edgewise.rewards.learning.view.PodTypeNodeView;
import dev.edgewise.rewards.learning.view.PodTypeView;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;

/**
 * A view of what was learned: by this replica while it leads, else as the leader published it. Safe for many threads.
 */
public interface RewardsView {
    /** Returns whether this replica leads; if not, fields that only the leader knows are left out. */
    boolean leads();

    /** Returns types by name, after this one, up to the largest number. */
    List<PodTypeView> types(String after, int most);

    /** Returns a type; empty if it is unknown. */
    Optional<PodTypeView> type(String type);

    /** Returns the nodes of a type by name, after this one, without outcomes. */
    List<PodTypeNodeView> nodes(String type, String after, int most);

    /** Returns the worst nodes of a type, the worst one first, without outcomes. */
    List<PodTypeNodeView> worst(String type, int most);

    /** Returns a type on a node, with outcomes; empty if it is unknown. */
    Optional<PodTypeNodeView> typeNode(String type, String node);

    /** Returns the rewards of nodes over all types, by node. */
    NavigableMap<String, Reward> nodes();
}
