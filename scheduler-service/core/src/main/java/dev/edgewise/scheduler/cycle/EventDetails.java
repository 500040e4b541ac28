package dev.edgewise.scheduler.cycle;

import dev.edgewise.scheduler.model.Pod;

/**
 * Details that events add to kube-scheduler's messages. Called on threads that write events, never on the one that
 * decides.
 */
public interface EventDetails {
    EventDetails NONE = new EventDetails() {
        @Override
        public String placed(Pod bound) {
            return "";
        }

        @Override
        public String rejected(Pod pod) {
            return "";
        }
    };

    /** Follows the name of the pod's node; empty for nothing. */
    String placed(Pod bound);

    /** Follows the reasons of a pod that its delay needs keep off nodes; empty for nothing. */
    String rejected(Pod pod);
}
