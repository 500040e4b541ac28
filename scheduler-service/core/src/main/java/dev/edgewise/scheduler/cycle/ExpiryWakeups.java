package dev.edgewise.scheduler.cycle;

import dev.edgewise.scheduler.framework.ClusterEvent;
import dev.edgewise.scheduler.model.devices.DeviceClaims;
import dev.edgewise.scheduler.model.devices.ResourceClaim;
import dev.edgewise.scheduler.queue.SchedulingQueue;
import dev.edgewise.scheduler.signals.energy.NodeEnergyByPosition;
import dev.edgewise.scheduler.signals.reward.RewardIndex;
import dev.edgewise.scheduler.state.Snapshot;
import java.time.Instant;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Wakes pods for what becomes possible by time alone, without any news: the reading of a powerless node or a quarantine
 * becomes stale, or devices have not become usable in time. For one thread.
 */
public final class ExpiryWakeups {
    private final Supplier<Snapshot> snapshots;
    private final SchedulingQueue queue;
    private Set<String> powerless = Set.of();
    private Map<String, Set<String>> restricted = Map.of();
    private Set<ResourceClaim.Key> lost = Set.of();
    private @Nullable NodeEnergyByPosition energy;

    /** @param snapshots the cluster as it is now */
    public ExpiryWakeups(Supplier<Snapshot> snapshots, SchedulingQueue queue) {
        this.snapshots = snapshots;
        this.queue = queue;
    }

    /** Checks once for expired data. Called about once a second. */
    public void step() {
        Snapshot snapshot = snapshots.get();
        Instant now = snapshot.takenAt();
        if (isPowerBack(snapshot)) {
            queue.wake(ClusterEvent.ENERGY_CHANGED);
        }
        if (isRestrictionOver(snapshot.get(RewardIndex.FACT), now)) {
            queue.wake(ClusterEvent.REWARD_CHANGED);
        }
        if (areDevicesLost(snapshot.get(DeviceClaims.FACT), now)) {
            queue.wake(ClusterEvent.DEVICES_CHANGED);
        }
    }

    /**
     * Returns whether a node that was powerless is not any more; the table is another one where a reading became stale.
     */
    private boolean isPowerBack(Snapshot snapshot) {
        NodeEnergyByPosition table = snapshot.energy();
        if (table == energy) {
            return false;
        }
        energy = table;
        Set<String> before = powerless;
        powerless = new HashSet<>();
        for (int position : table.powerlessPositions()) {
            powerless.add(snapshot.nodes().get(position).name());
        }
        return !powerless.containsAll(before);
    }

    private boolean isRestrictionOver(RewardIndex rewards, Instant now) {
        Map<String, Set<String>> before = restricted;
        restricted = rewards.restricted(now);
        return before.entrySet().stream()
                .anyMatch(type ->
                        !restricted.getOrDefault(type.getKey(), Set.of()).containsAll(type.getValue()));
    }

    private boolean areDevicesLost(DeviceClaims devices, Instant now) {
        Set<ResourceClaim.Key> before = lost;
        lost = devices.lost(now);
        return !before.containsAll(lost);
    }
}
