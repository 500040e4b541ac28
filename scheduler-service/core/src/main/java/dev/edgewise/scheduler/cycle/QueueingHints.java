package dev.edgewise.scheduler.cycle;

import dev.edgewise.scheduler.framework.ClusterEvent;
import dev.edgewise.scheduler.framework.Decision;
import dev.edgewise.scheduler.framework.Filter;
import dev.edgewise.scheduler.framework.Profile;
import dev.edgewise.scheduler.queue.WakeUpConditions;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Events that can help a pod that a profile rejected: those that one of the rejecting filters names. */
record QueueingHints(String profile, Map<String, Set<ClusterEvent>> byFilter) {
    private static final Set<ClusterEvent> ANY = Set.of(ClusterEvent.ANY);

    static QueueingHints of(Profile profile) {
        Map<String, Set<ClusterEvent>> byFilter = new HashMap<>();
        for (Filter filter : profile.filters()) {
            byFilter.put(filter.name(), filter.eventsToRegister());
        }
        return new QueueingHints(profile.name(), byFilter);
    }

    /**
     * Returns the events that the pod waits for.
     *
     * @param evicting whether pods were evicted for it
     */
    WakeUpConditions rejected(Decision decision, boolean evicting) {
        Set<ClusterEvent> events = new HashSet<>();
        for (String filter : decision.rejectedBy()) {
            events.addAll(byFilter.getOrDefault(filter, ANY));
        }
        if (decision.rejectedBy().isEmpty()) {
            events.add(ClusterEvent.ANY);
        }
        events.add(ClusterEvent.RESERVATION_ADDED);
        if (evicting) {
            events.add(ClusterEvent.POD_REMOVED);
        }
        return new WakeUpConditions(profile, decision.rejectedBy(), events);
    }
}
