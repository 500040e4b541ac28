package dev.edgewise.scheduler.state;

import dev.edgewise.common.signal.energy.EnergyReading;
import dev.edgewise.common.signal.reward.Reward;
import dev.edgewise.scheduler.signals.energy.EnergyIndex;
import dev.edgewise.scheduler.signals.reward.RewardIndex;
import dev.edgewise.scheduler.signals.rtt.Rtt;
import dev.edgewise.scheduler.signals.rtt.RttIndex;
import java.util.Map;

/**
 * The signals about the nodes at one moment: one component for each kind. Immutable.
 *
 * @param rtt the round-trip times between nodes
 * @param energy the last reading of each node
 * @param rewards how pods of each type do on the nodes
 */
public record Signals(RttIndex rtt, EnergyIndex energy, RewardIndex rewards) {
    /** The signals before and after a change. */
    public record Change(Signals before, Signals after) {}

    static Signals none() {
        return new Signals(RttIndex.empty(), EnergyIndex.EMPTY, RewardIndex.EMPTY);
    }

    /** Replaces what is known of the round-trip times from one node; an empty map forgets them. */
    public Signals withRtt(String from, Map<String, Rtt> times) {
        return new Signals(rtt.with(from, times), energy, rewards);
    }

    /** Replaces the readings of all nodes. */
    public Signals withEnergy(Map<String, EnergyReading> readings) {
        return new Signals(rtt, EnergyIndex.of(readings), rewards);
    }

    /** Replaces a row of rewards; an empty map forgets it. */
    public Signals withRewards(String row, Map<String, Reward> changed) {
        return new Signals(rtt, energy, rewards.with(row, changed));
    }

    /**
     * Returns these signals after the node was deleted; rewards are looked up by node, and reward-monitor collects
     * them.
     */
    Signals afterDeletion(String node) {
        return new Signals(rtt.forgetting(), energy.without(node), rewards);
    }
}
