package dev.edgewise.scheduler.queue;

import dev.edgewise.scheduler.framework.ClusterEvent;
import java.util.Set;

/**
 * The filters and events that a rejected pod waits for.
 *
 * @param profile the one that rejected it
 * @param filters names of the filters that rejected it on some node
 * @param eventsToRegister the events that could make one of them change its mind; {@link ClusterEvent#ANY} for all
 *     there are
 */
public record WakeUpConditions(String profile, Set<String> filters, Set<ClusterEvent> eventsToRegister) {
    public WakeUpConditions {
        filters = Set.copyOf(filters);
        eventsToRegister = Set.copyOf(eventsToRegister);
    }

    /** Whether the event could help the pod. */
    boolean isWokenBy(ClusterEvent event) {
        return eventsToRegister.contains(event) || eventsToRegister.contains(ClusterEvent.ANY);
    }
}
