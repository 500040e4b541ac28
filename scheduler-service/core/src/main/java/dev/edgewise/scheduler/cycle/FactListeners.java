package dev.edgewise.scheduler.cycle;

import dev.edgewise.scheduler.facts.FactChange;
import dev.edgewise.scheduler.facts.FactKey;
import dev.edgewise.scheduler.framework.ClusterEvent;
import dev.edgewise.scheduler.framework.FactListener;
import dev.edgewise.scheduler.model.devices.DeviceClaims;
import dev.edgewise.scheduler.model.storage.ClusterStorageObjects;
import dev.edgewise.scheduler.signals.energy.EnergyIndex;
import dev.edgewise.scheduler.signals.reward.RewardIndex;
import dev.edgewise.scheduler.signals.rtt.RttIndex;
import dev.edgewise.scheduler.state.NamespaceLabels;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The listeners of all facts, by key. Another percentage at the same energy level, or another reward that closes no
 * node, means nothing to pods that wait. Selectors and disruption budgets wake no pod: by default, replicas are spread
 * by scores alone.
 */
final class FactListeners {
    private static final List<FactListener<?>> OWN = List.of(
            FactListener.of(ClusterStorageObjects.FACT, ClusterEvent.STORAGE_CHANGED),
            FactListener.of(DeviceClaims.FACT, ClusterEvent.DEVICES_CHANGED),
            FactListener.of(NamespaceLabels.FACT, ClusterEvent.NAMESPACE_CHANGED),
            FactListener.of(RttIndex.FACT, ClusterEvent.SIGNAL_CHANGED),
            FactListener.of(
                    EnergyIndex.FACT,
                    (before, after) -> before.hasLevelsOf(after) ? Set.of() : Set.of(ClusterEvent.ENERGY_CHANGED)),
            FactListener.of(
                    RewardIndex.FACT,
                    (before, after) -> before.restrictsAs(after) ? Set.of() : Set.of(ClusterEvent.REWARD_CHANGED)));

    private final Map<FactKey<?>, List<FactListener<?>>> byKey = new HashMap<>();

    /** @param ofModules the listeners that modules have registered */
    FactListeners(List<FactListener<?>> ofModules) {
        OWN.forEach(this::add);
        ofModules.forEach(this::add);
    }

    /** Tells the listeners of the fact. Returns the events that they raise. */
    <T> Set<ClusterEvent> changed(FactChange<T> change) {
        List<FactListener<?>> listeners = byKey.getOrDefault(change.key(), List.of());
        if (!change.isOther() || listeners.isEmpty()) {
            return Set.of();
        }
        Set<ClusterEvent> events = new HashSet<>();
        for (FactListener<?> listener : listeners) {
            @SuppressWarnings("unchecked") // It was registered under its own key.
            FactListener<T> ofFact = (FactListener<T>) listener;
            events.addAll(ofFact.changed(change.before(), change.after()));
        }
        return events;
    }

    private void add(FactListener<?> listener) {
        byKey.computeIfAbsent(listener.key(), key -> new ArrayList<>()).add(listener);
    }
}
