package dev.edgewise.rewards.learning;

import dev.edgewise.common.signal.reward.Reward;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What is known of a node. */
final class NodeState {
    final String name;
    final Map<String, Cell> cells = new HashMap<>(4);
    boolean exists;
    boolean isReady = true;
    /** When it was open to a type again that it had been closed to, in ms since the epoch; 0: never. */
    long healed;

    @Nullable
    Reward published;

    NodeState(String name) {
        this.name = name;
    }
}
